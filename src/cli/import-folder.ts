import type { ImportWarning } from "../platform/import/import-warning.ts";
import type { EmbeddedPlatform } from "./connection.ts";
import { count } from "./count.ts";
import { Progress } from "./progress.ts";

export interface ImportReport {
  readonly space: string;
  readonly title: string;
  readonly pages: number;
  readonly files: number;
  readonly warnings: readonly ImportWarning[];
}

/** Warnings of one kind that are shown one by one; the others are counted. */
const shownWarnings = 5;

/** Imports a folder as a new space, telling the person how it goes. Throws `ImportError`. */
export async function importFolder(
  { platform, organization, user }: EmbeddedPlatform,
  folder: string,
  options: { readonly title?: string | undefined; readonly signal?: AbortSignal | undefined },
): Promise<ImportReport> {
  const [{ planImport }, { storePlan }] = await Promise.all([
    import("../platform/import/plan.ts"),
    import("../platform/import/store-plan.ts"),
  ]);
  const progress = new Progress();
  const plan = await planImport(folder, {
    title: options.title,
    signal: options.signal,
    onProgress: ({ step, done, total }) => step === "reading" && progress.show("Reading", done, total ?? done),
  });
  const stored = await storePlan(platform, plan, {
    organization,
    user,
    title: options.title,
    signal: options.signal,
    onProgress: (step, done, total) => progress.show(step === "storing" ? "Storing" : "Indexing", done, total),
  });
  progress.end();
  tell(plan.warnings);
  process.stderr.write(
    `Imported ${count(stored.pages, "page")} and ${count(stored.files, "file")} into the space "${stored.title}" (${stored.space}).\n`,
  );
  return { ...stored, warnings: plan.warnings };
}

function tell(warnings: readonly ImportWarning[]): void {
  const kinds = new Map<string, ImportWarning[]>();
  for (const warning of warnings) kinds.set(warning.problem, [...(kinds.get(warning.problem) ?? []), warning]);
  for (const group of kinds.values()) {
    for (const { message } of group.slice(0, shownWarnings)) process.stderr.write(`Note: ${message}\n`);
    const more = group.length - shownWarnings;
    if (more > 0) process.stderr.write(`Note: and ${more} more like the last one.\n`);
  }
}

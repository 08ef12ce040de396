import { escapeControls } from "../client/excerpt.ts";
import type { ImportWarning } from "../platform/import/import-warning.ts";
import type { Log } from "../server/log.ts";
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

export interface ImportOptions {
  readonly title?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Is told in place of a person, without the steps. */
  readonly log?: Log | undefined;
}

/** Warnings of one kind that are shown one by one; the others are counted. */
const shownWarnings = 5;

/** Imports a folder or an archive as a new space, telling the person, or the log, how it goes. Throws `ImportError`. */
export async function importFolder(
  embedded: EmbeddedPlatform,
  path: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const { openArchive } = await import("../platform/import/open-archive.ts");
  const archive = await openArchive(path, options.signal);
  try {
    return await importContent(embedded, archive ?? { folder: path }, options);
  } finally {
    await archive?.close();
  }
}

async function importContent(
  { platform, organization, user }: EmbeddedPlatform,
  { folder, name }: { folder: string; name?: string },
  options: ImportOptions,
): Promise<ImportReport> {
  const [{ planImport }, { storePlan }] = await Promise.all([
    import("../platform/import/plan.ts"),
    import("../platform/import/store-plan.ts"),
  ]);
  const { log } = options;
  const progress = log === undefined ? new Progress() : undefined;
  const plan = await planImport(folder, {
    name,
    title: options.title,
    signal: options.signal,
    onProgress: ({ step, done, total }) => step === "reading" && progress?.show("Reading", done, total ?? done),
  });
  const stored = await storePlan(platform, plan, {
    organization,
    user,
    title: options.title,
    signal: options.signal,
    onProgress: (step, done, total) => progress?.show(step === "storing" ? "Storing" : "Indexing", done, total),
  });
  progress?.end();
  const say = (level: "info" | "warn", message: string) =>
    // Names of files must not act on the terminal.
    log === undefined ? process.stderr.write(`${escapeControls(message)}\n`) : log(level, message);
  for (const note of notesOn(plan.warnings)) say("warn", `Note: ${note}`);
  say(
    "info",
    `Imported ${count(stored.pages, "page")} and ${count(stored.files, "file")} into the space "${stored.title}" (${stored.space}).`,
  );
  return { ...stored, warnings: plan.warnings };
}

function notesOn(warnings: readonly ImportWarning[]): string[] {
  const kinds = new Map<string, ImportWarning[]>();
  for (const warning of warnings) kinds.set(warning.problem, [...(kinds.get(warning.problem) ?? []), warning]);
  return [...kinds.values()].flatMap((group) => {
    const more = group.length - shownWarnings;
    return [
      ...group.slice(0, shownWarnings).map(({ message }) => message),
      ...(more > 0 ? [`and ${more} more like the last one.`] : []),
    ];
  });
}

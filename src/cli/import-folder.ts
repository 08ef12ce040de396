import { escapeControls } from "../client/excerpt.ts";
import type { ImportWarning } from "../platform/import/import-warning.ts";
import type { ImportPlan, PlanImportOptions } from "../platform/import/plan.ts";
import type { TrustedRemotes } from "../platform/outbound/trusted-remotes.ts";
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
  /** How Git gets to repositories that are named by a URL. */
  readonly remotes?: TrustedRemotes | undefined;
  /** Is told in place of a person, without the steps. */
  readonly log?: Log | undefined;
}

/** Warnings of one kind that are shown one by one; the others are counted. */
const shownWarnings = 5;

/**
 * Imports a folder, an archive or a repository as a new space, telling the person, or the log, how it goes. Throws
 * `ImportError`.
 */
export async function importFolder(
  embedded: EmbeddedPlatform,
  path: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const { planContent, planImport } = await import("../platform/import/plan.ts");
  const { cloneForImport, isRepositoryUrl } = await import("../platform/git/clone-for-import.ts");
  if (isRepositoryUrl(path)) {
    const clone = await cloneForImport(path, options.signal ?? new AbortController().signal, options.remotes);
    return importPlanned(embedded, (plan) => planContent(clone.source, plan), options).finally(clone.close);
  }
  const { openArchive } = await import("../platform/import/open-archive.ts");
  const archive = await openArchive(path, options.signal);
  const planned = importPlanned(
    embedded,
    (plan) => planImport(archive?.folder ?? path, { ...plan, name: archive?.name }),
    options,
  );
  return planned.finally(() => archive?.close());
}

async function importPlanned(
  { platform, organization, user }: EmbeddedPlatform,
  makePlan: (options: PlanImportOptions) => Promise<ImportPlan>,
  options: ImportOptions,
): Promise<ImportReport> {
  const { storePlan } = await import("../platform/import/store-plan.ts");
  const { log } = options;
  const progress = log === undefined ? new Progress() : undefined;
  const plan = await makePlan({
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

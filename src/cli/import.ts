import { escapeControls } from "../client/excerpt.ts";
import { readCommandLine } from "../config/config.ts";
import {
  type ImportPlan,
  type ImportWarning,
  type PlanImportOptions,
  parts,
  type TrustedRemotes,
} from "../platform/index.ts";
import type { Log } from "../server/log.ts";
import { commandFlags } from "./command-flags.ts";
import { type EmbeddedPlatform, openEmbedded, readRemotes } from "./connection.ts";
import { UsageError } from "./errors.ts";
import { withOrganization } from "./named-organization.ts";
import { count, interruptSignal, Progress, printJson } from "./terminal.ts";

export async function run(argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags.import);
  const [folder, ...rest] = positionals;
  if (folder === undefined || rest.length > 0) {
    throw new UsageError(
      "Usage: copydesk import <folder, archive or URL> [--title <title of the space>] [--organization <id or title>] [--json]",
    );
  }
  if (config.baseUrl.value !== undefined) {
    throw new UsageError(
      `import creates a space on the embedded platform, but ${config.baseUrl.source} names another service. Leave it out, or write the pages with the write_pages tool.`,
    );
  }
  const signal = interruptSignal();
  const embedded = await openEmbedded(config);
  try {
    const target = await withOrganization(embedded, own.organization);
    const title = own.title as string | undefined;
    const imported = await importFolder(target, folder, { title, signal, remotes: await readRemotes(config) });
    if (own.json === true) printJson(imported);
    return 0;
  } catch (error) {
    if (!signal.aborted) throw error;
    process.stderr.write("Stopped. Nothing was imported.\n");
    return 130;
  } finally {
    await embedded.platform.close();
  }
}

interface ImportReport {
  readonly space: string;
  readonly title: string;
  readonly pages: number;
  readonly files: number;
  readonly warnings: readonly ImportWarning[];
}

interface ImportOptions {
  readonly title?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Access to repositories given by URL. */
  readonly remotes?: TrustedRemotes | undefined;
  /** Receives the result instead of a person, without progress. */
  readonly log?: Log | undefined;
  /** Throws `conflict` if there is a space by the time that this one would be created. */
  readonly isFirst?: boolean | undefined;
}

/** The most warnings of one kind that are listed; others are counted. */
const shownWarnings = 5;

/**
 * Imports a folder, an archive or a repository as a new space, and reports to the person or the log. Throws
 * `ImportError`.
 */
export async function importFolder(
  embedded: EmbeddedPlatform,
  path: string,
  options: ImportOptions,
): Promise<ImportReport> {
  const { planContent, planImport } = await parts.importPlan();
  const { cloneForImport, isRepositoryUrl } = await parts.clones();
  if (isRepositoryUrl(path)) {
    const clone = await cloneForImport(path, options.signal ?? new AbortController().signal, options.remotes);
    return importPlanned(embedded, (plan) => planContent(clone.source, plan), options).finally(clone.close);
  }
  const { openArchive } = await parts.importArchive();
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
  const { storePlan } = await parts.storePlan();
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
    isFirst: options.isFirst,
    signal: options.signal,
    onProgress: (step, done, total) => progress?.show(step === "storing" ? "Storing" : "Indexing", done, total),
  }).finally(() => progress?.end());
  const say = (level: "info" | "warn", message: string) =>
    // File names must not control the terminal.
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

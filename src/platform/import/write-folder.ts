import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import type { ComputedSource } from "../../contract/models/computed-content.ts";
import type { SummarySource } from "../content/summary-source.ts";
import { ExportError } from "./export-error.ts";
import { exportPaths } from "./export-paths.ts";
import { openTarget } from "./export-target.ts";
import { CONFIG_NAMES, parseGitbookConfig } from "./gitbook-config.ts";
import { withRedirects } from "./gitbook-config-edit.ts";
import { systemCodeOf } from "./import-error.ts";
import { SUMMARY_NAME } from "./load-summaries.ts";
import { SummaryLines } from "./summary-lines.ts";

type ExportedPlace = {
  /** By which `summary` knows the page. */
  id?: string | undefined;
  /** 0 at the top; pages stand in tree order. */
  depth: number;
  title: string;
  linkTitle?: string | undefined;
  slug: string;
  hidden?: boolean | undefined;
};

export type ExportedPage =
  | (ExportedPlace & {
      type: "document";
      /** Posix path in the folder; without one it follows from the slugs. */
      source?: string | undefined;
      text(): Promise<string>;
    })
  | (ExportedPlace & { type: "group" })
  | (ExportedPlace & { type: "link"; target: string })
  | (ExportedPlace & { type: "computed"; computed: ComputedSource });

export type ExportedContent = {
  title: string;
  pages: readonly ExportedPage[];
  /** `path` is posix and relative to the folder. */
  files: readonly { path: string; read(): Promise<Uint8Array> }[];
  /** By the old path; none when left out. */
  redirects?: ReadonlyMap<string, string> | undefined;
  /** The table of contents to edit; it is written anew when left out. */
  summary?: SummarySource | undefined;
  /** What of it cannot be exported, for people. */
  warnings?: readonly string[] | undefined;
};

export type WriteFolderOptions = {
  /** Write into a folder that is not empty: replaces files of the same path, keeps the others. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: { done: number; total: number; path: string }) => void) | undefined;
};

/** Paths relative to the target, pages in tree order. */
export type WrittenFolder = {
  pages: string[];
  files: string[];
  summary: string;
  /** What was left out, for people; absent where nothing was. */
  warnings?: readonly string[];
};

/**
 * Writes pages and files as a folder with a `SUMMARY.md`. All of it is written aside first: the target is as it was
 * when something fails. A hidden page and what lies below it is written but not listed, unless its own front matter
 * hides it. Throws `ExportError`, and what `text` and `read` throw.
 */
export async function writeFolder(
  target: string,
  content: ExportedContent,
  options: WriteFolderOptions = {},
): Promise<WrittenFolder> {
  const { pages, files } = content;
  const paths = exportPaths(pages, files, content.summary?.path);
  const place = await openTarget(target, options.force ?? false);
  const written: string[] = [];
  const folders = new Set<string>();
  try {
    const lines = new SummaryLines(content.summary, paths.pages);
    for (const [index, page] of pages.entries()) {
      const path = paths.pages[index];
      const text = page.type === "document" ? await page.text() : undefined;
      if (path !== undefined && text !== undefined) await write(path, Buffer.from(text, "utf8"));
      await lines.add(page, path ?? "", async () => text ?? "");
    }
    const pagePaths = [...written];
    for (const file of files) await write(file.path, await file.read());
    await write(paths.summary, Buffer.from(lines.text(content.title), "utf8"));
    const config = await configOf(target, paths.summary, content.redirects ?? new Map());
    if (config !== undefined) await write(CONFIG_NAMES[0], Buffer.from(config));
    stopWhenAborted();
    await place.publish(written);
    const { warnings = [] } = content;
    return {
      pages: pagePaths,
      files: files.map((file) => file.path),
      summary: paths.summary,
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  } finally {
    await place.discard();
  }

  function stopWhenAborted(): void {
    if (!options.signal?.aborted) return;
    const message = `The export to ${target} was stopped; nothing was written.`;
    throw new ExportError("aborted", target, message, options.signal.reason);
  }

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    stopWhenAborted();
    const destination = join(place.temporary, path);
    try {
      const folder = dirname(destination);
      if (!folders.has(folder)) await mkdir(folder, { recursive: true });
      folders.add(folder);
      // Exclusive: two paths that a file system takes for one must not overwrite each other.
      await writeFile(destination, bytes, { flag: "wx" });
    } catch (error) {
      const code = systemCodeOf(error);
      const clashes = code === "EEXIST" || code === "ENOTDIR" || code === "EISDIR";
      const message = clashes
        ? `${path} collides with another page or file of the export. Rename one of them.`
        : `${path} cannot be written to ${target} (${code}).`;
      throw new ExportError(clashes ? "duplicate_path" : "target_not_writable", path, message, error);
    }
    written.push(path);
    options.onProgress?.({ done: written.length, total: pages.length + files.length + 1, path });
  }
}

/** The configuration that says what its file in the target does not say yet; undefined where it says all of it. */
async function configOf(
  target: string,
  summary: string,
  redirects: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const found = await readFile(join(target, CONFIG_NAMES[0]), "utf8").catch(() => "");
  const { summary: configured = SUMMARY_NAME, redirects: present } = parseGitbookConfig(found);
  const named =
    summary === configured
      ? ""
      : `structure:\n  summary: ${/^[\w./-]+$/.test(summary) ? summary : JSON.stringify(summary)}\n`;
  const text = named || found;
  const known = named === "" ? new Map(present.map(({ from, to }) => [from, to])) : new Map<string, string>();
  const edits = new Map<string, string | undefined>([...known.keys()].map((from) => [from, undefined]));
  for (const [from, to] of redirects) edits.set(from, to);
  for (const [from, to] of known) if (edits.get(from) === to) edits.delete(from);
  if (edits.size === 0) return named || undefined;
  return withRedirects(text, edits) ?? withRedirects(named, redirects);
}

import { randomUUID } from "node:crypto";
import type { Stats } from "node:fs";
import { lstat, mkdir, readdir, readFile, realpath, rename, rm, stat, writeFile } from "node:fs/promises";
import { basename, dirname, join, resolve } from "node:path";
import { makeFolder } from "../../kernel/database/data-folder.ts";
import { ExportError, getSystemCode } from "./errors.ts";
import { type ExportedContent, exportPaths } from "./exported-content.ts";
import { getFolder } from "./folder-path.ts";
import { configNames, parseGitbookConfig, withRedirects } from "./gitbook-config.ts";
import { SummaryLines } from "./summary-lines.ts";
import { summaryFileName } from "./summary-tree.ts";

type WriteFolderOptions = {
  /** Write into a folder that is not empty: replaces files with the same path, keeps the others. */
  force?: boolean | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: { done: number; total: number; path: string }) => void) | undefined;
};

/** Paths relative to the target, pages in tree order. */
type WrittenFolder = {
  pages: string[];
  files: string[];
  summary: string;
  /** What was skipped, for people; absent if nothing was. */
  warnings?: readonly string[];
};

/**
 * Writes pages and files as a folder with a `SUMMARY.md`. Everything is written to a temporary folder first, so that
 * the target is unchanged if something fails. A hidden page and its descendants are written but not listed, unless its
 * own front matter hides it. Throws `ExportError`, and whatever `text` and `read` throw.
 */
export async function writeFolder(
  target: string,
  content: ExportedContent,
  options: WriteFolderOptions = {},
): Promise<WrittenFolder> {
  const { pages, files } = content;
  const paths = exportPaths(pages, files, content.summary?.path);
  const openedTarget = await openTarget(target, options.force ?? false);
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
    const config = await createConfig(target, paths.summary, content.redirects ?? new Map());
    if (config !== undefined) await write(configNames[0], Buffer.from(config));
    stopWhenAborted();
    await openedTarget.publish(written);
    const { warnings = [] } = content;
    return {
      pages: pagePaths,
      files: files.map((file) => file.path),
      summary: paths.summary,
      ...(warnings.length === 0 ? {} : { warnings }),
    };
  } finally {
    await openedTarget.discard();
  }

  function stopWhenAborted(): void {
    if (!options.signal?.aborted) return;
    const message = `The export to ${target} was stopped; nothing was written.`;
    throw new ExportError("aborted", target, message, options.signal.reason);
  }

  async function write(path: string, bytes: Uint8Array): Promise<void> {
    stopWhenAborted();
    const destination = join(openedTarget.temporary, path);
    try {
      const folder = dirname(destination);
      if (!folders.has(folder)) await mkdir(folder, { recursive: true });
      folders.add(folder);
      // Exclusive: two paths that a file system treats as the same must not overwrite each other.
      await writeFile(destination, bytes, { flag: "wx" });
    } catch (error) {
      const code = getSystemCode(error);
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

/** The configuration with what the target's file does not say yet; undefined if it says everything. */
async function createConfig(
  target: string,
  summary: string,
  redirects: ReadonlyMap<string, string>,
): Promise<string | undefined> {
  const found = await readFile(join(target, configNames[0]), "utf8").catch(() => "");
  const { summary: configured = summaryFileName, redirects: present } = parseGitbookConfig(found);
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

/** A folder to export into. Files are written to `temporary` first; `publish` moves them into place. */
type ExportTarget = {
  temporary: string;
  publish(paths: readonly string[]): Promise<void>;
  discard(): Promise<void>;
};

/**
 * Prepares to write a folder. One that does not exist appears atomically, by a rename. One that exists must be empty
 * unless `force` is set; then files with the same path are replaced and all others stay.
 */
async function openTarget(path: string, force: boolean): Promise<ExportTarget> {
  const found = await stat(path).catch((error: unknown) => {
    if (getSystemCode(error) === "ENOENT") return undefined;
    throw notWritable(path, error);
  });
  if (found === undefined) return newFolder(resolve(path));
  if (!found.isDirectory()) {
    throw new ExportError(
      "target_not_a_folder",
      path,
      `${path} is a file. Name a folder, or one that does not exist yet.`,
    );
  }
  const real = await realpath(path);
  if (!force && (await readdir(real)).length > 0) {
    const message = `${path} is not empty. Name another folder, or use --force to replace the files that have the same path.`;
    throw new ExportError("target_not_empty", path, message);
  }
  return existingFolder(real);
}

async function newFolder(path: string): Promise<ExportTarget> {
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  makeTarget(temporary);
  return {
    temporary,
    publish: async () => {
      await rename(temporary, path).catch((error: unknown) => {
        throw notWritable(path, error);
      });
    },
    discard: () => rm(temporary, { recursive: true, force: true }),
  };
}

/** Works inside the folder, because its parent may be on another device or not writable. */
async function existingFolder(path: string): Promise<ExportTarget> {
  const temporary = join(path, `.${randomUUID()}`);
  makeTarget(temporary);
  return {
    temporary,
    publish: async (paths) => {
      for (const each of paths) await requireWritablePath(path, each);
      for (const each of paths) {
        try {
          await mkdir(join(path, getFolder(each)), { recursive: true });
          await rename(join(temporary, each), join(path, each));
        } catch (error) {
          throw notWritable(join(path, each), error);
        }
      }
    },
    discard: () => rm(temporary, { recursive: true, force: true }),
  };
}

/** Refuses to write through a link that is already in the folder, or in the place of a folder. */
async function requireWritablePath(root: string, path: string): Promise<void> {
  const segments = path.split("/");
  for (let count = 1; count <= segments.length; count++) {
    const parentPath = segments.slice(0, count).join("/");
    const found = await lstat(join(root, parentPath)).catch((): Stats | undefined => undefined);
    if (found === undefined) return;
    const fits = count < segments.length ? found.isDirectory() : !found.isDirectory();
    if (fits) continue;
    const message = `${parentPath} in ${root} is in the way of ${path}. Move it away, or export to another folder.`;
    throw new ExportError("unsafe_path", parentPath, message);
  }
}

function makeTarget(path: string): void {
  try {
    makeFolder(resolve(path), 0o777);
  } catch (error) {
    throw notWritable(dirname(path), error);
  }
}

function notWritable(path: string, error: unknown): ExportError {
  const message = `${path} is not writable (${getSystemCode(error)}). Check the path and its permissions.`;
  return new ExportError("target_not_writable", path, message, error);
}

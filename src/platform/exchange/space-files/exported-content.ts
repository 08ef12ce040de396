import { posix } from "node:path";
import type { ComputedSource } from "../../../contract/models/computed-content.ts";
import type { SummarySource } from "../../content/summary-source.ts";
import { isDeviceName, isWindowsName } from "../../kernel/windows-names.ts";
import { ExportError } from "./errors.ts";
import { getFolder, isFolderIndex, isRepositoryData, withoutPageExtension } from "./folder-path.ts";
import { summaryFileName } from "./summary-tree.ts";

type ExportedPageBase = {
  /** The id under which `summary` knows the page. */
  id?: string | undefined;
  /** 0 at the top; pages are in tree order. */
  depth: number;
  title: string;
  linkTitle?: string | undefined;
  slug: string;
  hidden?: boolean | undefined;
};

export type ExportedPage =
  | (ExportedPageBase & {
      type: "document";
      /** Posix path in the folder; by default it is made from the slugs. */
      source?: string | undefined;
      text(): Promise<string>;
    })
  | (ExportedPageBase & { type: "group" })
  | (ExportedPageBase & { type: "link"; target: string })
  | (ExportedPageBase & { type: "computed"; computed: ComputedSource });

export type ExportedContent = {
  title: string;
  pages: readonly ExportedPage[];
  /** `path` is posix and relative to the folder. */
  files: readonly { path: string; read(): Promise<Uint8Array> }[];
  /** By the old path; none by default. */
  redirects?: ReadonlyMap<string, string> | undefined;
  /** The table of contents to edit; written from scratch if omitted. */
  summary?: SummarySource | undefined;
  /** What could not be exported, for people. */
  warnings?: readonly string[] | undefined;
};

/**
 * The path of each page, by its index in the list (undefined for groups and links), and that of the table of contents.
 */
type ExportPaths = { pages: (string | undefined)[]; summary: string };

const forbidden = /[\\\p{Cc}\p{Cs}]/u;

/**
 * Gives every document a path: its source, or else one made from the slugs above it. Throws `unsafe_path` for a path
 * that is not clearly inside the folder, and `duplicate_path` for one that is used twice.
 */
export function exportPaths(
  pages: readonly ExportedPage[],
  files: readonly { path: string }[],
  summaryPath: string = summaryFileName,
  platform: NodeJS.Platform = process.platform,
): ExportPaths {
  const taken = new Set<string>();
  const claim = (path: string) => {
    requireSafePath(path, platform);
    if (!taken.has(path)) return taken.add(path);
    throw new ExportError("duplicate_path", path, `Two pages or files have the path ${path}. Rename one of them.`);
  };
  for (const page of pages) if (page.type === "document" && page.source !== undefined) claim(page.source);
  for (const file of files) claim(file.path);

  const lowered = new Set([...taken].map((path) => path.toLowerCase()));
  const claimFree = (path: string) => {
    const extension = posix.extname(path);
    const stem = path.slice(0, path.length - extension.length);
    let free = path;
    for (let count = 1; lowered.has(free.toLowerCase()); count++) free = `${stem}-${count}${extension}`;
    requireSafePath(free, platform);
    lowered.add(free.toLowerCase());
    return free;
  };
  const summary = claimFree(summaryPath);

  const above: { depth: number; folder: string }[] = [];
  const paths = pages.map((page, index) => {
    while ((above.at(-1)?.depth ?? -1) >= page.depth) above.pop();
    const parent = above.at(-1)?.folder ?? "";
    const hasChildren = (pages[index + 1]?.depth ?? 0) > page.depth;
    let path: string | undefined;
    if (page.type === "document") path = page.source ?? claimFree(newPath(parent, page.slug, hasChildren));
    above.push({
      depth: page.depth,
      folder: path === undefined ? join(parent, segment(page.slug)) : folderBelow(path),
    });
    return path;
  });
  return { pages: paths, summary };
}

function newPath(parent: string, slug: string, hasChildren: boolean): string {
  const name = segment(slug);
  if (hasChildren) return join(join(parent, name), "README.md");
  return join(parent, name.toLowerCase() === "readme" ? "README.md" : `${name}.md`);
}

/** The folder for a page's children that have no path of their own. */
function folderBelow(path: string): string {
  return isFolderIndex(path) ? getFolder(path) : withoutPageExtension(path);
}

function join(folder: string, name: string): string {
  return folder === "" ? name : `${folder}/${name}`;
}

/** Never the name of a device, since the folder may be cloned on Windows. */
function segment(slug: string): string {
  const name = slug.replace(/[^\p{L}\p{N}._-]+/gu, "-").replace(/^[.-]+|[.-]+$/g, "") || "page";
  return isDeviceName(name) ? name.replace(/^[^.]+/, "$&-page") : name;
}

/**
 * Rejects paths that lead out of the folder on any system, or into a repository's own data, which can name commands to
 * run.
 */
function requireSafePath(path: string, platform: NodeJS.Platform): void {
  const segments = path.split("/");
  const isName = (part: string) =>
    part !== "" && part !== "." && part !== ".." && (platform !== "win32" || isWindowsName(part));
  const isPlain = !forbidden.test(path) && segments.every(isName);
  if (isPlain && !isRepositoryData(path)) return;
  const message = `The path ${JSON.stringify(path)} cannot be written safely into a folder. Rename the page or file.`;
  throw new ExportError("unsafe_path", path, message);
}

import { posix } from "node:path";
import { isReusable } from "../../content/reusable-contents.ts";
import { ImportError, type ImportWarning } from "./errors.ts";
import {
  compareNames,
  getFolder,
  hasPageName,
  isExternal,
  isReadme,
  KnownPaths,
  resolveInside,
  withoutPageExtension,
} from "./folder-path.ts";
import { configNames, type GitbookConfig, parseGitbookConfig } from "./gitbook-config.ts";
import { titleOfName } from "./page-facts.ts";
import { withMarkdownPages } from "./pages-of-other-systems.ts";
import { isToolPath, type PlannedFile, planFiles } from "./plan-files.ts";
import { type PlannedPage, plannedPages, type TreeNode } from "./planned-pages.ts";
import { type ContentSource, type Folder, folderSource, importLimits, type PlanImportOptions } from "./read-folder.ts";
import { decodeText, readPages } from "./read-pages.ts";
import { type LoadedSummaries, loadSummaries, summaryFileName, summaryTree } from "./summary-tree.ts";

const maxConfigBytes = 1_000_000;

export type ImportPlan = {
  title: string;
  /** Parents before children, siblings in order. */
  pages: PlannedPage[];
  files: PlannedFile[];
  /** Old paths of the published site with the path each redirects to, from the content's root. */
  redirects: { from: string; to: string }[];
  /** The table of contents that defines the tree; undefined if there is none, or several. */
  summary?: PlannedSummary | undefined;
  warnings: ImportWarning[];
};

interface PlannedSummary {
  readonly path: string;
  readonly text: string;
  /** The key of the page listed in each line. */
  readonly lines: ReadonlyMap<number, string>;
}

/** What a plan depends on besides the paths and texts of its pages and files. */
export interface ContentLayout {
  /** The content's folder within what was planned. */
  readonly root: string;
  /** Tables of contents, by path from there. */
  readonly summaries: readonly string[];
  /** Whether they define the tree; otherwise it follows the folders. */
  readonly isListed: boolean;
  /** The page that the configuration puts first. */
  readonly readme?: string | undefined;
}

/**
 * Plans the import of a folder of Markdown. Reads every page once and changes nothing. Texts and files are read again,
 * through the plan, when they are stored. Throws `ImportError`; a problem with a single page or file is a warning.
 */
export async function planImport(path: string, options: PlanImportOptions = {}): Promise<ImportPlan> {
  return planContent(await folderSource(path, options), options);
}

/** The same for any content source. */
export async function planContent(
  source: ContentSource,
  options: PlanImportOptions = {},
): Promise<ImportPlan & { layout: ContentLayout }> {
  const limits = { ...importLimits, ...options.limits };
  const config = await readConfig(source);
  const { folder: written, root } = await readContentFolder(source, config);
  const folder = options.keepsBytes ? written : withMarkdownPages(written);
  const warnings = [...config.warnings, ...folder.warnings];

  const known = new KnownPaths(folder.files.keys());
  const summary = await readSummaries(folder, known, config, limits.pageBytes);
  warnings.push(...summary.warnings);

  const candidates: string[] = [];
  for (const [file, size] of folder.files) {
    if (!hasPageName(file) || isToolPath(file) || summary.paths.has(file)) continue;
    if (size <= limits.pageBytes) candidates.push(file);
    else {
      const message = `${file} has ${size} bytes, more than the limit of ${limits.pageBytes}, and is left out.`;
      warnings.push({ path: file, problem: "page_too_large", message });
    }
  }
  const read = await readPages(folder, candidates, known, summary.paths, options);
  warnings.push(...read.warnings);
  const included = await readIncludes(folder, known, summary.paths, limits.pageBytes, options);
  warnings.push(...included.warnings);
  const pagePaths = candidates.filter((candidate) => read.facts.has(candidate));
  if (pagePaths.length === 0) throw emptyFolder(source.shown, warnings);

  const knownPages = new KnownPaths(pagePaths);
  const tree =
    summary.entries.length > 0
      ? summaryTree(summary.entries, pagePaths, knownPages, config.readme)
      : {
          listed: new Map<string, string>(),
          nodes: folderTree(pagePaths, knownPages, config.readme, (page) => read.facts.get(page)?.position),
          warnings: [],
        };
  const { pages, warnings: slugWarnings } = plannedPages(tree.nodes, read.facts, folder, known);
  const { files, warnings: fileWarnings } = planFiles(
    folder,
    new Set([...read.files, ...included.files]),
    limits.fileBytes,
  );
  warnings.push(...tree.warnings, ...slugWarnings, ...fileWarnings, ...brokenRedirects(config, knownPages));

  const landing = config.readme ?? knownPages.findIndexPage("") ?? "";
  const title = options.title ?? read.facts.get(landing)?.title ?? titleOfName(source.name || "Docs");
  const isListed = summary.entries.length > 0;
  const layout = { root, summaries: [...summary.paths], isListed, readme: config.readme };
  const planned = summary.only && isListed && { ...summary.only, lines: mapEntryLines(summary.entries, tree.listed) };
  return { title, pages, files, redirects: config.redirects, summary: planned || undefined, warnings, layout };
}

function mapEntryLines(entries: LoadedSummaries["entries"], listed: ReadonlyMap<string, string>): Map<number, string> {
  const lines = new Map<number, string>();
  for (const { key, line } of entries) {
    const page = listed.get(key);
    if (page !== undefined) lines.set(line, page);
  }
  return lines;
}

async function readConfig(source: ContentSource): Promise<GitbookConfig> {
  for (const name of configNames) {
    try {
      const bytes = await source.readTop(name, maxConfigBytes);
      if (bytes === undefined) continue;
      const decoded = decodeText(bytes);
      if ("text" in decoded) return parseGitbookConfig(decoded.text, name);
      return withoutConfig(name, "it is not UTF-8 text.");
    } catch (error) {
      const cause = error instanceof Error ? error.cause : undefined;
      return withoutConfig(name, cause instanceof Error ? cause.message : String(error));
    }
  }
  return parseGitbookConfig("");
}

function withoutConfig(path: string, reason: string): GitbookConfig {
  const message = `${path} cannot be read and is ignored: ${reason}`;
  return { ...parseGitbookConfig(""), warnings: [{ path, problem: "bad_config", message }] };
}

/** Lists the content root or, if the configured one does not exist, the whole folder with a warning. */
async function readContentFolder(
  source: ContentSource,
  config: GitbookConfig,
): Promise<{ folder: Folder; root: string }> {
  const folder = await source.list(config.root);
  if (folder !== undefined) return { folder, root: config.root };
  const message = `\`root\` of the configuration names ${config.root}, which is not a folder in ${source.shown}; the whole folder is imported.`;
  config.warnings.push({ path: config.root, problem: "missing_root", message });
  const absentFolder = { root: source.shown, files: new Map(), warnings: [], readBytes: rejectRead };
  return { folder: (await source.list("")) ?? absentFolder, root: "" };
}

const rejectRead = () => Promise.reject(new Error("there is nothing to read"));

async function readSummaries(
  folder: Folder,
  known: KnownPaths,
  config: GitbookConfig,
  maxBytes: number,
): Promise<LoadedSummaries> {
  const path = config.summary ?? summaryFileName;
  const emptySummaries: LoadedSummaries = { entries: [], paths: new Set(), warnings: [] };
  if (!folder.files.has(path)) {
    if (config.summary === undefined) return emptySummaries;
    const message = `\`structure.summary\` names ${path}, which does not exist; the tree follows the folders.`;
    return { ...emptySummaries, warnings: [{ path, problem: "missing_summary", message }] };
  }
  const loaded = await loadSummaries(folder, known, path, maxBytes);
  if (loaded.entries.length > 0 || loaded.warnings.length > 0) return loaded;
  const message = `${path} lists nothing; the tree follows the folders.`;
  return { ...loaded, warnings: [{ path, problem: "empty_summary", message }] };
}

/** Reusable contents are files, but the files they refer to are imported like those that pages refer to. */
async function readIncludes(
  folder: Folder,
  known: KnownPaths,
  summaries: ReadonlySet<string>,
  maxBytes: number,
  { signal }: PlanImportOptions,
) {
  const isReadable = ([source, size]: [string, number]) => isReusable({ source }) && size <= maxBytes;
  const paths = [...folder.files].filter(isReadable).map(([path]) => path);
  return readPages(folder, paths, known, summaries, { signal });
}

/** Redirects that lead to no page are kept, because the page may be added later. */
function brokenRedirects({ redirects }: GitbookConfig, pages: KnownPaths): ImportWarning[] {
  return redirects.flatMap(({ from, to }): ImportWarning[] => {
    const leadsInside = !isExternal(to) && resolveInside("", to) !== undefined;
    if (leadsInside && pages.find("", to) !== undefined) return [];
    return [{ path: to, problem: "broken_redirect", message: `The redirect of ${from} leads to no page: ${to}` }];
  });
}

function emptyFolder(path: string, warnings: readonly ImportWarning[]): ImportError {
  const reason = warnings[0] === undefined ? "" : ` ${warnings[0].message}`;
  const message = `${path} contains no page that can be imported (.md, .mdx, .markdown). Name the folder that contains the docs.${reason}`;
  return new ImportError("empty_folder", path, message);
}

const firstRank = Number.NEGATIVE_INFINITY;

const lastRank = Number.POSITIVE_INFINITY;

type Item = { node: TreeNode; name: string; rank: number; folder?: string };

/**
 * The tree that follows the folders: a folder's README or index is its page; a folder without one is a group. Siblings
 * are ordered by the position in their front matter, with the root's README and the configured `landing` page first,
 * then by name.
 */
function folderTree(
  pages: readonly string[],
  known: KnownPaths,
  landing: string | undefined,
  findPosition: (page: string) => number | undefined,
): TreeNode[] {
  const items = new Map<string, Item[]>();
  const add = (folder: string, item: Item) => {
    const siblings = items.get(folder);
    if (siblings) siblings.push(item);
    else items.set(folder, [item]);
  };
  const getParentKey = (folder: string) => (folder === "" ? null : (known.findIndexPage(folder) ?? `${folder}/`));

  const seen = new Set([""]);
  const addFolders = (start: string) => {
    for (let folder = start; !seen.has(folder); folder = getFolder(folder)) {
      seen.add(folder);
      const name = posix.basename(folder);
      const parent = getParentKey(getFolder(folder));
      const index = known.findIndexPage(folder);
      const rank = index === undefined ? lastRank : index === landing ? firstRank : (findPosition(index) ?? lastRank);
      const node: TreeNode =
        index === undefined
          ? { key: `${folder}/`, parent, type: "group", label: titleOfName(name) }
          : { key: index, parent, type: "document", source: index };
      add(getFolder(folder), { node, name, rank, folder });
    }
  };

  for (const source of pages) {
    const folder = getFolder(source);
    addFolders(folder);
    const isIndex = known.findIndexPage(folder) === source;
    if (isIndex && folder !== "") continue;
    const defaultRank = isIndex || isReadme(source) ? firstRank : lastRank;
    const node: TreeNode = { key: source, parent: getParentKey(folder), type: "document", source };
    const name = withoutPageExtension(posix.basename(source));
    add(folder, { node, name, rank: source === landing ? firstRank : (findPosition(source) ?? defaultRank) });
  }

  const nodes: TreeNode[] = [];
  const waiting = [""];
  for (const folder of waiting) {
    const siblings = (items.get(folder) ?? []).sort(
      (a, b) => compareRanks(a.rank, b.rank) || compareNames(a.name, b.name),
    );
    for (const { node, folder: below } of siblings) {
      nodes.push(node);
      if (below !== undefined) waiting.push(below);
    }
  }
  return nodes;
}

/** Infinite ranks are equal to each other, but subtracting them gives NaN. */
function compareRanks(a: number, b: number): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

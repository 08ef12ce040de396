import { decodeEntity } from "../../../markdown/grammar/html.ts";
import { listLinks, type TextLink } from "../../../markdown/page/links.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { hasTooManyLines, pageLimits } from "../../../markdown/versions/page-limits.ts";
import { ImportError, type ImportProblem, type ImportWarning, stopWhenAborted } from "./errors.ts";
import { getFolder, hasPageName, isExternal, type KnownPaths } from "./folder-path.ts";
import { type PageFacts, pageFacts } from "./page-facts.ts";
import type { Folder, PageProblem, PageReading, ReadFolderOptions } from "./read-folder.ts";

type ReadPages = {
  /** Facts by path, for the paths that are pages. */
  facts: Map<string, PageFacts>;
  /** Files that pages refer to, and files that are named like a page but are not text. */
  files: Set<string>;
  warnings: ImportWarning[];
};

/** Pages that are read at once, and their bytes. */
const batchLimits = { pages: 64, bytes: 1_000_000 };

/** Reads each page once, in order, keeping only its facts. `summaries` are listed files that do not become pages. */
export async function readPages(
  folder: Folder,
  paths: readonly string[],
  known: KnownPaths,
  summaries: ReadonlySet<string>,
  options: ReadFolderOptions,
): Promise<ReadPages> {
  const read: ReadPages = { facts: new Map(), files: new Set(), warnings: [] };
  const timeSlices = new TimeSlices();
  let done = 0;
  for (const batch of listBatches(folder, paths)) {
    await timeSlices.yieldIfDue();
    stopWhenAborted(options.signal, folder.root);
    const results = await Promise.all(batch.map((path) => readOne(folder, path, known, summaries)));
    // A short string cut from a page keeps the whole page in memory; a clone does not.
    for (const { path, facts, files, warnings } of structuredClone(results)) {
      if (facts) read.facts.set(path, facts);
      for (const file of files) read.files.add(file);
      read.warnings.push(...warnings);
    }
    await folder.flushIfFull?.();
    done += batch.length;
    options.onProgress?.({ step: "reading", done, total: paths.length, path: batch.at(-1) ?? "" });
  }
  return read;
}

function* listBatches(folder: Folder, paths: readonly string[]): Generator<string[]> {
  let batch: string[] = [];
  let bytes = 0;
  for (const path of paths) {
    batch.push(path);
    bytes += folder.files.get(path) ?? 0;
    if (batch.length < batchLimits.pages && bytes < batchLimits.bytes) continue;
    yield batch;
    batch = [];
    bytes = 0;
  }
  if (batch.length > 0) yield batch;
}

type ReadOne = { path: string; facts?: PageFacts; files: string[]; warnings: ImportWarning[] };

async function readOne(
  folder: Folder,
  path: string,
  known: KnownPaths,
  summaries: ReadonlySet<string>,
): Promise<ReadOne> {
  const warnings: ImportWarning[] = [];
  const warn = (problem: ImportProblem, message: string) => warnings.push({ path, problem, message });
  let reading: PageReading;
  try {
    reading = await readPage(folder, path);
  } catch (error) {
    warn("not_readable", `${path} is left out: ${error instanceof Error ? error.message : String(error)}`);
    return { path, files: [], warnings };
  }
  if ("problem" in reading) {
    warn(reading.problem, `${path} ${problems[reading.problem]}`);
    if (reading.problem === "page_too_large") return { path, files: [], warnings };
    return { path, files: [path], warnings };
  }

  const { facts, addresses } = reading;
  if (facts.problem !== undefined) warn("bad_front_matter", `The front matter of ${path} is ignored: ${facts.problem}`);
  const { files, broken } = followLinks([...addresses, facts.cover?.ref ?? "", facts.cover?.refDark ?? ""]);
  if (broken.length > 0) {
    const names = broken.slice(0, 3).join(", ") + (broken.length > 3 ? ", …" : "");
    const count = broken.length === 1 ? "1 relative link leads" : `${broken.length} relative links lead`;
    warn("broken_link", `${count} from ${path} to no page or file: ${names}`);
  }
  return { path, facts, files, warnings };

  function followLinks(links: readonly string[]): { files: string[]; broken: string[] } {
    const files = new Set<string>();
    const broken: string[] = [];
    for (const address of links) {
      if (address === "" || address.startsWith("#") || address.startsWith("?") || isExternal(address)) continue;
      const target = known.find(getFolder(path), address);
      if (target !== undefined && !summaries.has(target)) {
        if (!hasPageName(target)) files.add(target);
      } else if (!address.startsWith("/")) {
        // An address from the root may just as well be a path of the published site.
        broken.push(address.slice(0, 200));
      }
    }
    return { files: [...files], broken };
  }
}

/** The result of reading a page, from the stored one if possible. */
export async function readPage(folder: Folder, path: string): Promise<PageReading> {
  const stored = folder.findReading?.(path);
  if (stored !== undefined) return stored;
  const bytes = await folder.readBytes(path);
  const decoded = decodePage(bytes);
  const reading =
    "problem" in decoded
      ? decoded
      : { facts: pageFacts(decoded.text), addresses: listLinks(decoded.text).map(decodeAddress) };
  folder.storeReading?.(path, structuredClone(reading), bytes);
  return reading;
}

/** The address that a link means: entities decoded and, in Markdown, escapes removed. */
function decodeAddress({ kind, href }: TextLink): string {
  const unescaped = kind === "html" || kind === "tag" ? href : href.replace(/\\([!-/:-@[-`{-~])/g, "$1");
  return unescaped.replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, decodeEntity).trim();
}

const problems: Readonly<Record<PageProblem, string>> = {
  binary_page: "contains binary data; it is imported as a file, not as a page.",
  invalid_utf8: "is not UTF-8; it is imported as a file, not as a page.",
  page_too_large: `exceeds the limit of ${pageLimits.lines} lines per page and is left out.`,
};

/** Strict UTF-8 that keeps a byte order mark: encoding the text again gives the same bytes. */
export function decodeText(bytes: Uint8Array): { text: string } | { problem: "binary_page" | "invalid_utf8" } {
  if (bytes.includes(0)) return { problem: "binary_page" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: "invalid_utf8" };
  }
}

/** The same for a page, with the limit on its lines. */
export function decodePage(bytes: Uint8Array): { text: string } | { problem: PageProblem } {
  const decoded = decodeText(bytes);
  return "text" in decoded && hasTooManyLines(decoded.text) ? { problem: "page_too_large" } : decoded;
}

/** The text of a planned page, which must still be text. */
export async function readPlannedText(folder: Folder, path: string): Promise<string> {
  const page = decodePage(await folder.readBytes(path));
  if ("text" in page) return page.text;
  throw new ImportError(
    "file_changed",
    path,
    `${path} is no longer a page that can be imported. Run the import again.`,
  );
}

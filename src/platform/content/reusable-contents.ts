import { posix } from "node:path";
import { readVariables, type Variables } from "../../markdown/expressions/expressions.ts";
import { findBodyStart, findFrontMatterScalar } from "../../markdown/grammar/front-matter.ts";
import type { ContentMap, StoredMap } from "./content-map.ts";
import { allFiles, filesAfter, findFile } from "./page-tree.ts";
import { type FileRecord, keys } from "./records.ts";
import type { IdentifiedOrigin } from "./references.ts";

/** The file with the variables for all pages of a space. */
export const variablesSource = ".gitbook/vars.yaml";

export const reusableFolder = ".gitbook/includes/";

/** A reusable content is a Markdown file in a space's includes folder. */
export function isReusable({ source }: Pick<FileRecord, "source">): boolean {
  return /(?:^|\/)\.gitbook\/includes\/[^/].*\.(?:md|mdx|markdown)$/i.test(source);
}

/** Every reusable content in a content, ordered by id. */
export const allReusable = async (map: ContentMap): Promise<FileRecord[]> => (await allFiles(map)).filter(isReusable);

/** Links in a reusable content are relative to its own file, wherever it is included. */
export const createReusableOrigin = ({ id, source }: FileRecord): IdentifiedOrigin => ({ id, source, path: source });

/** Neither a reusable content nor the variables, which are presented separately. */
export function isAttachment(file: Pick<FileRecord, "source">): boolean {
  return !isReusable(file) && file.source !== variablesSource;
}

/** Up to `limit` attachments after this id, ordered by id. */
export async function attachmentsAfter(map: StoredMap, id: string, limit: number): Promise<FileRecord[]> {
  const found: FileRecord[] = [];
  for (let after = id; found.length < limit; ) {
    const files = await filesAfter(map, after, limit);
    found.push(...files.filter(isAttachment));
    const last = files.at(-1);
    if (last === undefined || files.length < limit) break;
    after = last.id;
  }
  return found.slice(0, limit);
}

/** By root; what a root refers to never changes. */
const counts = new Map<string, number>();

const maxCounts = 1000;

/** The number of attachments. */
export async function countAttachments(map: StoredMap): Promise<number> {
  const known = counts.get(map.root);
  if (known !== undefined) return known;
  const count = (await allFiles(map)).filter(isAttachment).length;
  if (counts.size >= maxCounts) counts.clear();
  counts.set(map.root, count);
  return count;
}

export async function findReusable(map: ContentMap, id: string): Promise<FileRecord | undefined> {
  const file = await findFile(map, id);
  return file !== undefined && isReusable(file) ? file : undefined;
}

/** The reusable content at this path, whose ending may be omitted. */
export async function findReusableAt(map: ContentMap, path: string): Promise<FileRecord | undefined> {
  const source = [path, `${path}.md`].find((candidate) => isReusable({ source: candidate }));
  if (source === undefined) return undefined;
  const owner = (await map.getMany([keys.source(source)])).get(keys.source(source));
  return owner?.startsWith(keys.files) ? findReusable(map, owner.slice(keys.files.length)) : undefined;
}

/** The title in its front matter, or else one made from its file name. */
export function titleOfReusable(text: string, { source }: Pick<FileRecord, "source">): string {
  const written = findFrontMatterScalar(text, "title")?.value.replace(/\s+/g, " ").trim();
  if (written) return written;
  const name = posix
    .basename(source, posix.extname(source))
    .replace(/[-_\s]+/g, " ")
    .trim();
  return name.charAt(0).toUpperCase() + name.slice(1) || "Untitled";
}

/** What replaces an include: the text without front matter and surrounding blank lines. */
export function bodyOfReusable(text: string): string {
  return text
    .slice(findBodyStart(text))
    .replace(/^[ \t\r\n]*\n/, "")
    .trimEnd();
}

interface Texts {
  readText(address: string): Promise<string>;
}

/** The variables available to all pages of a space. */
export async function spaceVariables(map: ContentMap, texts: Texts): Promise<Variables> {
  const key = keys.source(variablesSource);
  const owner = (await map.getMany([key])).get(key);
  const file = owner?.startsWith(keys.files) ? await findFile(map, owner.slice(keys.files.length)) : undefined;
  return file === undefined ? {} : readVariables(await texts.readText(file.content));
}

import { posix } from "node:path";
import type { UpdatePage } from "../../contract/models/content-change.ts";
import { withFrontMatter } from "../../text/front-matter-edit.ts";
import { Problem } from "../problem.ts";
import { createId } from "../store/ids.ts";
import type { EditedMap } from "./content-map.ts";
import { readGivenText, shortTitle } from "./given-text.ts";
import { splitBody } from "./page-body.ts";
import { keepingFrontMatter } from "./page-front-matter.ts";
import { freeSource } from "./placement.ts";
import { type FileRecord, fileEntries, keys } from "./records.ts";
import { withIncludePaths } from "./resolve-includes.ts";
import { reusableFolder, variablesSource } from "./reusable-contents.ts";
import { assetSource } from "./source-paths.ts";
import type { SpaceContent } from "./space-content.ts";

/** Gives a reusable content another text or title. Throws `conflict` for what only a page has. */
export async function rewriteReusable(
  map: EditedMap,
  content: SpaceContent,
  file: FileRecord,
  change: UpdatePage,
): Promise<void> {
  const { operation: _, page: __, document, title, ...others } = change;
  const [stray] = Object.entries(others).filter(([, value]) => value !== undefined);
  if (stray !== undefined) {
    throw new Problem("conflict", `${stray[0]}: ${file.id} is a reusable content, which has a text and a title alone.`);
  }
  const before = await content.readText(file.content);
  const given =
    document === undefined ? before : keepingFrontMatter(await readGivenText(document, splitBody(before).head), before);
  const bound = await withIncludePaths(map, given, file.source);
  const text = title === undefined ? bound : withFrontMatter(bound, { title: shortTitle(title) });
  putFile(map, { ...file, content: content.putText(text), size: Buffer.byteLength(text) });
}

/** Enters a new file. One named as a reusable content, or as the variables of the space, takes the place of that. */
export async function placeFile(
  map: EditedMap,
  name: string,
  given: Omit<FileRecord, "id" | "name" | "source">,
): Promise<FileRecord> {
  const named = namedSource(name);
  const source = named ?? (await freeSource(map, assetSource(name), undefined));
  const owner = (await map.getMany([keys.source(source)])).get(keys.source(source));
  const file: FileRecord = {
    id: owner?.startsWith(keys.files) ? owner.slice(keys.files.length) : createId(),
    name: named === undefined ? name : posix.basename(source),
    ...given,
    source,
  };
  putFile(map, file);
  return file;
}

function putFile(map: EditedMap, file: FileRecord): void {
  for (const [key, value] of fileEntries(file)) map.set(key, value);
}

export function removeFile(map: EditedMap, file: FileRecord): void {
  for (const key of fileEntries(file).keys()) map.delete(key);
}

/** The path that the name of a new file asks for: that of a reusable content, or of the space's variables. */
function namedSource(name: string): string | undefined {
  if (name === variablesSource) return name;
  const rest = name.startsWith(reusableFolder) ? name.slice(reusableFolder.length) : "";
  return /^[\p{L}\p{N}_-][\p{L}\p{N} ._-]{0,100}\.md$/u.test(rest) ? name : undefined;
}

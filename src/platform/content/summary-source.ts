import type { ContentMap, EditedMap, StoredMap } from "./content-map.ts";
import { keys } from "./records.ts";

/** A table of contents as imported. An export edits this text; the pages themselves are in their records. */
export interface SummarySource {
  /** From the content's root. */
  readonly path: string;
  readonly text: string;
  /** Each line that lists a page, numbered from 1, with the page's id. A page listed twice appears twice. */
  readonly lines: readonly (readonly [line: number, page: string])[];
  /** Ids of pages that the import found but the text does not list. */
  readonly unlisted: readonly string[];
}

interface Texts {
  readText(address: string): Promise<string>;
  putText(text: string): string;
}

export async function findSummary(map: ContentMap, texts: Pick<Texts, "readText">): Promise<SummarySource | undefined> {
  const address = (await map.getMany([keys.summary])).get(keys.summary);
  return address === undefined ? undefined : (JSON.parse(await texts.readText(address)) as SummarySource);
}

/** Removes the stored table of contents if `source` is undefined. */
export async function putSummary(
  map: EditedMap,
  texts: Pick<Texts, "putText">,
  source: SummarySource | undefined,
): Promise<void> {
  const present = (await map.getMany([keys.summary])).get(keys.summary);
  const address = source && texts.putText(JSON.stringify(source));
  if (address === present) return;
  if (address === undefined) map.delete(keys.summary);
  else map.set(keys.summary, address);
}

/** Merges a table of contents, which only an import replaces. If both sides have a new one, the kept side wins. */
export async function mergeSummary(sides: {
  readonly base: StoredMap;
  readonly kept: EditedMap;
  readonly incoming: StoredMap;
}): Promise<void> {
  const at = async (map: ContentMap) => (await map.getMany([keys.summary])).get(keys.summary);
  const [before, present, next] = [await at(sides.base), await at(sides.kept), await at(sides.incoming)];
  if (next === before || present !== before) return;
  if (next === undefined) sides.kept.delete(keys.summary);
  else sides.kept.set(keys.summary, next);
}

import { withoutEnds } from "../../markdown/text/trim.ts";
import type { ContentMap, EditedMap, StoredMap } from "./content-map.ts";
import { findPage } from "./page-tree.ts";
import { keys, type PageRecord } from "./records.ts";
import { findSource } from "./references.ts";

/** Redirects from previous page paths to paths from the content's root, as the configuration writes them. */
export type Redirects = ReadonlyMap<string, string>;

export async function allRedirects(map: ContentMap): Promise<Redirects> {
  return new Map((await map.scan(keys.redirects)).map(([key, to]) => [key.slice(keys.redirects.length), to]));
}

/** The page that a path redirects to, if no page is at that path any more. */
export async function findRedirected(map: ContentMap, path: string): Promise<PageRecord | undefined> {
  const from = withoutEnds(path, "/");
  const candidates = [...new Set([from, from.replace(/\.md$/, "")])].map(keys.redirect);
  const found = await map.getMany(candidates);
  const to = candidates.map((key) => found.get(key)).find((target) => target !== undefined);
  const owner = to === undefined ? undefined : await findSource(map, to.replace(/[?#].*$/s, ""));
  return owner?.startsWith(keys.pages) ? findPage(map, owner.slice(keys.pages.length)) : undefined;
}

/** Replaces all redirects of a content. */
export async function putRedirects(map: EditedMap, redirects: Redirects): Promise<void> {
  const present = await allRedirects(map);
  for (const from of present.keys()) if (!redirects.has(from)) map.delete(keys.redirect(from));
  for (const [from, to] of redirects) if (present.get(from) !== to) map.set(keys.redirect(from), to);
}

/** Merges the incoming side's changes. If both sides changed a redirect, the kept side wins. */
export async function mergeRedirects(sides: {
  readonly base: StoredMap;
  readonly kept: EditedMap;
  readonly incoming: StoredMap;
}): Promise<void> {
  const { base, kept, incoming } = sides;
  const changes = await base.diff(incoming, keys.redirects);
  const present = await kept.getMany(changes.map(({ key }) => key));
  for (const { key, before, after } of changes) {
    if (present.get(key) !== before) continue;
    if (after === undefined) kept.delete(key);
    else kept.set(key, after);
  }
}

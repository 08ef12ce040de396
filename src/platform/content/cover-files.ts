import type { ContentMap } from "./content-map.ts";
import { keys, type PageRecord } from "./records.ts";

/** Ids of the files that covers of these pages name, by their path. */
export async function coverFiles(
  map: ContentMap,
  pages: readonly Pick<PageRecord, "cover">[],
): Promise<Map<string, string>> {
  const paths = new Set(pages.flatMap(({ cover }) => (cover ? [cover.ref, cover.refDark ?? ""] : [])));
  if (paths.size === 0) return new Map();
  const owners = await map.getMany([...paths].map(keys.source));
  return new Map(
    [...paths].flatMap((path) => {
      const owner = owners.get(keys.source(path));
      return owner?.startsWith(keys.files) ? [[path, owner.slice(keys.files.length)] as const] : [];
    }),
  );
}

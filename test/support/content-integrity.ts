import { type ContentMap, StoredMap } from "../../src/platform/content/content-map.ts";
import { readNodes } from "../../src/platform/content/content-rows.ts";
import { NodeCache } from "../../src/platform/content/ordered-map/node-reader.ts";
import { SpaceContent } from "../../src/platform/content/space-content.ts";
import type { Platform } from "../../src/platform/index.ts";
import type { Queries } from "../../src/platform/kernel/database/tables.ts";
import { LruCache } from "../../src/platform/kernel/lru-cache.ts";

interface Placed {
  readonly id: string;
  readonly slug: string;
  readonly parent: string | null;
  readonly order: string;
  readonly source?: string;
  readonly content?: string;
}

interface Stored {
  readonly id: string;
  readonly source: string;
  readonly content: string;
}

/** Everything wrong with the content of every revision of every space, and with the search index; empty if intact. */
export async function contentFaults(platform: Platform): Promise<string[]> {
  return platform.database.read(async (queries) => {
    const content = new SpaceContent(queries);
    // A separate cache: the process may have cached nodes that were never stored.
    const nodes = new NodeCache(new LruCache(2 ** 30)).over({ read: (addresses) => readNodes(queries, addresses) });
    const faults: string[] = [];
    const stored = new Set<string>();
    // Revisions share most of their content, so each piece is read once.
    const read = async (address: string) => {
      if (!stored.has(address)) await content.readBytes(address);
      stored.add(address);
    };
    for (const revision of await queries.selectFrom("revision").selectAll().execute()) {
      const found = await mapFaults(new StoredMap(nodes, revision.root), read);
      faults.push(...found.map((fault) => `space ${revision.space}, revision ${revision.id}: ${fault}`));
    }
    return [...faults, ...(await referenceFaults(queries)), ...(await searchFaults(queries, content))];
  });
}

/** Compares every index entry of one content map with the records, and the records with the index entries. */
export async function mapFaults(map: ContentMap, read: (address: string) => Promise<unknown>): Promise<string[]> {
  const entries = new Map(await map.scan(""));
  const faults: string[] = [];
  const pages = recordsUnder<Placed>(entries, "page/");
  const files = recordsUnder<Stored>(entries, "file/");
  const expected = new Map<string, string>();
  const expectEntry = (key: string, value: string) => {
    if (expected.has(key)) faults.push(`two records stand behind ${key}`);
    expected.set(key, value);
  };

  for (const [id, page] of pages) {
    if (page.id !== id) faults.push(`page/${id} holds the record of ${page.id}`);
    if (page.slug === "" || page.slug.includes("/"))
      faults.push(`page ${id} has the slug ${JSON.stringify(page.slug)}`);
    if (page.order === "") faults.push(`page ${id} has no order`);
    expectEntry(`child/${page.parent ?? ""}/${page.order}/${id}`, "");
    expectEntry(`slug/${page.parent ?? ""}/${page.slug}`, id);
    if (page.source !== undefined) expectEntry(`source/${page.source}`, `page/${id}`);
    if (!reachesRoot(page, pages)) faults.push(`page ${id} does not hang from the root`);
    if (page.content !== undefined) await readable(`page ${id}`, page.content);
  }
  for (const [id, file] of files) {
    expectEntry(`source/${file.source}`, `file/${id}`);
    await readable(`file ${id}`, file.content);
  }
  for (const [key, value] of expected) {
    if (entries.get(key) !== value) faults.push(`${key} is ${JSON.stringify(entries.get(key))}, not ${value}`);
  }
  const summary = entries.get("summary");
  if (summary !== undefined) expectEntry("summary", summary);
  if (summary !== undefined) await readable("the table of contents", summary);
  for (const key of entries.keys()) {
    const isRecord = ["page/", "file/", "conflict/", "redirect/"].some((prefix) => key.startsWith(prefix));
    if (!isRecord && !expected.has(key)) faults.push(`no record stands behind ${key}`);
  }
  return faults;

  async function readable(owner: string, address: string): Promise<void> {
    await read(address).catch(() => faults.push(`${owner} names content that is not stored`));
  }
}

function recordsUnder<Found>(entries: ReadonlyMap<string, string>, prefix: string): Map<string, Found> {
  const found = [...entries].filter(([key]) => key.startsWith(prefix));
  return new Map(found.map(([key, text]) => [key.slice(prefix.length), JSON.parse(text) as Found]));
}

function reachesRoot(page: Placed, pages: ReadonlyMap<string, Placed>): boolean {
  const seen = new Set<string>();
  for (let at: Placed | undefined = page; at !== undefined; at = pages.get(at.parent)) {
    if (at.parent === null) return true;
    if (seen.has(at.id)) return false;
    seen.add(at.id);
  }
  return false;
}

/** Rows that name a missing revision, and revisions that name a missing space. */
async function referenceFaults(queries: Queries): Promise<string[]> {
  const revisions = await queries.selectFrom("revision").select(["id", "space", "parents"]).execute();
  const spaceOf = new Map(revisions.map((revision) => [revision.id, revision.space]));
  const spaces = await queries.selectFrom("space").select(["id", "revision"]).execute();
  const known = new Set(spaces.map((space) => space.id));
  const changeRequests = await queries.selectFrom("change_request").selectAll().execute();
  const named = [
    ...spaces.map(({ id, revision }) => ({ space: id, revision, by: "its space" })),
    ...revisions.flatMap(({ id, space, parents }) =>
      (JSON.parse(parents) as string[]).map((revision) => ({ space, revision, by: `revision ${id}` })),
    ),
    ...changeRequests.flatMap(({ space, number, ...row }) =>
      [row.revision, row.revision_initial, row.revision_merged_ancestor, row.revision_merged].flatMap((revision) =>
        revision === null ? [] : [{ space, revision, by: `change request ${number}` }],
      ),
    ),
  ];
  return [
    ...named
      .filter(({ space, revision }) => spaceOf.get(revision) !== space)
      .map(({ space, revision, by }) => `space ${space}: ${by} names revision ${revision}, which it does not have`),
    ...[...new Set(spaceOf.values())].filter((id) => !known.has(id)).map((id) => `revisions of a missing space ${id}`),
  ];
}

/**
 * Every document of each space's active revision is in the search index with its title, and nothing else is. What a
 * killed process indexed ahead does not count: no search finds it, and it is removed by age.
 */
async function searchFaults(queries: Queries, content: SpaceContent): Promise<string[]> {
  const faults: string[] = [];
  const found = await queries.selectFrom("section").select(["id", "space", "page", "page_title"]).execute();
  const numbers = [
    ...(await queries.selectFrom("section_space").selectAll().execute()),
    ...(await queries.selectFrom("section_space_part").selectAll().execute()),
  ];
  const spaceOf = new Map(numbers.map(({ number, space }) => [number, space]));
  const ownerOf = (id: number) => spaceOf.get(Math.floor(id / 2 ** 30)) ?? "nothing";
  const rows = found.filter(({ id }) => !ownerOf(id).startsWith("draft "));
  for (const { id, space } of rows) {
    if (ownerOf(id) !== space) faults.push(`section ${id} of space ${space} has a number of ${ownerOf(id)}`);
  }
  const unexplained = new Map(rows.map((row) => [`${row.space}/${row.page}`, row.page_title]));
  const spaces = await queries
    .selectFrom("space")
    .innerJoin("revision", "revision.id", "space.revision")
    .select(["space.id", "revision.root"])
    .execute();
  for (const { id: space, root } of spaces) {
    for (const [, text] of await content.at(root).scan("page/")) {
      const page = JSON.parse(text) as Placed & { title: string; noIndex?: boolean };
      const key = `${space}/${page.id}`;
      if (page.content === undefined || page.noIndex === true) continue;
      const title = unexplained.get(key);
      if (title === undefined) faults.push(`search does not know page ${page.id} of space ${space}`);
      else if (title !== page.title) faults.push(`search knows page ${page.id} as ${title}, not ${page.title}`);
      unexplained.delete(key);
    }
  }
  return [...faults, ...[...unexplained.keys()].map((key) => `search knows ${key}, which is not in its space`)];
}

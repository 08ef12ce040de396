import { ApiError, ClientError } from "../../../client/errors.ts";
import { isRecord } from "../../../client/json.ts";
import { paginate } from "../../../client/paginate.ts";
import { loadOperation } from "../../../contract/load.ts";
import type { PageSummary } from "../../../contract/models/page.ts";
import type { Collection, Space } from "../../../contract/models/space.ts";
import { spaces } from "../../../contract/operations/spaces.ts";
import type { Removal, ShownIn } from "../../../contract/removal.ts";
import { counted, oneLine, quoted } from "../../../present/wording.ts";
import type { Arguments, ToolContext } from "../../../resolve/context.ts";
import { flattenTree } from "../../../resolve/pages.ts";
import type { Part } from "../../../resolve/reads.ts";
import { caller } from "../follow.ts";
import { operationNamed } from "../lookup.ts";

type Found = Readonly<Record<string, unknown>>;

/** What is deleted with an object, read within limits. `object` is the object itself if it could be read. */
export async function readDependents(
  removal: Removal,
  args: Arguments,
  object: Found | undefined,
  context: ToolContext,
): Promise<Dependents> {
  const lists = Object.entries(removal.along ?? {}).map(([one, id]) => listed(one, id, args, context));
  const { id, organization } = object ?? {};
  const isIdentified = typeof id === "string" && typeof organization === "string";
  const elsewhere = isIdentified
    ? (removal.shownIn ?? []).map((usage) => shownIn(usage, { id, organization }, context))
    : [];
  const within = isIdentified && removal.holdsSpaces ? [inSpaces({ id, organization }, context)] : [];
  return joined([
    ...(await Promise.all(lists)),
    { goes: listCounts(removal, object), unseen: [] },
    ...(await Promise.all([...elsewhere, ...within])),
  ]);
}

async function listed(one: string, id: string, args: Arguments, context: ToolContext): Promise<Dependents> {
  const part = await countListed(id, args, context);
  if ("refusal" in part) {
    return { goes: [], unseen: part.refusal.startsWith("501 ") ? [] : [`${one}s (${part.refusal})`] };
  }
  const { count, isCut } = part.found;
  return { goes: count === 0 ? [] : [`${isCut ? "more than " : ""}${counted(count, one)}`], unseen: [] };
}

const listCounts = ({ counts = {} }: Removal, object: Found | undefined): string[] =>
  Object.entries(counts).flatMap(([one, member]) => {
    const count = object?.[member];
    return typeof count === "number" && count > 0 ? [counted(count, one)] : [];
  });

/** Spaces whose contents are counted; the others are only named. */
const maxSpaces = 20;

/** Each space of a collection with what is deleted with it. */
async function inSpaces(collection: { id: string; organization: string }, context: ToolContext): Promise<Dependents> {
  const { collections, spaces: found, unseen } = await spacesWithin(collection, context);
  const removal = spaces.remove.removal ?? {};
  const goes = collections === 0 ? [] : [counted(collections, "nested collection")];
  const within: Dependents[] = [{ goes, unseen }];
  for (const [index, space] of found.entries()) {
    const name = `space ${quoted(space.title)} (${space.id})`;
    const own = index < maxSpaces ? await readDependents(removal, { spaceId: space.id }, space, context) : undefined;
    const holds = own === undefined || own.goes.length === 0 ? "" : ` with ${own.goes.join(", ")}`;
    within.push({ goes: [`${name}${holds}`], unseen: own?.unseen ?? [] });
    context.progress(index + 1, found.length, "Checking what the spaces contain");
  }
  const uncounted = found.length - maxSpaces;
  if (uncounted > 0) within.push({ goes: [], unseen: [`what the last ${uncounted} of these spaces contain`] });
  return joined(within);
}

const joined = (parts: readonly Dependents[]): Dependents => ({
  goes: parts.flatMap(({ goes }) => goes),
  // The same list is refused for each space.
  unseen: [...new Set(parts.flatMap(({ unseen }) => unseen))],
});

/** Requests for one list. */
const maxReads = 5;

interface Counted {
  readonly count: number;
  /** There are more than were counted. */
  readonly isCut: boolean;
}

/** How many items a list has whose operation accepts the given path parameters. */
async function countListed(id: string, args: Arguments, context: ToolContext): Promise<Part<Counted>> {
  const summary = operationNamed(id);
  if (summary === undefined) throw new Error(`there is no operation ${id}`);
  const entry = await loadOperation(summary);
  const names = Object.fromEntries(Object.keys(entry.operation.params).map((name) => [name, args[name]]));
  const call = caller(entry, context);
  const limit = "limit" in entry.operation.query ? { limit: 1000 } : {};
  let count = 0;
  let page: string | undefined;
  for (let reads = 1; ; reads += 1) {
    const part = await readOrRefusal(call({ ...names, ...limit, ...(page === undefined ? {} : { page }) }));
    if ("refusal" in part) return part;
    const response = part.found;
    if (!isRecord(response)) return { refusal: "no list" };
    if (typeof response.count === "number") return { found: { count: response.count, isCut: false } };
    // A tree of pages is always complete.
    if (Array.isArray(response.pages)) {
      return { found: { count: flattenTree(response.pages as readonly PageSummary[]).length, isCut: false } };
    }
    count += Array.isArray(response.items) ? response.items.length : 0;
    page = isRecord(response.next) && typeof response.next.page === "string" ? response.next.page : undefined;
    if (page === undefined || reads === maxReads) return { found: { count, isCut: page !== undefined } };
  }
}

const limits = { collections: 50, spaces: 200 };

interface SpacesWithin {
  /** Collections within the collection, at any depth. */
  readonly collections: number;
  readonly spaces: readonly Space[];
  readonly unseen: readonly string[];
}

/** The spaces in a collection and in the collections within it. */
async function spacesWithin(
  { id, organization: organizationId }: { readonly id: string; readonly organization: string },
  context: ToolContext,
): Promise<SpacesWithin> {
  const { client, signal } = context;
  const listed = await readOrRefusal(
    all(paginate(client.collections.list, { organizationId, limit: 1000 }, { signal }), 5000),
  );
  const unseen = "refusal" in listed ? [`collections within it (${listed.refusal})`] : [];
  const nested = "refusal" in listed ? [] : below(id, listed.found);
  const found: Space[] = [];
  for (const collectionId of [id, ...nested].slice(0, limits.collections)) {
    const call = paginate(client.collections.listSpaces, { collectionId, limit: 1000 }, { signal });
    const part = await readOrRefusal(all(call, limits.spaces - found.length + 1));
    if ("refusal" in part) unseen.push(`spaces of collection ${collectionId} (${part.refusal})`);
    else found.push(...part.found);
    if (found.length > limits.spaces) break;
  }
  if (nested.length >= limits.collections)
    unseen.push(`spaces of the last ${nested.length + 1 - limits.collections} collections`);
  if (found.length > limits.spaces) unseen.push(`spaces after the first ${limits.spaces}`);
  return { collections: nested.length, spaces: found.slice(0, limits.spaces), unseen };
}

function below(top: string, collections: readonly Pick<Collection, "id" | "parent">[]): string[] {
  const inside = new Set([top]);
  for (let before = 0; before < inside.size; ) {
    before = inside.size;
    for (const { id, parent } of collections) if (parent !== undefined && inside.has(parent)) inside.add(id);
  }
  inside.delete(top);
  return [...inside];
}

async function all<Item>(items: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) {
    if (taken.length >= limit) break;
    taken.push(item);
  }
  return taken;
}

interface Shown {
  readonly id: string;
  readonly organization: string;
}

/** Sites whose spaces are read, and translations that are checked. */
const maxSites = 20;

const maxTranslations = 200;

/** Names in one sentence. */
const maxNamed = 5;

/** Where else a space is shown or used, from the lists of its organization. */
function shownIn(usage: ShownIn, space: Shown, context: ToolContext): Promise<Dependents> {
  return readers[usage](space, context);
}

/** A service without such lists shows nothing there. */
const refused = (what: string, refusal: string): Dependents => ({
  goes: [],
  unseen: refusal.startsWith("501 ") ? [] : [`${what} (${refusal})`],
});

const named = (one: string, names: readonly string[]): string =>
  `${names.length === 1 ? one : `${names.length} ${one}s`} ${names.slice(0, maxNamed).join(", ")}${names.length > maxNamed ? ", …" : ""}`;

const readers: Readonly<Record<ShownIn, (space: Shown, context: ToolContext) => Promise<Dependents>>> = {
  sites: inSites,
  translations: inTranslations,
};

async function inSites({ id, organization: organizationId }: Shown, context: ToolContext): Promise<Dependents> {
  const { client, signal } = context;
  const listed = await readOrRefusal(client.sites.list({ organizationId, limit: maxSites }, { signal }));
  if ("refusal" in listed) return refused("sites that show it", listed.refusal);
  const { items, next } = listed.found;
  const showing: string[] = [];
  let unread = 0;
  for (const site of items) {
    const call = { organizationId, siteId: site.id, limit: 1000 };
    const siteSpaces = await readOrRefusal(client.siteSpaces.list(call, { signal }));
    if ("refusal" in siteSpaces) unread += 1;
    else if (siteSpaces.found.items.some(({ space }) => space?.id === id)) {
      const at = site.urls?.published;
      showing.push(`${quoted(site.title)} (${site.id}${at === undefined ? "" : `, published at ${oneLine(at, 200)}`})`);
    } else if (siteSpaces.found.next?.page) unread += 1;
  }
  const more = next?.page ? [`sites after the first ${items.length}`] : [];
  return {
    goes: showing.length === 0 ? [] : [`its place in ${named("site", showing)}`],
    unseen: [...more, ...(unread === 0 ? [] : [`whether ${unread} further sites show it`])],
  };
}

async function inTranslations({ id, organization: organizationId }: Shown, context: ToolContext): Promise<Dependents> {
  const { client, signal } = context;
  const from: string[] = [];
  const into: string[] = [];
  let looked = 0;
  const reading = (async () => {
    for await (const one of paginate(client.translations.list, { organizationId, limit: 100 }, { signal })) {
      if (one.source?.space === id) from.push(`${one.id} into ${one.language}`);
      if (one.result?.space === id) into.push(`${one.id} from space ${one.source?.space}`);
      looked += 1;
      if (looked >= maxTranslations) return ["translations after the first 200"];
    }
    return [];
  })();
  const part = await readOrRefusal(reading);
  if ("refusal" in part) return refused("translations of it", part.refusal);
  return {
    goes: [
      ...(from.length === 0 ? [] : [`the source of ${named("translation", from)}`]),
      ...(into.length === 0 ? [] : [`the result of ${named("translation", into)}`]),
    ],
    unseen: part.found,
  };
}

/** What is deleted with an object, or was restored with one. */
export interface Dependents {
  /** In words and counts: "12 pages". */
  readonly goes: readonly string[];
  /** What the service did not return. */
  readonly unseen: readonly string[];
}

/** Reads what is only reported: if that fails, the reason is reported instead and nothing is prevented. */
export async function readOrRefusal<Found>(read: Promise<Found>): Promise<Part<Found>> {
  try {
    return { found: await read };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return { refusal: error instanceof ApiError ? `${error.status} ${error.code}` : "no usable answer" };
  }
}

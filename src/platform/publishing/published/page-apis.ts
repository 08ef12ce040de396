import { type Block, block, type ContentReference, type RichDocument } from "../../../markdown/document/model.ts";
import type { PageView } from "../../../site/view.ts";
import { findSpace } from "../../access/spaces-rows.ts";
import { findSpecSlug } from "../../content/computed-pages.ts";
import type { StoredMap } from "../../content/content-map.ts";
import {
  type ApiPart,
  type ApiSource,
  type ApiViews,
  findApiVersion,
  findViews,
  foldOperations,
  listApiFiles,
  readViews,
} from "../../content/openapi/index.ts";
import { findFiles, findPage } from "../../content/page-tree.ts";
import type { PageRecord } from "../../content/records.ts";
import type { SpaceContent } from "../../content/space-content.ts";
import type { Queries } from "../../kernel/database/tables.ts";

/** Where the APIs of a page are looked up. */
interface ApiContext {
  readonly queries: Queries;
  readonly space: string;
  readonly map: StoredMap;
  readonly content: SpaceContent;
}

/** A page's document, and what its blocks show of APIs. */
export type PageApis = Pick<PageView, "document" | "apis">;

/** Reads the APIs of a page. Undefined if too many pages wait for theirs. */
export type ReadApis = (signal: AbortSignal) => Promise<PageApis | undefined>;

type ApiView = NonNullable<ApiViews[number]>;

/** Bytes of memory that a parsed description takes for each byte of its text, and for each byte stored. Measured. */
const memoryFor = { text: 5.5, stored: 45 };

/**
 * Largest description that is read while a reader waits: a specification as stored, which is about a tenth of its text,
 * and a file of a space. In bytes.
 */
const maxSize = { stored: 3_000_000, file: 20_000_000 };

const types: ReadonlySet<string> = new Set(["openapi-operation", "openapi-schemas", "openapi-webhook", "swagger"]);

/** An API that a page shows, with the blocks that show it. */
interface ShownApi {
  readonly blocks: readonly Block[];
  /** Undefined if too many pages wait. */
  readonly read: (signal: AbortSignal) => Promise<ApiViews | undefined>;
}

/**
 * Finds the APIs that the blocks of a page show, within a transaction. They are read after it, because that can take
 * seconds. Undefined if the page shows none.
 */
export async function findApis(
  context: ApiContext,
  page: PageRecord,
  document: RichDocument,
): Promise<ReadApis | undefined> {
  const requestingPage = page.part === undefined ? undefined : await findPage(context.map, page.part.of);
  const spec = requestingPage?.computed && findSpecSlug(requestingPage.computed.source);
  if (spec !== undefined) return findComputed(context, document, spec);
  const groups = new Map<string, { readonly ref: ContentReference; readonly blocks: Block[] }>();
  for (const one of blocksIn(document.nodes)) {
    const ref = one.data.ref as ContentReference | undefined;
    if (ref === undefined) continue;
    const key = JSON.stringify(ref);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { ref, blocks: [one] });
    else group.blocks.push(one);
  }
  const found: ShownApi[] = [];
  for (const { ref, blocks } of groups.values()) found.push(...(await findShown(context, ref, blocks)));
  if (groups.size === 0) return undefined;
  return async (signal) => {
    const apis = await readShown(found, signal);
    return apis && { document, apis };
  };
}

/** The operations of a computed page are replaced by blocks; those that the page cannot show keep their text. */
async function findComputed(context: ApiContext, document: RichDocument, spec: string): Promise<ReadApis> {
  const ref: ContentReference = { kind: "openapi", spec };
  const blocks: Block[] = [];
  foldOperations(document.nodes, (named) => {
    const type = named.kind === "webhook" ? "openapi-webhook" : "openapi-operation";
    blocks.push(block(type, { ...named, ref, headless: true }));
    return undefined;
  });
  const found = await findShown(context, ref, blocks);
  return async (signal) => {
    const apis = await readShown(found, signal);
    if (apis === undefined) return undefined;
    const candidates = blocks.values();
    const nodes = foldOperations(document.nodes, () => {
      const { value } = candidates.next();
      const view = value && apis.get(value);
      return view === undefined || view.kind === "left-out" ? undefined : value;
    });
    return { document: { ...document, nodes }, apis };
  };
}

async function readShown(
  found: readonly ShownApi[],
  signal: AbortSignal,
): Promise<ReadonlyMap<Block, ApiView> | undefined> {
  const apis = new Map<Block, ApiView>();
  for (const { blocks, read } of found) {
    const views = await read(signal);
    if (views === undefined) return undefined;
    for (const [index, one] of blocks.entries()) {
      const view = views[index];
      if (view !== undefined) apis.set(one, view);
    }
  }
  return apis;
}

const leftOut: ApiView = { kind: "left-out" };

function* blocksIn(nodes: readonly NonNullable<Block["nodes"]>[number][]): Generator<Block> {
  for (const node of nodes) {
    if (node.object !== "block") continue;
    if (types.has(node.type)) yield node;
    yield* blocksIn(node.nodes ?? []);
    for (const fragment of node.fragments ?? []) yield* blocksIn(fragment.nodes);
  }
}

function toApiPart({ type, data }: Block): ApiPart {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  switch (type) {
    case "openapi-schemas":
      return { kind: "schemas", names: Array.isArray(data.schemas) ? data.schemas.map(String) : [] };
    case "openapi-webhook":
      return { kind: "webhook", name: text(data.name), method: text(data.method) };
    default:
      return { kind: "operation", method: text(data.method), path: text(data.path) };
  }
}

/** Empty if there is no such API. */
async function findShown(
  { queries, space, map, content }: ApiContext,
  ref: ContentReference,
  blocks: readonly Block[],
): Promise<ShownApi[]> {
  const parts = blocks.map(toApiPart);
  const tooLarge = { blocks, read: async () => blocks.map(() => leftOut) };
  if (ref.kind === "openapi") {
    const organization = (await findSpace(queries, space))?.organization;
    const key = organization === undefined ? undefined : await findApiVersion(queries, organization, ref.spec);
    if (key === undefined) return [];
    const views = findViews(key, parts);
    if (views !== undefined) return [{ blocks, read: async () => views }];
    const files = await listApiFiles(queries, key);
    const size = files.reduce((sum, [, packed]) => sum + packed.length, 0);
    if (size > maxSize.stored) return [tooLarge];
    const source: ApiSource = { kind: "specification", files };
    return [{ blocks, read: (signal) => readViews({ key, source, cost: size * memoryFor.stored }, parts, signal) }];
  }
  if (ref.kind !== "file" || (ref.space !== undefined && ref.space !== space)) return [];
  const file = (await findFiles(map, [ref.file])).get(ref.file);
  if (file === undefined || !/\.(?:json|ya?ml)$/i.test(file.name)) return [];
  if (file.size > maxSize.file) return [tooLarge];
  const key = file.content;
  const views = findViews(key, parts);
  if (views !== undefined) return [{ blocks, read: async () => views }];
  const source: ApiSource = { kind: "file", path: file.name, bytes: await content.readBytes(key) };
  return [{ blocks, read: (signal) => readViews({ key, source, cost: file.size * memoryFor.text }, parts, signal) }];
}

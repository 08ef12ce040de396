import { type Block, block, type ContentReference, type RichDocument } from "../../markdown/document/model.ts";
import type { PageView } from "../../site/view.ts";
import { findSpace } from "../access/spaces-rows.ts";
import { specOf } from "../content/computed-pages.ts";
import type { StoredMap } from "../content/content-map.ts";
import { findFiles, findPage } from "../content/page-tree.ts";
import type { PageRecord } from "../content/records.ts";
import type { SpaceContent } from "../content/space-content.ts";
import type { Queries } from "../kernel/database/tables.ts";
import { timesTheCache } from "../kernel/remembered.ts";
import { apiInFiles, apiInText, findApiFiles, foldOperations, openViewer } from "../openapi/index.ts";
import { LeastRecent } from "./least-recent.ts";

/** Where the APIs of a page are looked up. */
interface ApiPlace {
  readonly queries: Queries;
  readonly space: string;
  readonly map: StoredMap;
  readonly content: SpaceContent;
}

type Api = NonNullable<Awaited<ReturnType<typeof apiInFiles>>>;

type Viewer = Awaited<ReturnType<typeof openViewer>>;

/** Parsed descriptions, by their source. A large one takes long to parse, so one may take up all of the cache. */
const apis = new LeastRecent<Api>(timesTheCache(3 / 2), 1);

/** Bytes of memory that a parsed description takes for each byte of its text, and for each byte stored. Measured. */
const memoryFor = { text: 5.5, stored: 45 };

const types: ReadonlySet<string> = new Set(["openapi-operation", "openapi-schemas", "openapi-webhook", "swagger"]);

/** The APIs shown by the blocks of a page. The operations of a computed page are first turned into such blocks. */
export async function readApis(
  place: ApiPlace,
  page: PageRecord,
  document: RichDocument,
): Promise<Pick<PageView, "document" | "apis">> {
  const viewers = new Map<string, Promise<Viewer | undefined>>();
  const viewerOf = (ref: ContentReference): Promise<Viewer | undefined> => {
    const key = JSON.stringify(ref);
    const found = viewers.get(key) ?? openApi(place, ref);
    viewers.set(key, found);
    return found;
  };
  const asked = page.part === undefined ? undefined : await findPage(place.map, page.part.of);
  const spec = asked?.computed && specOf(asked.computed.source);
  const shown = new Map<Block, NonNullable<ReturnType<typeof viewOf>>>();
  if (spec !== undefined) {
    const ref: ContentReference = { kind: "openapi", spec };
    const viewer = await viewerOf(ref);
    if (viewer === undefined) return { document, apis: undefined };
    const nodes = foldOperations(document.nodes, (named) => {
      const type = named.kind === "webhook" ? "openapi-webhook" : "openapi-operation";
      const made = block(type, { ...named, ref, headless: true });
      const view = viewOf(made, viewer);
      if (view !== undefined) shown.set(made, view);
      return view && made;
    });
    return { document: { ...document, nodes }, apis: shown };
  }
  for (const one of blocksIn(document.nodes)) {
    const ref = one.data.ref as ContentReference | undefined;
    const viewer = ref === undefined ? undefined : await viewerOf(ref);
    const view = viewer && viewOf(one, viewer);
    if (view !== undefined) shown.set(one, view);
  }
  return { document, apis: shown.size === 0 ? undefined : shown };
}

function* blocksIn(nodes: readonly NonNullable<Block["nodes"]>[number][]): Generator<Block> {
  for (const node of nodes) {
    if (node.object !== "block") continue;
    if (types.has(node.type)) yield node;
    yield* blocksIn(node.nodes ?? []);
    for (const fragment of node.fragments ?? []) yield* blocksIn(fragment.nodes);
  }
}

function viewOf({ type, data }: Block, viewer: Viewer) {
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  switch (type) {
    case "openapi-schemas":
      return viewer.schemas(Array.isArray(data.schemas) ? data.schemas.map(String) : []);
    case "openapi-webhook":
      return viewer.webhook(text(data.name), text(data.method));
    default:
      return viewer.operation(text(data.method), text(data.path));
  }
}

async function openApi(place: ApiPlace, ref: ContentReference): Promise<Viewer | undefined> {
  const api = await findApi(place, ref);
  return api && openViewer(api);
}

async function findApi({ queries, space, map, content }: ApiPlace, ref: ContentReference): Promise<Api | undefined> {
  if (ref.kind === "openapi") {
    const organization = (await findSpace(queries, space))?.organization;
    const found = organization === undefined ? undefined : await findApiFiles(queries, organization, ref.spec);
    return found && keep(found.version, found.size * memoryFor.stored, () => apiInFiles(found));
  }
  if (ref.kind !== "file" || (ref.space !== undefined && ref.space !== space)) return undefined;
  const file = (await findFiles(map, [ref.file])).get(ref.file);
  if (file === undefined || !/\.(?:json|ya?ml)$/i.test(file.name)) return undefined;
  return keep(file.content, file.size * memoryFor.text, async () => {
    const text = new TextDecoder().decode(await content.readBytes(file.content));
    return apiInText({ path: file.name, text });
  });
}

async function keep(key: string, cost: number, read: () => Promise<Api | undefined>): Promise<Api | undefined> {
  const known = apis.get(key);
  if (known !== undefined) return known;
  const api = await read();
  if (api !== undefined) apis.set(key, api, cost);
  return api;
}

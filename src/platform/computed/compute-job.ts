import { slugOf, withTitle } from "../../markdown/page/title.ts";
import { Turns } from "../../markdown/text/turns.ts";
import { findChangeRequest, updateChangeRequest } from "../access/change-requests-rows.ts";
import { findSpace } from "../access/spaces-rows.ts";
import { announceChange, publish } from "../content/commit.ts";
import { computedId, propsOf, specOf } from "../content/computed-pages.ts";
import { EditedMap } from "../content/content-map.ts";
import { children, findPage, findPages } from "../content/page-tree.ts";
import { keepOrders, putPage, removePage, SiblingSlugs } from "../content/placement.ts";
import type { ComputedRecord, PageRecord } from "../content/records.ts";
import { findRevision, insertRevision } from "../content/revisions-rows.ts";
import type { SpaceContent } from "../content/space-content.ts";
import { ThreadOutOfMemory } from "../kernel/asked-thread.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { JobKind, RunningJob } from "../kernel/jobs/job-kind.ts";
import { type EarlierFile, findSpecBySlug, listFiles, type RenderedReference } from "../openapi/index.ts";

export interface ComputeInput {
  /** The space or change request. */
  readonly place: string;
  readonly space: string;
  /** The pages that request computed pages. */
  readonly pages: readonly string[];
}

/** Characters of text stored per transaction. */
const storedAtOnce = 500_000;

/** Computes pages from OpenAPI specifications, and writes them to a space or change request. */
export const computeJob: JobKind<ComputeInput> = {
  time: 10 * 60_000,
  spaceOf: ({ space }) => space,
  async run(input, job) {
    const made = new Map<string, Made>();
    for (const [index, id] of input.pages.entries()) {
      job.progress(index, input.pages.length, "Computing pages");
      const asked = await job.read((context) => readAsked(context, input, id));
      if (asked === undefined) continue;
      made.set(id, { asked, reference: await store(await render(asked, job), job) });
    }
    return (context) => write(context, input, made);
  },
};

/** What a page requests, and the current version of its source. */
interface Asked {
  readonly page: string;
  readonly computed: ComputedRecord;
  readonly slug: string;
  /** The version it has; null if it has none, undefined if the specification does not exist. */
  readonly version: string | null | undefined;
  readonly files: readonly EarlierFile[];
}

interface Made {
  readonly asked: Asked;
  readonly reference: StoredReference;
}

/**
 * The current state of a place, whoever the job belongs to: pages follow their specification, not the person who
 * changed it.
 */
interface CurrentContent {
  readonly space: Row<"space">;
  readonly changeRequest: Row<"change_request"> | undefined;
  readonly revision: Row<"revision">;
}

async function findContent(
  { queries }: Context,
  { place, space: id }: ComputeInput,
): Promise<CurrentContent | undefined> {
  const space = await findSpace(queries, id);
  if (space === undefined || space.deleted_at !== null) return undefined;
  const changeRequest = place === id ? undefined : await findChangeRequest(queries, id, place);
  if (place !== id && changeRequest?.status !== "open" && changeRequest?.status !== "draft") return undefined;
  const revision = await findRevision(queries, id, (changeRequest ?? space).revision);
  if (revision === undefined) throw new Error(`Space ${id} lost its revision`);
  return { space, changeRequest, revision };
}

async function readAsked(context: Context, input: ComputeInput, id: string): Promise<Asked | undefined> {
  const place = await findContent(context, input);
  const page = place && (await findPage(context.content.at(place.revision.root), id));
  const slug = page?.computed && specOf(page.computed.source);
  if (place === undefined || page?.computed === undefined || slug === undefined) return undefined;
  const { queries } = context;
  const spec = await findSpecBySlug(queries, place.space.organization, slug);
  const files = spec?.version == null ? [] : await listFiles(queries, spec.version);
  return {
    page: id,
    computed: page.computed,
    slug,
    version: spec?.version,
    files: files.map(({ path, content, text }): EarlierFile => [path, content ?? text]),
  };
}

async function render({ page, computed, slug, version, files }: Asked, job: RunningJob): Promise<RenderedReference> {
  const title = computed.title ?? slug;
  const without = (text: string) => ({ title, text: `# ${slug}\n\n${text}\n`, pages: [] });
  if (version === undefined) {
    return without(
      `There is no OpenAPI specification \`${slug}\` in the organization. The pages of this reference will return when one is published under this name.`,
    );
  }
  if (version === null) {
    return without(
      `OpenAPI specification \`${slug}\` has no version that could be read. The pages of this reference will appear when it has one.`,
    );
  }
  try {
    const { renderInThread } = await import("../openapi/spec-thread.ts");
    return await renderInThread({ files, seed: computed.seed, page, slug, ...propsOf(computed.source) }, job.signal);
  } catch (error) {
    if (!(error instanceof ThreadOutOfMemory)) throw error;
    return without(`OpenAPI specification \`${slug}\` takes more memory than one reference may use. Make it smaller.`);
  }
}

/** Stores the texts, to which nothing refers yet. */
async function store({ title, text, pages }: RenderedReference, job: RunningJob): Promise<StoredReference> {
  const addresses: string[] = [];
  const texts = [text, ...pages.map((page) => page.text)];
  const turns = new Turns();
  for (let start = 0; start < texts.length; ) {
    let size = 0;
    let end = start;
    while (end < texts.length && size < storedAtOnce) size += texts[end++]?.length ?? 0;
    const part = texts.slice(start, end);
    await job.step(async ({ content }) => {
      addresses.push(...part.map((one) => content.putText(one)));
      await content.storeBlobs();
    });
    start = end;
    await turns.end();
  }
  const [content = "", ...others] = addresses;
  return {
    title,
    content,
    pages: pages.map(({ text: _, ...page }, index) => ({ ...page, content: others[index] ?? "" })),
  };
}

/** The last transaction: adds the pages, keeping what people wrote meanwhile. */
async function write(context: Context, input: ComputeInput, made: ReadonlyMap<string, Made>): Promise<unknown> {
  const place = await findContent(context, input);
  if (place === undefined) return {};
  const { queries, content, now } = context;
  const map = new EditedMap(content.at(place.revision.root));
  const pages = await findPages(map, [...made.keys()]);
  const turns = new Turns();
  for (const [id, { asked, reference }] of made) {
    const page = pages.get(id);
    const spec = await findSpecBySlug(queries, place.space.organization, asked.slug);
    // Whatever changed the page's request also queued another job.
    const isAsked = JSON.stringify(page?.computed) === JSON.stringify(asked.computed);
    if (page === undefined || !isAsked || spec?.version !== asked.version) continue;
    await placePages(map, page, reference, { content, now, turns });
  }
  if (map.changes.size === 0) return {};
  await turns.end();
  return { revision: await commitComputed(context, place, map) };
}

async function commitComputed(context: Context, { space, changeRequest, revision }: CurrentContent, map: EditedMap) {
  const { queries, content, now, user } = context;
  const sourceRevision = revision.source_revision ?? revision.id;
  if (changeRequest === undefined) {
    return publish(context, space, { map, computedFrom: sourceRevision });
  }
  const root = await content.store(map);
  const made = await insertRevision(queries, {
    space: space.id,
    root,
    parents: [revision.id],
    type: "computed",
    sourceRevision,
    createdAt: now,
    createdBy: user.id,
  });
  await updateChangeRequest(queries, changeRequest.id, { revision: made, updated_at: now });
  await announceChange(context, {
    space,
    changeRequest,
    map,
    cause: "computed",
    revision: made,
    stored: content.at(root),
  });
  return made;
}

/** A computed page whose text is stored, preceded by its ancestors. */
interface StoredPage {
  readonly key: string;
  /** Key of its parent; null directly below the requesting page. */
  readonly parent: string | null;
  readonly title: string;
  readonly description: string | undefined;
  readonly props: Readonly<Record<string, string>>;
  readonly content: string;
}

/** The requesting page and those below it. */
interface StoredReference {
  readonly title: string;
  readonly content: string;
  readonly pages: readonly StoredPage[];
}

/**
 * Makes the computed pages the descendants of the requesting page. Pages whose content did not change stay as they are.
 */
async function placePages(
  map: EditedMap,
  root: PageRecord,
  made: StoredReference,
  { content, now, turns }: { readonly content: SpaceContent; readonly now: string; readonly turns: Turns },
): Promise<void> {
  if (root.computed === undefined) return;
  const before = await pagesBefore(map, root, turns);
  const next = await pagesBelow(root, root.computed.seed, made, before, { now, turns });
  for (const page of before.values()) {
    if (next.get(page.id) !== page) removePage(map, page);
    await turns.pass();
  }
  for (const page of next.values()) {
    if (before.get(page.id) !== page) putPage(map, undefined, page);
    await turns.pass();
  }

  const isNamed = root.title !== root.computed.title;
  const title = isNamed ? root.title : made.title;
  const address = isNamed ? content.putText(withTitle(await content.readText(made.content), title)) : made.content;
  const computed = { ...root.computed, title: isNamed ? root.computed.title : made.title };
  const asking: PageRecord = { ...root, type: "document", title, content: address, computed };
  if (!isSame(root, asking)) putPage(map, root, { ...asking, updatedAt: now });
}

async function pagesBefore(map: EditedMap, root: PageRecord, turns: Turns): Promise<Map<string, PageRecord>> {
  const found = new Map<string, PageRecord>();
  const open = [root.id];
  for (const parent of open) {
    for (const page of await children(map, parent)) {
      found.set(page.id, page);
      open.push(page.id);
    }
    await turns.pass();
  }
  return found;
}

async function pagesBelow(
  root: PageRecord,
  seed: string,
  { pages }: StoredReference,
  before: ReadonlyMap<string, PageRecord>,
  { now, turns }: { readonly now: string; readonly turns: Turns },
): Promise<Map<string, PageRecord>> {
  const slugs = new SiblingSlugs();
  const orders = ordersOf(pages, seed, before);
  const below = new Map<string, PageRecord>();
  for (const page of pages) {
    await turns.pass();
    const id = computedId(seed, page.key);
    const was = before.get(id);
    const record: PageRecord = {
      id,
      type: "document",
      title: page.title,
      slug: slugs.take(page.parent, slugOf(page.title)).slug,
      parent: page.parent === null ? root.id : computedId(seed, page.parent),
      order: orders.get(page.key) ?? "",
      content: page.content,
      ...(page.description === undefined ? {} : { description: page.description }),
      part: { of: root.id, props: page.props },
      createdAt: was?.createdAt ?? now,
      updatedAt: was?.updatedAt ?? now,
    };
    below.set(id, was !== undefined && isSame(was, record) ? was : { ...record, updatedAt: now });
  }
  return below;
}

/** An order for each page among its siblings; as many as possible keep theirs. */
function ordersOf(pages: readonly StoredPage[], seed: string, before: ReadonlyMap<string, PageRecord>) {
  const siblings = new Map<string | null, StoredPage[]>();
  for (const page of pages) {
    const group = siblings.get(page.parent);
    if (group === undefined) siblings.set(page.parent, [page]);
    else group.push(page);
  }
  const orders = new Map<string, string>();
  for (const group of siblings.values()) {
    const kept = keepOrders(group.map(({ key }) => before.get(computedId(seed, key))?.order));
    for (const [index, { key }] of group.entries()) orders.set(key, kept[index] ?? "");
  }
  return orders;
}

const isSame = (one: PageRecord, other: PageRecord) => written(one) === written(other);

const written = ({ updatedAt: _, ...page }: PageRecord) =>
  JSON.stringify(
    Object.entries(page)
      .filter(([, value]) => value !== undefined)
      .sort(([left], [right]) => (left < right ? -1 : 1)),
  );

import { toSlug, withTitle } from "../../../markdown/page/title.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { findChangeRequest, updateChangeRequest } from "../../access/change-requests-rows.ts";
import { findSpace } from "../../access/spaces-rows.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { JobKind, RunningJob } from "../../kernel/jobs/job-kind.ts";
import { ThreadOutOfMemory } from "../../kernel/request-thread.ts";
import { notifyContentSubscribers, publish } from "../commit.ts";
import { computedId, findSpecSlug, parseReferenceProps } from "../computed-pages.ts";
import { EditedMap } from "../content-map.ts";
import { type EarlierFile, findSpecBySlug, listFiles, type RenderedReference } from "../openapi/index.ts";
import { children, findPage, findPages } from "../page-tree.ts";
import { assignOrders, putPage, removePage, SiblingSlugs } from "../placement.ts";
import type { ComputedRecord, PageRecord } from "../records.ts";
import { findRevision, insertRevision } from "../revisions-rows.ts";
import type { SpaceContent } from "../space-content.ts";

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
  getSpace: ({ space }) => space,
  async run(input, job) {
    const results = new Map<string, ComputeResult>();
    for (const [index, id] of input.pages.entries()) {
      job.progress(index, input.pages.length, "Computing pages");
      const request = await job.read((context) => readRequest(context, input, id));
      if (request === undefined) continue;
      results.set(id, { request, reference: await store(await render(request, job), job) });
    }
    return (context) => write(context, input, results);
  },
};

/** What a page requests, and the current version of its source. */
interface ComputeRequest {
  readonly page: string;
  readonly computed: ComputedRecord;
  readonly slug: string;
  /** The version it has; null if it has none, undefined if the specification does not exist. */
  readonly version: string | null | undefined;
  readonly files: readonly EarlierFile[];
}

interface ComputeResult {
  readonly request: ComputeRequest;
  readonly reference: StoredReference;
}

/**
 * The current state of a content, whoever the job belongs to: pages follow their specification, not the person who
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

async function readRequest(context: Context, input: ComputeInput, id: string): Promise<ComputeRequest | undefined> {
  const current = await findContent(context, input);
  const page = current && (await findPage(context.content.at(current.revision.root), id));
  const slug = page?.computed && findSpecSlug(page.computed.source);
  if (current === undefined || page?.computed === undefined || slug === undefined) return undefined;
  const { queries } = context;
  const spec = await findSpecBySlug(queries, current.space.organization, slug);
  const files = spec?.version == null ? [] : await listFiles(queries, spec.version);
  return {
    page: id,
    computed: page.computed,
    slug,
    version: spec?.version,
    files: files.map(({ path, content, text }): EarlierFile => [path, content ?? text]),
  };
}

async function render(
  { page, computed, slug, version, files }: ComputeRequest,
  job: RunningJob,
): Promise<RenderedReference> {
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
    return await renderInThread(
      { files, seed: computed.seed, page, slug, ...parseReferenceProps(computed.source) },
      job.signal,
    );
  } catch (error) {
    if (!(error instanceof ThreadOutOfMemory)) throw error;
    return without(`OpenAPI specification \`${slug}\` takes more memory than one reference may use. Make it smaller.`);
  }
}

/** Stores the texts, to which nothing refers yet. */
async function store({ title, text, pages }: RenderedReference, job: RunningJob): Promise<StoredReference> {
  const addresses: string[] = [];
  const texts = [text, ...pages.map((page) => page.text)];
  const timeSlices = new TimeSlices();
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
    await timeSlices.endSlice();
  }
  const [content = "", ...others] = addresses;
  return {
    title,
    content,
    pages: pages.map(({ text: _, ...page }, index) => ({ ...page, content: others[index] ?? "" })),
  };
}

/** The last transaction: adds the pages, keeping what people wrote in the meantime. */
async function write(
  context: Context,
  input: ComputeInput,
  results: ReadonlyMap<string, ComputeResult>,
): Promise<unknown> {
  const current = await findContent(context, input);
  if (current === undefined) return {};
  const { queries, content, now } = context;
  const map = new EditedMap(content.at(current.revision.root));
  const pages = await findPages(map, [...results.keys()]);
  const timeSlices = new TimeSlices();
  for (const [id, { request, reference }] of results) {
    const page = pages.get(id);
    const spec = await findSpecBySlug(queries, current.space.organization, request.slug);
    // Whatever changed the page's request also queued another job.
    const isStillRequested = JSON.stringify(page?.computed) === JSON.stringify(request.computed);
    if (page === undefined || !isStillRequested || spec?.version !== request.version) continue;
    await replaceDescendants(map, page, reference, { content, now, timeSlices });
  }
  if (map.changes.size === 0) return {};
  await timeSlices.endSlice();
  return { revision: await commitComputed(context, current, map) };
}

async function commitComputed(context: Context, { space, changeRequest, revision }: CurrentContent, map: EditedMap) {
  const { queries, content, now, user } = context;
  const sourceRevision = revision.source_revision ?? revision.id;
  if (changeRequest === undefined) {
    return publish(context, space, { map, computedFrom: sourceRevision });
  }
  const root = await content.store(map);
  const revisionId = await insertRevision(queries, {
    space: space.id,
    root,
    parents: [revision.id],
    type: "computed",
    sourceRevision,
    createdAt: now,
    createdBy: user.id,
  });
  await updateChangeRequest(queries, changeRequest.id, { revision: revisionId, updated_at: now });
  await notifyContentSubscribers(context, {
    space,
    changeRequest,
    map,
    cause: "computed",
    revision: revisionId,
    stored: content.at(root),
  });
  return revisionId;
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
async function replaceDescendants(
  map: EditedMap,
  root: PageRecord,
  reference: StoredReference,
  {
    content,
    now,
    timeSlices,
  }: { readonly content: SpaceContent; readonly now: string; readonly timeSlices: TimeSlices },
): Promise<void> {
  if (root.computed === undefined) return;
  const before = await pagesBefore(map, root, timeSlices);
  const next = await pagesBelow(root, root.computed.seed, reference, before, { now, timeSlices });
  for (const page of before.values()) {
    if (next.get(page.id) !== page) removePage(map, page);
    await timeSlices.yieldIfDue();
  }
  for (const page of next.values()) {
    if (before.get(page.id) !== page) putPage(map, undefined, page);
    await timeSlices.yieldIfDue();
  }

  const isNamed = root.title !== root.computed.title;
  const title = isNamed ? root.title : reference.title;
  const address = isNamed
    ? content.putText(withTitle(await content.readText(reference.content), title))
    : reference.content;
  const computed = { ...root.computed, title: isNamed ? root.computed.title : reference.title };
  const updatedRoot: PageRecord = { ...root, type: "document", title, content: address, computed };
  if (!isSame(root, updatedRoot)) putPage(map, root, { ...updatedRoot, updatedAt: now });
}

async function pagesBefore(map: EditedMap, root: PageRecord, timeSlices: TimeSlices): Promise<Map<string, PageRecord>> {
  const found = new Map<string, PageRecord>();
  const open = [root.id];
  for (const parent of open) {
    for (const page of await children(map, parent)) {
      found.set(page.id, page);
      open.push(page.id);
    }
    await timeSlices.yieldIfDue();
  }
  return found;
}

async function pagesBelow(
  root: PageRecord,
  seed: string,
  { pages }: StoredReference,
  before: ReadonlyMap<string, PageRecord>,
  { now, timeSlices }: { readonly now: string; readonly timeSlices: TimeSlices },
): Promise<Map<string, PageRecord>> {
  const slugs = new SiblingSlugs();
  const orders = computeOrders(pages, seed, before);
  const below = new Map<string, PageRecord>();
  for (const page of pages) {
    await timeSlices.yieldIfDue();
    const id = computedId(seed, page.key);
    const was = before.get(id);
    const record: PageRecord = {
      id,
      type: "document",
      title: page.title,
      slug: slugs.take(page.parent, toSlug(page.title)).slug,
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
function computeOrders(pages: readonly StoredPage[], seed: string, before: ReadonlyMap<string, PageRecord>) {
  const siblings = new Map<string | null, StoredPage[]>();
  for (const page of pages) {
    const group = siblings.get(page.parent);
    if (group === undefined) siblings.set(page.parent, [page]);
    else group.push(page);
  }
  const orders = new Map<string, string>();
  for (const group of siblings.values()) {
    const siblingOrders = assignOrders(group.map(({ key }) => before.get(computedId(seed, key))?.order));
    for (const [index, { key }] of group.entries()) orders.set(key, siblingOrders[index] ?? "");
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

import type { ContentChange } from "../../contract/models/content-change.ts";
import type { OpenAPISpec } from "../../contract/models/openapi-spec.ts";
import type { Page, PageSummary } from "../../contract/models/page.ts";
import { restoreInvisible } from "../../text/shown-passages.ts";
import { titleOf } from "../../text/title.ts";
import { specOf } from "../present/computed.ts";
import { quoted } from "../present/name.ts";
import { contentName, type DraftContent, readPageById, readTree } from "../resolve/content.ts";
import { looksLikeId, lookUp } from "../resolve/lookup.ts";
import { findOpenapiSpec, hasFailed } from "../resolve/openapi-spec.ts";
import { PageIndex, type PlacedPage } from "../resolve/page-index.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { Arrangement } from "./arrangement.ts";
import { markdownOf } from "./editable.ts";
import type { PageWrite } from "./page-writes.ts";
import { refuseStale } from "./stale.ts";

/** A change whose names are resolved. */
export interface PlannedWrite {
  readonly write: PageWrite;
  /** A create whose parent is made by the same call has no `into` yet. */
  readonly change: ContentChange;
  /** The ref of the page made by the same call that this one goes under. */
  readonly under: string | undefined;
  /** The page it changes, as it was. */
  readonly target: PlacedPage | undefined;
  /** The text it replaces. */
  readonly before: string | undefined;
  /** A page that the same specification has in this content already. */
  readonly twin?: PageSummary | undefined;
  readonly title: string;
}

/** Resolves every name against the change request as it is, which `index` holds. Throws ToolError for names that fit nothing and stale text. */
export async function planWrites(
  writes: readonly PageWrite[],
  draft: DraftContent,
  context: ToolContext,
): Promise<{ planned: PlannedWrite[]; index: PageIndex }> {
  const index = new PageIndex(await readTree(draft, context));
  const gone = new PageIndex(writes.some((write) => mayBeGone(write, index)) ? await deletedPages(draft, context) : []);
  const specs = await specsOf(writes, draft, context);
  const planner = new Planner(index, gone, specs, draft);
  const planned: PlannedWrite[] = [];
  for (const [at, write] of writes.entries()) {
    planned.push(await atItem(at, write.action, async () => planner.plan(write)));
  }
  const withTexts = planned.map((plan) => (plan.write.action === "replace" ? withText(plan, draft, context) : plan));
  return { planned: await Promise.all(withTexts), index };
}

/** The slug of each specification that pages are to be computed from. Throws ToolError for one that gives no pages. */
async function specsOf(
  writes: readonly PageWrite[],
  { space }: DraftContent,
  context: ToolContext,
): Promise<ReadonlyMap<string, string>> {
  const slugs = new Map<string, string>();
  for (const [at, { openapi: name }] of writes.entries()) {
    if (name === undefined || slugs.has(name)) continue;
    await atItem(at, "create", async () => {
      const spec = await findOpenapiSpec(name, space.organization, context);
      if (hasFailed(spec) && spec.lastVersion === undefined) throw unreadable(spec);
      slugs.set(name, spec.slug);
    });
  }
  return slugs;
}

const unreadable = ({ slug, lastProcessErrorCode: code }: OpenAPISpec) =>
  new ToolError(
    `OpenAPI specification ${quoted(slug)} could not be read (${code}), so there are no pages of it. publish_openapi_spec with what is corrected comes first.`,
  );

/** Pages that the change request deleted, which a revert brings back. */
async function deletedPages(
  { space, changeRequest }: DraftContent,
  { client, signal }: ToolContext,
): Promise<PageSummary[]> {
  const names = { spaceId: space.id, changeRequestId: changeRequest.id };
  const found = await lookUp(client.changeRequestContent.changes({ ...names, limit: 1000 }, { signal }));
  const deleted = (found?.changes ?? []).flatMap((change) => (change.type === "page_deleted" ? [change.page] : []));
  return deleted.map(({ id, type, title, path }) => ({
    id,
    type,
    title,
    kind: "sheet",
    ...(path === undefined ? {} : { path }),
  }));
}

const actsOnGone = ({ action }: PageWrite) => action === "revert" || action === "delete";
const mayBeGone = (write: PageWrite, index: PageIndex) => actsOnGone(write) && !index.has(write.page ?? "");

class Planner {
  readonly #index: PageIndex;
  readonly #gone: PageIndex;
  readonly #specs: ReadonlyMap<string, string>;
  readonly #where: string;
  readonly #refs = new Set<string>();
  readonly #order: Arrangement;
  /** How many pages without a ref the items make. */
  #made = 0;

  constructor(index: PageIndex, gone: PageIndex, specs: ReadonlyMap<string, string>, draft: DraftContent) {
    this.#index = index;
    this.#gone = gone;
    this.#specs = specs;
    this.#where = contentName(draft);
    this.#order = new Arrangement(index.pages);
  }

  plan(write: PageWrite): PlannedWrite {
    const plan = write.action === "create" ? this.#create(write) : this.#change(write);
    if (write.ref !== undefined) this.#refs.add(write.ref);
    return plan;
  }

  #create(write: PageWrite): PlannedWrite {
    const { markdown = "", title, slug, description, ref } = write;
    const openapi = write.openapi === undefined ? undefined : this.#specs.get(write.openapi);
    const { under, into, at } = this.#place(write, undefined);
    const given = { title, slug, description, ref, at, into: into ?? undefined };
    const body = openapi === undefined ? { document: { markdown } } : { computed: computedFrom(openapi) };
    const change = { operation: "insert_page" as const, ...body, ...defined(given) };
    const name = title ?? titleOf(markdown)?.title ?? openapi ?? "";
    const twin = openapi === undefined ? undefined : this.#pageOf(openapi);
    return { write, change, under, target: undefined, before: undefined, twin, title: name };
  }

  /** The first page of a specification is the one that asks for the others. */
  #pageOf(spec: string): PageSummary | undefined {
    return this.#index.pages.find(({ page }) => specOf(page.computed) === spec)?.page;
  }

  #change(write: PageWrite): PlannedWrite {
    const { action, page: name = "", title, slug, description, markdown, revision } = write;
    const target = this.#target(name, write);
    const page = target?.page.id ?? name.trim();
    if (action === "delete") this.#order.remove(page);
    const { under, into, at } = this.#place(write, page);
    const rest = { write, under, target, before: undefined, title: target?.page.title ?? page };
    if (action === "delete") return { ...rest, change: { operation: "delete_page", page } };
    if (action === "revert") return { ...rest, change: { operation: "revert_page", page, ...defined({ revision }) } };
    const document = markdown === undefined ? undefined : { markdown };
    const given = { document, title, slug, description, into, at };
    return { ...rest, change: { operation: "update_page", page, ...defined(given) } };
  }

  /**
   * A page that is gone can still be reverted, and a conflict about its deletion settled. One that was gone before the
   * change request began is known by its id and a revision alone.
   */
  #target(name: string, write: PageWrite): PlacedPage | undefined {
    if (!actsOnGone(write) || this.#index.has(name)) return this.#index.find(name, this.#where);
    if (this.#gone.has(name)) return this.#gone.find(name, this.#where);
    if (write.revision !== undefined && looksLikeId(name.trim())) return undefined;
    return this.#index.find(name, this.#where);
  }

  /** Where an item puts its page, a new one without an id; nothing where it leaves it. */
  #place(
    write: PageWrite,
    page: string | undefined,
  ): { under?: string; into?: string | null; at?: number | undefined } {
    const { action, parent: name, after, position } = write;
    if (action !== "create" && name === undefined && after === undefined && position === undefined) return {};
    const key = page ?? (write.ref === undefined ? `new:${this.#made}` : refKey(write.ref));
    if (page === undefined) this.#made += 1;
    const next = after === undefined ? undefined : this.#order.after(this.#named(after), page);
    const given = name === undefined ? undefined : this.#parentNamed(name);
    const former = page === undefined ? null : (this.#order.parentOf(page) ?? null);
    const parent = next !== undefined ? next.parent : given !== undefined ? given : former;
    const at = next === undefined ? position : next.at;
    this.#order.place(key, parent, at);
    if (parent?.startsWith(refKey("")) === true) return { under: parent.slice(refKey("").length), at };
    return next === undefined && name === undefined ? { at } : { into: parent, at };
  }

  #parentNamed(name: string): string | null {
    return /^\/?$/.test(name.trim()) ? null : this.#named(name);
  }

  /** A page by what people call it, or one that an earlier item makes by its ref. */
  #named(name: string): string {
    const ref = name.trim().replace(/^\.\//, "").replace(/\.md$/, "");
    if (this.#refs.has(ref)) return refKey(ref);
    return this.#index.find(name, `${this.#where}, and no earlier item has that \`ref\``).page.id;
  }
}

/** No id has a colon. */
const refKey = (ref: string): string => `ref:${ref}`;

/** Says in a refusal which item it is about. */
async function atItem<Result>(at: number, action: PageWrite["action"], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(`pages[${at}] (${action}): ${error.message}\nNothing was changed.`);
  }
}

/** Pages for each group of operations, with the schemas on pages of their own. */
const computedFrom = (spec: string) => ({
  type: "builtin:openapi",
  props: { models: true },
  dependencies: { spec: { ref: { kind: "openapi", spec } } },
});

async function withText(plan: PlannedWrite, draft: DraftContent, context: ToolContext): Promise<PlannedWrite> {
  const page: Page | undefined = await readPageById(draft, plan.target?.page.id ?? "", context);
  if (page === undefined)
    throw new ToolError(`Page ${quoted(plan.title)} was deleted a moment ago. Nothing was changed.`);
  const before = markdownOf(page);
  await refuseStale(page, plan.write.revision, draft, context);
  return { ...plan, ...written(plan, before), before };
}

/** The text to store, in which invisible characters that the page has may be written out as read_page shows them. */
function written({ write, change }: PlannedWrite, before: string): Pick<PlannedWrite, "write" | "change"> {
  const restored = restoreInvisible(write.markdown ?? "", before);
  if ("text" in restored) {
    const { text: markdown } = restored;
    return { write: { ...write, markdown }, change: { ...change, document: { markdown } } as ContentChange };
  }
  throw new ToolError(
    `Page ${quoted(write.page ?? "")} has ${restored.unclear} both as an invisible character and written out, so its text cannot be replaced as a whole: use edit_page. Nothing was changed.`,
  );
}

function defined<Members extends object>(
  members: Members,
): { [Name in keyof Members]?: Exclude<Members[Name], undefined> } {
  const present = Object.entries(members).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as { [Name in keyof Members]?: Exclude<Members[Name], undefined> };
}

import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import type { ContentChange } from "../../contract/models/content-change.ts";
import type { OpenAPISpec } from "../../contract/models/openapi-spec.ts";
import type { Page, PageSummary } from "../../contract/models/page.ts";
import { findTitle } from "../../markdown/page/title.ts";
import { restoreInvisible } from "../../markdown/text/invisible.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import { contentName, type DraftContent, readPageById, readTree } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { findOpenapiSpec, hasFailed } from "../../resolve/in-organization.ts";
import { looksLikeId } from "../../resolve/link.ts";
import { PageIndex, type TreePage } from "../../resolve/pages.ts";
import { lookUp } from "../../resolve/reads.ts";
import { editableMarkdown, findSpecSlug, requireCurrentText } from "./editable.ts";

const actions = ["create", "replace", "move", "rename", "delete", "revert"] as const;

/** Stated in an error and not in the schema, because agents stay well below it. */
const maxRefChars = 80;

/** One change of a batch as an agent writes it: the members of every action in one flat object. */
export const PageWrite = z.strictObject({
  action: z.enum(actions),
  page: z.string().max(2000).optional().describe("Page to change: id, path or title"),
  title: z.string().min(1).max(300).optional(),
  slug: z.string().max(100).optional().describe("Last part of the path"),
  description: z.string().max(2000).optional().describe("rename sets it too"),
  markdown: z.string().max(5_000_000).optional().describe("Whole text, for create and replace"),
  openapi: z.string().max(500).optional().describe("create: pages from this specification instead"),
  parent: z.string().max(2000).optional().describe('Page or ref to put it under; "/" is the root'),
  after: z.string().max(2000).optional().describe("Or: page or ref to put it right after"),
  position: z.int().nonnegative().optional().describe("Index among siblings; default last"),
  ref: z.string().max(500).optional().describe("create: name in this call; others link to ./<ref>.md"),
  revision: z.string().max(500).optional().describe("replace: it was read at. revert: to restore"),
});

export type PageWrite = z.infer<typeof PageWrite>;

type Member = Exclude<keyof PageWrite, "action">;

/** What each action needs and what else it takes; `some` requires at least one of these. */
const members: Readonly<
  Record<PageWrite["action"], { needs: readonly Member[]; takes: readonly Member[]; some?: readonly Member[] }>
> = {
  create: {
    needs: [],
    takes: ["slug", "description", "parent", "after", "position", "ref"],
    some: ["markdown", "title", "openapi"],
  },
  replace: { needs: ["page", "markdown", "revision"], takes: ["title", "slug", "description"] },
  move: { needs: ["page"], takes: [], some: ["parent", "after", "position"] },
  rename: { needs: ["page"], takes: [], some: ["title", "slug", "description"] },
  delete: { needs: ["page"], takes: [] },
  revert: { needs: ["page"], takes: ["revision"] },
};

/** Checks what the schema cannot. Throws ToolError naming the item. */
export function requireConsistentWrites(writes: readonly PageWrite[]): void {
  const refs = new Set<string>();
  for (const [index, write] of writes.entries()) {
    const problem = findProblem(write) ?? findRefProblem(write, refs);
    if (problem !== undefined)
      throw new ToolError(`pages[${index}] (${write.action}): ${problem} Nothing was changed.`);
    if (write.ref !== undefined) refs.add(write.ref);
  }
}

function findProblem(write: PageWrite): string | undefined {
  const { needs, takes, some = [] } = members[write.action];
  const presentNames = (Object.keys(write) as (keyof PageWrite)[]).filter((name) => write[name] !== undefined);
  const missing = needs.find((name) => !presentNames.includes(name));
  if (missing === "revision")
    return "`revision` is required, so that no one's text is overwritten. read_page returns it.";
  if (missing !== undefined) return `\`${missing}\` is required.`;
  const stray = presentNames.find((name) => name !== "action" && ![...needs, ...takes, ...some].includes(name));
  if (stray !== undefined) {
    return `it does not take \`${stray}\`, only ${[...needs, ...some, ...takes].map((name) => `\`${name}\``).join(", ")}.`;
  }
  if (some.length > 0 && !some.some((name) => presentNames.includes(name))) {
    return `give ${some.map((name) => `\`${name}\``).join(" or ")}.`;
  }
  if (write.after !== undefined && (write.parent !== undefined || write.position !== undefined)) {
    return "`after` sets the position: leave `parent` and `position` out.";
  }
  if (write.openapi !== undefined) return write.markdown === undefined ? undefined : "give `markdown` or `openapi`.";
  if (write.action === "create" && write.title === undefined && findTitle(write.markdown ?? "") === undefined) {
    return "give a `title`, or begin `markdown` with a `# heading`.";
  }
  return undefined;
}

function findRefProblem({ ref }: PageWrite, refs: ReadonlySet<string>): string | undefined {
  if (ref === undefined) return undefined;
  if (ref.length > maxRefChars) return `\`ref\` has at most ${maxRefChars} characters.`;
  if (!/^[\w.-]+$/.test(ref)) return "`ref` takes letters, digits, dots, dashes and underscores.";
  return refs.has(ref) ? `the ref ${quotedExcerpt(ref, 80)} is used twice.` : undefined;
}

/** A change whose names are resolved. */
export interface PlannedWrite {
  readonly write: PageWrite;
  /** A create whose parent is made by the same call has no `into` yet. */
  readonly change: ContentChange;
  /** The ref of the page, made by the same call, that this one goes under. */
  readonly under: string | undefined;
  /** The page it changes, as it was. */
  readonly target: TreePage | undefined;
  /** The text it replaces. */
  readonly before: string | undefined;
  /** A page of the same specification that this content already has. */
  readonly twin?: PageSummary | undefined;
  readonly title: string;
}

/** Resolves every name against the change request in `index`. Throws ToolError for unknown names and stale text. */
export async function planWrites(
  writes: readonly PageWrite[],
  draft: DraftContent,
  context: ToolContext,
): Promise<{ planned: PlannedWrite[]; index: PageIndex }> {
  const index = new PageIndex(await readTree(draft, context));
  const deletedIndex = new PageIndex(
    writes.some((write) => mayBeDeleted(write, index)) ? await deletedPages(draft, context) : [],
  );
  const specs = await resolveSpecs(writes, draft, context);
  const planner = new Planner(index, deletedIndex, specs, draft);
  const planned: PlannedWrite[] = [];
  for (const [at, write] of writes.entries()) {
    planned.push(await atItem(at, write.action, async () => planner.plan(write)));
  }
  const withTexts = planned.map((plan) => (plan.write.action === "replace" ? withText(plan, draft, context) : plan));
  return { planned: await Promise.all(withTexts), index };
}

/** The slug of each specification to compute pages from. Throws ToolError for one that yields no pages. */
async function resolveSpecs(
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
    `OpenAPI specification ${quoted(slug)} could not be read (${code}), so there are no pages of it. Publish a corrected one with publish_openapi_spec first.`,
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

const actsOnDeleted = ({ action }: PageWrite) => action === "revert" || action === "delete";

const mayBeDeleted = (write: PageWrite, index: PageIndex) => actsOnDeleted(write) && !index.has(write.page ?? "");

/** The order of the pages as the items of one call change it, by page id or by the call's own name for a new page. */
class Arrangement {
  readonly #children = new Map<string | null, string[]>();
  readonly #parents = new Map<string, string | null>();

  constructor(pages: readonly TreePage[]) {
    for (const { page, parent } of pages) this.insert(page.id, parent ?? null);
  }

  findParent(key: string): string | null | undefined {
    return this.#parents.get(key);
  }

  /** Puts a page under another, at the end if there is no index. */
  insert(key: string, parent: string | null, at?: number): void {
    this.remove(key);
    const siblings = this.#children.get(parent) ?? [];
    this.#children.set(parent, siblings);
    siblings.splice(at ?? siblings.length, 0, key);
    this.#parents.set(key, parent);
  }

  remove(key: string): void {
    const siblings = this.#children.get(this.#parents.get(key) ?? null) ?? [];
    const at = siblings.indexOf(key);
    if (at !== -1) siblings.splice(at, 1);
    this.#parents.delete(key);
  }

  /** The position right after a page; the index does not count `moved` if it is a sibling. */
  after(key: string, moved?: string): TreePosition {
    const parent = this.#parents.get(key);
    if (key === moved) throw new ToolError("`after` names the page itself.");
    if (parent === undefined) throw new ToolError("`after` names a page that an earlier item deletes.");
    const siblings = (this.#children.get(parent) ?? []).filter((sibling) => sibling !== moved);
    return { parent, at: siblings.indexOf(key) + 1 };
  }
}

class Planner {
  readonly #index: PageIndex;
  readonly #deletedIndex: PageIndex;
  readonly #specs: ReadonlyMap<string, string>;
  readonly #where: string;
  readonly #refs = new Set<string>();
  readonly #order: Arrangement;
  /** How many pages without a ref the items make. */
  #createdCount = 0;

  constructor(index: PageIndex, deletedIndex: PageIndex, specs: ReadonlyMap<string, string>, draft: DraftContent) {
    this.#index = index;
    this.#deletedIndex = deletedIndex;
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
    const { under, into, at } = this.#resolvePosition(write, undefined);
    const attributes = { title, slug, description, ref, at, into: into ?? undefined };
    const body = openapi === undefined ? { document: { markdown } } : { computed: computedFrom(openapi) };
    const change = { operation: "insert_page" as const, ...body, ...defined(attributes) };
    const name = title ?? findTitle(markdown)?.title ?? openapi ?? "";
    const twin = openapi === undefined ? undefined : this.#findSpecPage(openapi);
    return { write, change, under, target: undefined, before: undefined, twin, title: name };
  }

  /** The first page of a specification is the one that declares the others. */
  #findSpecPage(spec: string): PageSummary | undefined {
    return this.#index.pages.find(({ page }) => findSpecSlug(page.computed) === spec)?.page;
  }

  #change(write: PageWrite): PlannedWrite {
    const { action, page: name = "", title, slug, description, markdown, revision } = write;
    const target = this.#target(name, write);
    const page = target?.page.id ?? name.trim();
    if (action === "delete") this.#order.remove(page);
    const { under, into, at } = this.#resolvePosition(write, page);
    const rest = { write, under, target, before: undefined, title: target?.page.title ?? page };
    if (action === "delete") return { ...rest, change: { operation: "delete_page", page } };
    if (action === "revert") return { ...rest, change: { operation: "revert_page", page, ...defined({ revision }) } };
    const document = markdown === undefined ? undefined : { markdown };
    const attributes = { document, title, slug, description, into, at };
    return { ...rest, change: { operation: "update_page", page, ...defined(attributes) } };
  }

  /**
   * A deleted page can still be reverted, or a conflict about its deletion resolved. One deleted before the
   * change request began is known only by its id and a revision.
   */
  #target(name: string, write: PageWrite): TreePage | undefined {
    if (!actsOnDeleted(write) || this.#index.has(name)) return this.#index.find(name, this.#where);
    if (this.#deletedIndex.has(name)) return this.#deletedIndex.find(name, this.#where);
    if (write.revision !== undefined && looksLikeId(name.trim())) return undefined;
    return this.#index.find(name, this.#where);
  }

  /** Where an item puts its page, without an id if it is new; empty if the page stays in place. */
  #resolvePosition(
    write: PageWrite,
    page: string | undefined,
  ): { under?: string; into?: string | null; at?: number | undefined } {
    const { action, parent: name, after, position } = write;
    if (action !== "create" && name === undefined && after === undefined && position === undefined) return {};
    const key = page ?? (write.ref === undefined ? `new:${this.#createdCount}` : refKey(write.ref));
    if (page === undefined) this.#createdCount += 1;
    const next = after === undefined ? undefined : this.#order.after(this.#named(after), page);
    const namedParent = name === undefined ? undefined : this.#parentNamed(name);
    const currentParent = page === undefined ? null : (this.#order.findParent(page) ?? null);
    const parent = next !== undefined ? next.parent : namedParent !== undefined ? namedParent : currentParent;
    const at = next === undefined ? position : next.at;
    this.#order.insert(key, parent, at);
    if (parent?.startsWith(refKey("")) === true) return { under: parent.slice(refKey("").length), at };
    return next === undefined && name === undefined ? { at } : { into: parent, at };
  }

  #parentNamed(name: string): string | null {
    return /^\/?$/.test(name.trim()) ? null : this.#named(name);
  }

  /** Finds a page by the names people use, or one that an earlier item makes by its ref. */
  #named(name: string): string {
    const ref = name.trim().replace(/^\.\//, "").replace(/\.md$/, "");
    if (this.#refs.has(ref)) return refKey(ref);
    return this.#index.find(name, `${this.#where}, and no earlier item has that \`ref\``).page.id;
  }
}

/** No id has a colon. */
const refKey = (ref: string): string => `ref:${ref}`;

/** Adds to an error which item it is about. */
async function atItem<Result>(at: number, action: PageWrite["action"], work: () => Promise<Result>): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ToolError)) throw error;
    throw new ToolError(`pages[${at}] (${action}): ${error.message}\nNothing was changed.`);
  }
}

/** Pages for each group of operations, and separate pages for the schemas. */
const computedFrom = (spec: string) => ({
  type: "builtin:openapi",
  props: { models: true },
  dependencies: { spec: { ref: { kind: "openapi", spec } } },
});

async function withText(plan: PlannedWrite, draft: DraftContent, context: ToolContext): Promise<PlannedWrite> {
  const page: Page | undefined = await readPageById(draft, plan.target?.page.id ?? "", context);
  if (page === undefined)
    throw new ToolError(`Page ${quoted(plan.title)} was deleted a moment ago. Nothing was changed.`);
  const before = editableMarkdown(page);
  await requireCurrentText(page, plan.write.revision, draft, context);
  return { ...plan, ...written(plan, before), before };
}

/** The text to store; it may spell the page's invisible characters as read_page shows them. */
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

/** A page's parent, null for the root, and its index. */
interface TreePosition {
  readonly parent: string | null;
  readonly at: number;
}

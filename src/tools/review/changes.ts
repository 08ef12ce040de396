import type { z } from "zod";
import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { ComputedSource } from "../../contract/models/computed-content.ts";
import type { Page } from "../../contract/models/page.ts";
import type { ChangedPage, SemanticChange, SemanticChanges } from "../../contract/models/semantic-change.ts";
import { compareTexts } from "../../present/changes.ts";
import { quoted } from "../../present/wording.ts";
import { type DraftContent, readPageAt } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { PageIndex, type TreePage } from "../../resolve/pages.ts";
import { lookUp } from "../../resolve/reads.ts";

type PageInfo = z.infer<typeof ChangedPage>;

export type PageChange = Extract<SemanticChange, { type: `page_${string}` }>;

type OtherChange = Exclude<SemanticChange, PageChange>;

/** Everything a change request does to one page, or to one file. */
export interface Entry {
  readonly page: PageInfo | undefined;
  /** What happened, in a few lines at most. */
  readonly lines: readonly string[];
  readonly text: "none" | "new" | "edited";
  /** The kinds of its changes, and the members an edit changed. */
  readonly types: ReadonlySet<string>;
  /** Id of a reusable content that the change request makes or edits. */
  readonly reusable?: string;
}

/** How a page is named in a line about a change. */
type NamePage = (page: { readonly title: string; readonly id: string }) => string;

/** For agents, which name pages by their ids. */
const nameWithId: NamePage = ({ title, id }) => `${quoted(title)} (${id})`;

/** For people, who also see a link. */
export const nameByTitle: NamePage = ({ title }) => quoted(title);

/** The changes by page, in the order of the pages' paths, then files and everything else. */
export function toEntries({ changes }: SemanticChanges, namePage: NamePage = nameWithId): Entry[] {
  const byPage = new Map<string, PageChange[]>();
  const others: Entry[] = [];
  for (const change of changes) {
    if (isPageChange(change)) byPage.set(change.page.id, [...(byPage.get(change.page.id) ?? []), change]);
    else {
      const reusable =
        change.type === "reusable_content_created" || change.type === "reusable_content_edited"
          ? { reusable: change.reusableContent.id }
          : {};
      others.push({
        page: undefined,
        lines: [otherLine(change)],
        text: "none",
        types: new Set([change.type]),
        ...reusable,
      });
    }
  }
  const pages = [...byPage.values()].map((own) => pageEntry(own, namePage));
  return [...pages.sort((one, other) => compare(toSortKey(one), toSortKey(other))), ...others];
}

export const isPageChange = (change: SemanticChange): change is PageChange => change.type.startsWith("page_");

const toSortKey = ({ page }: Entry) => `${page?.path ?? ""}\0${page?.id ?? ""}`;

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

function pageEntry(changes: readonly PageChange[], namePage: NamePage): Entry {
  const page = changes[0]?.page;
  const kinds = new Set(changes.map(({ type }) => type));
  const members = changes.flatMap((change) => (change.type === "page_edited" ? Object.keys(change.attributes) : []));
  const types = new Set<string>([...kinds, ...members]);
  const verbs = [...kinds].map((type) => type.replace("page_", "")).join(" and ");
  const name = `${quoted(page?.title ?? "")} (${page?.path === undefined ? "" : `path ${quoted(page.path)}, `}id ${page?.id})`;
  const text = types.has("page_created") ? "new" : types.has("page_edited") ? "edited" : "none";
  return {
    page,
    lines: [`Page ${verbs}: ${name}`, ...changes.flatMap((change) => factLines(change, namePage))],
    text,
    types,
  };
}

function factLines(change: PageChange, namePage: NamePage): string[] {
  if (change.type === "page_moved") {
    const [before, after] = [change.parent.before, change.parent.after].map((page) =>
      page === undefined ? "the root" : namePage(page),
    );
    return [before === after ? `  another position under ${after}` : `  from ${before} to ${after}`];
  }
  if (change.type !== "page_edited") return [];
  return Object.entries(change.attributes)
    .filter(([name]) => name !== "document")
    .map(([name, { before, after }]) => `  ${name}: ${valueText(before)} → ${valueText(after)}`);
}

function valueText(value: unknown): string {
  return value === undefined || value === null
    ? "none"
    : quoted(typeof value === "string" ? value : JSON.stringify(value));
}

function otherLine(change: OtherChange): string {
  const verb = change.type.slice(change.type.lastIndexOf("_") + 1);
  switch (change.type) {
    case "file_created":
    case "file_edited":
    case "file_deleted":
      return `File ${verb}: ${quoted(change.file.name)} (id ${change.file.id})`;
    case "reusable_content_created":
    case "reusable_content_edited":
    case "reusable_content_deleted":
      return `Reusable content ${verb}: ${quoted(change.reusableContent.title)} (id ${change.reusableContent.id})`;
    case "tag_created":
    case "tag_edited":
    case "tag_deleted":
      return `Tag ${verb}: ${quoted(change.tag.label)} (${quoted(change.tag.slug)})`;
    case "variables_edited":
      return `Variables edited: ${Object.keys(change.variables).map(quoted).join(", ")}`;
    default:
      // A kind that the service has but this version does not know.
      return `Also: ${quoted((change as { type: string }).type)}`;
  }
}

/** The space's revision that a change request's content is compared with. */
export const getBaseRevision = (changeRequest: ChangeRequest): string =>
  changeRequest.revisionMergedAncestor ?? changeRequest.revisionInitial;

/** A page's text on both sides of a change request. */
export interface PageTexts {
  /** Empty if there is none. */
  readonly was: string;
  readonly is: string;
  /** What the page is computed from; undefined if people write it. */
  readonly computed?: ComputedSource | undefined;
  readonly before?: Page | undefined;
  readonly after?: Page | undefined;
}

export interface PageText extends PageTexts {
  /** The unified diff of the page's text between the base and the change request. */
  readonly diff: readonly string[];
}

export async function readTextDiff(entry: Entry, draft: DraftContent, context: ToolContext): Promise<PageText> {
  const texts = await readTexts(entry, draft, context);
  return { ...texts, diff: (await compareTexts(texts.was, texts.is, context.signal)).lines };
}

export async function readTexts(
  { page, text, reusable }: Entry,
  draft: DraftContent,
  context: ToolContext,
): Promise<PageTexts> {
  if (reusable !== undefined) return readReusableTexts(reusable, draft, context);
  if (page === undefined || text === "none" || (page.type !== "document" && page.type !== "computed")) {
    return { was: "", is: "" };
  }
  const [before, after] = await Promise.all([
    text === "new" ? undefined : readPageAt(draft, getBaseRevision(draft.changeRequest), page.id, context),
    readPageAt(draft, draft.revision, page.id, context),
  ]);
  const [was, is] = [before?.markdown ?? "", after?.markdown ?? ""];
  return { was, is, computed: after?.computed, before, after };
}

/** For an edited one, the space's text counts as the old one, since revisions do not list reusable contents. */
async function readReusableTexts(
  reusableContentId: string,
  { space, changeRequest }: DraftContent,
  { client, signal }: ToolContext,
): Promise<PageTexts> {
  // After the merge, the space has it too.
  if (changeRequest.status === "merged") return { was: "", is: "" };
  const names = { spaceId: space.id, reusableContentId, metadata: false };
  const [before, after] = await Promise.all([
    lookUp(client.reusableContents.get(names, { signal })),
    lookUp(client.changeRequestContent.reusableContent({ ...names, changeRequestId: changeRequest.id }, { signal })),
  ]);
  return { was: before?.markdown ?? "", is: after?.markdown ?? "" };
}

/** The entries of pages below a page that change only text. */
export const textsBelow = ({ page }: Entry, entries: readonly Entry[]): Entry[] =>
  page?.path === undefined
    ? []
    : entries.filter(
        ({ page: other, text, lines }) =>
          text !== "none" && lines.length === 1 && other?.path?.startsWith(`${page.path}/`) === true,
      );

/** The trees on both sides of a change request, each read on first use. */
export class PageTrees {
  readonly #draft: DraftContent;
  readonly #context: ToolContext;
  #before: Promise<PageIndex> | undefined;
  #after: Promise<PageIndex> | undefined;

  constructor(draft: DraftContent, context: ToolContext) {
    this.#draft = draft;
    this.#context = context;
  }

  before(): Promise<PageIndex> {
    this.#before ??= this.#read(getBaseRevision(this.#draft.changeRequest));
    return this.#before;
  }

  after(): Promise<PageIndex> {
    this.#after ??= this.#read(this.#draft.revision);
    return this.#after;
  }

  /** Where a new page is, and the old path of a moved one. By default, pages are named with their ids. */
  async facts({ page, types }: Entry, namePage: NamePage = nameWithId): Promise<string[]> {
    if (page === undefined || !(types.has("page_created") || types.has("page_moved") || types.has("slug"))) return [];
    const after = await this.after();
    const treePage = after.byId(page.id);
    if (treePage === undefined) return [];
    if (types.has("page_created")) return [`  ${describePosition(treePage, after, namePage)}`];
    const was = (await this.before()).byId(page.id);
    const positionLines = types.has("page_moved") ? [`  now ${describePosition(treePage, after, namePage)}`] : [];
    if (was?.page.path === undefined || was.page.path === treePage.page.path) return positionLines;
    const below = treePage.below === 0 ? "" : `, and with it ${treePage.below} below it`;
    return [`  path: ${quoted(was.page.path)} → ${quoted(treePage.page.path ?? "")}${below}`, ...positionLines];
  }

  async #read(revisionId: string): Promise<PageIndex> {
    const { client, signal } = this.#context;
    const tree = await lookUp(client.revisions.listPages({ spaceId: this.#draft.space.id, revisionId }, { signal }));
    return new PageIndex(tree?.pages ?? []);
  }
}

/** `under "Guides" (id), after "Billing" (id)`. */
function describePosition({ page, parent }: TreePage, index: PageIndex, namePage: NamePage): string {
  const siblings = index.pages.filter((other) => other.parent === parent);
  const before = siblings[siblings.findIndex((other) => other.page.id === page.id) - 1]?.page;
  const owner = parent === undefined ? undefined : index.byId(parent)?.page;
  const under = owner === undefined ? "at the root" : `under ${namePage(owner)}`;
  return before === undefined ? `${under}, first` : `${under}, after ${namePage(before)}`;
}

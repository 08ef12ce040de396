import type { z } from "zod";
import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { ComputedSource } from "../../contract/models/computed-content.ts";
import type { ChangedPage, SemanticChange, SemanticChanges } from "../../contract/models/semantic-change.ts";
import { diffLines } from "../present/diff.ts";
import { quoted } from "../present/name.ts";
import { type DraftContent, readPageAt } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";

type PageInfo = z.infer<typeof ChangedPage>;
type PageChange = Extract<SemanticChange, { type: `page_${string}` }>;
type OtherChange = Exclude<SemanticChange, PageChange>;

/** Everything a change request does to one page, or to one file. */
export interface Entry {
  readonly page: PageInfo | undefined;
  /** What happened, in a line or a few. */
  readonly lines: readonly string[];
  readonly text: "none" | "new" | "edited";
}

/** The changes by page, in the order of the pages' paths, then files and whatever else. */
export function entriesOf({ changes }: SemanticChanges): Entry[] {
  const byPage = new Map<string, PageChange[]>();
  const others: Entry[] = [];
  for (const change of changes) {
    if (isPageChange(change)) byPage.set(change.page.id, [...(byPage.get(change.page.id) ?? []), change]);
    else others.push({ page: undefined, lines: [otherLine(change)], text: "none" });
  }
  const pages = [...byPage.values()].map(pageEntry);
  return [...pages.sort((one, other) => compare(pathOf(one), pathOf(other))), ...others];
}

const isPageChange = (change: SemanticChange): change is PageChange => change.type.startsWith("page_");
const pathOf = ({ page }: Entry) => `${page?.path ?? ""}\0${page?.id ?? ""}`;
const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other));

function pageEntry(changes: readonly PageChange[]): Entry {
  const page = changes[0]?.page;
  const types = new Set(changes.map(({ type }) => type));
  const verbs = [...types].map((type) => type.replace("page_", "")).join(" and ");
  const name = `${quoted(page?.title ?? "")} (${page?.path === undefined ? "" : `path ${quoted(page.path)}, `}id ${page?.id})`;
  const text = types.has("page_created") ? "new" : types.has("page_edited") ? "edited" : "none";
  return { page, lines: [`Page ${verbs}: ${name}`, ...changes.flatMap(factLines)], text };
}

function factLines(change: PageChange): string[] {
  if (change.type === "page_moved") {
    const [before, after] = [change.parent.before, change.parent.after].map((page) =>
      page === undefined ? "the root" : `${quoted(page.title)} (${page.id})`,
    );
    return [before === after ? `  another place under ${after}` : `  from ${before} to ${after}`];
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
      // A kind that the service knows and this version does not.
      return `Also: ${quoted((change as { type: string }).type)}`;
  }
}

/** The revision of the space that a change request's content is compared with. */
export const baseOf = (changeRequest: ChangeRequest): string =>
  changeRequest.revisionMergedAncestor ?? changeRequest.revisionInitial;

export interface PageText {
  /** The unified diff of the page's text between the base and the change request. */
  readonly diff: readonly string[];
  /** What the page is computed from; undefined for one that is written. */
  readonly computed?: ComputedSource | undefined;
}

export async function textOf({ page, text }: Entry, draft: DraftContent, context: ToolContext): Promise<PageText> {
  if (page === undefined || text === "none" || (page.type !== "document" && page.type !== "computed")) {
    return { diff: [] };
  }
  const [before, after] = await Promise.all([
    text === "new" ? undefined : readPageAt(draft, baseOf(draft.changeRequest), page.id, context),
    readPageAt(draft, draft.revision, page.id, context),
  ]);
  return { diff: diffLines(before?.markdown ?? "", after?.markdown ?? ""), computed: after?.computed };
}

/** The entries of pages below a page whose text is all that they change. */
export const textsBelow = ({ page }: Entry, entries: readonly Entry[]): Entry[] =>
  page?.path === undefined
    ? []
    : entries.filter(
        ({ page: other, text, lines }) =>
          text !== "none" && lines.length === 1 && other?.path?.startsWith(`${page.path}/`) === true,
      );

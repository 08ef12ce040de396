import type { z } from "zod";
import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { ChangedPage, SemanticChange, SemanticChanges } from "../../contract/models/semantic-change.ts";
import { diffLines } from "../present/diff.ts";
import { quoted } from "../present/name.ts";
import { type DraftContent, readPageAt } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";

type PageInfo = z.infer<typeof ChangedPage>;
type PageChange = Extract<SemanticChange, { type: `page_${string}` }>;
type FileChange = Exclude<SemanticChange, PageChange>;

/** Everything a change request does to one page, or to one file. */
export interface Entry {
  readonly page: PageInfo | undefined;
  /** What happened, in a line or a few. */
  readonly lines: readonly string[];
  readonly text: "none" | "new" | "edited";
}

/** The changes by page, in the order of the pages' paths, then files. */
export function entriesOf({ changes }: SemanticChanges): Entry[] {
  const byPage = new Map<string, PageChange[]>();
  const files: Entry[] = [];
  for (const change of changes) {
    if (isFileChange(change)) files.push({ page: undefined, lines: [fileLine(change)], text: "none" });
    else byPage.set(change.page.id, [...(byPage.get(change.page.id) ?? []), change]);
  }
  const pages = [...byPage.values()].map(pageEntry);
  return [...pages.sort((one, other) => compare(pathOf(one), pathOf(other))), ...files];
}

const isFileChange = (change: SemanticChange): change is FileChange => change.type.startsWith("file_");
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

function fileLine(change: FileChange): string {
  return `File ${change.type.replace("file_", "")}: ${quoted(change.file.name)} (id ${change.file.id})`;
}

/** The revision of the space that a change request's content is compared with. */
export const baseOf = (changeRequest: ChangeRequest): string =>
  changeRequest.revisionMergedAncestor ?? changeRequest.revisionInitial;

/** The unified diff of a page's text between the base and the change request. */
export async function textDiff({ page, text }: Entry, draft: DraftContent, context: ToolContext): Promise<string[]> {
  if (page === undefined || text === "none" || page.type !== "document") return [];
  const [before, after] = await Promise.all([
    text === "new" ? undefined : readPageAt(draft, baseOf(draft.changeRequest), page.id, context),
    readPageAt(draft, draft.revision, page.id, context),
  ]);
  return diffLines(before?.markdown ?? "", after?.markdown ?? "");
}

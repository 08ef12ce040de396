import { quotedExcerpt } from "../../client/excerpt.ts";
import type { Page } from "../../contract/models/page.ts";
import { changedLineCount, fencedDiff } from "../present/diff.ts";
import { quoted } from "../present/name.ts";
import { contentName, findContent, readPageAt, readPageById, readTree } from "../resolve/content.ts";
import { PageIndex } from "../resolve/page-index.ts";
import type { ToolAnswer, ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

/** Tokens kept for the lines around the diff. */
const noteTokens = 160;

interface Names {
  readonly space?: string | undefined;
  readonly change_request?: string | undefined;
  readonly page: string;
  /** `old..new`, or the earlier one alone for the diff to what the page is now. */
  readonly revisions: string;
}

/** What a page has otherwise at one revision than at another. */
export async function pageDiff({ revisions, ...names }: Names, context: ToolContext): Promise<ToolAnswer> {
  const [from = "", to, ...rest] = revisions.split("..").map((revision) => revision.trim());
  if (from === "" || to === "" || rest.length > 0) {
    throw new ToolError(
      `\`revisions\` is ${quotedExcerpt(revisions, 100)}: give an earlier revision, or two as "old..new".`,
    );
  }
  const content = await findContent(names, context);
  const id = await idOf(names.page, content, context);
  const [before, after] = await Promise.all([
    readPageAt(content, from, id, context),
    to === undefined ? readPageById(content, id, context) : readPageAt(content, to, id, context),
  ]);
  const last = to === undefined ? `now, revision ${content.revision}` : `revision ${to}`;
  const page = after ?? before;
  if (page === undefined) {
    throw new ToolError(`${contentName(content)} has page ${id} neither at revision ${from} nor at ${last}.`);
  }
  const [was, is] = [before?.markdown ?? "", after?.markdown ?? ""];
  const heading = `Page ${quoted(page.title)} (id ${id}) of ${contentName(content)}, from revision ${from} to ${last}: ${changedLineCount(was, is)}.`;
  const facts = [
    ...(before === undefined ? [`It was not there at revision ${from}.`] : []),
    ...(after === undefined ? ["It is not there any more."] : []),
    ...pathLine(before, after),
  ];
  const diff = fencedDiff(was, is, page.title, context.answerTokens - noteTokens);
  return { text: [heading, ...facts, diff].join("\n") };
}

/** A page that is gone now is named by its id. */
async function idOf(name: string, content: Awaited<ReturnType<typeof findContent>>, context: ToolContext) {
  const index = new PageIndex(await readTree(content, context));
  if (!index.has(name) && /^[\w-]{8,}$/.test(name)) return name;
  return index.find(name, contentName(content)).page.id;
}

function pathLine(before: Page | undefined, after: Page | undefined): string[] {
  if (before?.path === undefined || after?.path === undefined || before.path === after.path) return [];
  return [`path: ${quoted(before.path)} → ${quoted(after.path)}`];
}

import type { ContentChange } from "../../contract/models/content-change.ts";
import type { Page } from "../../contract/models/page.ts";
import { frontMatterRange } from "../../text/front-matter.ts";
import { listSections } from "../../text/sections.ts";
import { titleOf } from "../../text/title.ts";
import { quoted } from "../present/name.ts";
import { contentName, type DraftContent, readPageById } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { applyChanges, mostAttempts, readAgain, tooBusy } from "./apply.ts";
import { staleError } from "./stale.ts";

export interface StoredPage {
  /** The change request's revision after the write. */
  readonly revision: string;
  /** The text as the service gives it back. */
  readonly markdown: string;
}

interface TextWrite {
  readonly page: Page;
  readonly before: string;
  readonly after: string;
}

/**
 * Replaces a page's text, provided that it is still `before`, and reads it back. Edits of other pages meanwhile do not
 * matter. Throws ToolError when this page was edited or deleted meanwhile.
 */
export async function storePage(write: TextWrite, draft: DraftContent, context: ToolContext): Promise<StoredPage> {
  const { page, after } = write;
  const first = { operation: "update_page" as const, page: page.id, document: { markdown: toSend(write) } };
  const revision = await writeText(write, first, draft, context);
  const stored = await readStored(page, draft, context);
  if (stored === after || !hasTitleTwice(stored, after)) return { revision, markdown: stored };
  // Some services keep the title apart from the body they are sent, and answer both together when a page is read.
  const { title, body } = withoutTitle(after);
  const second = { ...first, title, document: { markdown: body } };
  const again = { page, before: stored, after: body };
  const settled = await writeText(again, second, await readAgain(draft, context), context);
  return { revision: settled, markdown: await readStored(page, draft, context) };
}

async function writeText(
  { page, before }: TextWrite,
  change: ContentChange,
  first: DraftContent,
  context: ToolContext,
): Promise<string> {
  let draft = first;
  for (let attempt = 1; ; attempt += 1) {
    const applied = await applyChanges(draft, [change], context);
    if (applied !== undefined) return applied.revision;
    const since = draft.revision;
    draft = await readAgain(draft, context);
    const now = await readPageById(draft, page.id, context);
    if (now === undefined) throw gone(page, draft);
    if (now.markdown !== before) throw staleError(now, { read: before, revision: since, content: draft, context });
    if (attempt === mostAttempts) throw tooBusy(draft, attempt);
  }
}

async function readStored(page: Page, draft: DraftContent, context: ToolContext): Promise<string> {
  const stored = await readPageById(draft, page.id, context);
  if (stored === undefined) throw gone(page, draft);
  return stored.markdown ?? "";
}

function gone(page: Page, draft: DraftContent): ToolError {
  return new ToolError(
    `Page ${quoted(page.title)} (id ${page.id}) was deleted meanwhile from ${contentName(draft)}. list_pages shows what there is.`,
  );
}

/** A text without front matter would keep the page's own; an empty one says that the edit took it away. */
function toSend({ before, after }: TextWrite): string {
  return frontMatterRange(before).found && !frontMatterRange(after).found ? `---\n---\n${after}` : after;
}

/** Whether a text came back with one more level-1 heading before it. */
function hasTitleTwice(stored: string, sent: string): boolean {
  const [whole, text] = [stored.trimEnd(), sent.trimEnd()];
  if (titleOf(text)?.source !== "heading" || whole.length === text.length || !whole.endsWith(text)) return false;
  const lead = whole.slice(0, -text.length).trim();
  return !lead.includes("\n") && titleOf(lead)?.source === "heading";
}

function withoutTitle(markdown: string): { title: string; body: string } {
  const heading = listSections(markdown).find(({ level }) => level === 1);
  const body = markdown.slice(heading?.bodyStart ?? 0).replace(/^(?:[ \t]*\r?\n)+/, "");
  return { title: titleOf(markdown)?.title ?? "", body };
}

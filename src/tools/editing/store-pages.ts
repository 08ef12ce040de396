import type { ContentChange } from "../../contract/models/content-change.ts";
import type { Page } from "../../contract/models/page.ts";
import { frontMatterRange } from "../../text/front-matter.ts";
import { listSections } from "../../text/sections.ts";
import { titleOf } from "../../text/title.ts";
import { quoted } from "../present/name.ts";
import { contentName, type DraftContent, readPageById } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { mostAttempts, readAgain, tooBusy } from "./apply.ts";
import { BatchedChanges, mostChanges } from "./batched-changes.ts";
import { inGroups } from "./in-groups.ts";
import { staleError } from "./stale.ts";

export interface StoredPages {
  /** The change request's revision after the write. */
  readonly revision: string;
  /** The texts as the service gives them back, in the order of the writes. */
  readonly texts: readonly string[];
}

export interface TextWrite {
  readonly page: Page;
  readonly before: string;
  readonly after: string;
}

interface Change {
  readonly page: Page;
  readonly before: string;
  readonly change: ContentChange;
}

/**
 * Replaces the texts of pages, provided that they are still `before`, all or none, and reads them back. Edits of other
 * pages meanwhile do not matter. Throws ToolError when one of these was edited or deleted meanwhile.
 */
export async function storePages(
  writes: readonly TextWrite[],
  draft: DraftContent,
  context: ToolContext,
): Promise<StoredPages> {
  const changes = writes.map((write) => ({ ...write, change: updateOf(write.page, toSend(write)) }));
  const revision = await writeTexts(changes, draft, context);
  const texts = await readStored(writes, draft, context);
  // Some services keep the title apart from the body they are sent, and answer both together when a page is read.
  const again = writes.flatMap(({ page, after }, at) => {
    const stored = texts[at] ?? "";
    if (stored === after || !hasTitleTwice(stored, after)) return [];
    const { title, body } = withoutTitle(after);
    return [{ page, before: stored, change: { ...updateOf(page, body), title } }];
  });
  if (again.length === 0) return { revision, texts };
  const settled = await writeTexts(again, await readAgain(draft, context), context);
  return { revision: settled, texts: await readStored(writes, draft, context) };
}

const updateOf = ({ id }: Page, markdown: string) => ({
  operation: "update_page" as const,
  page: id,
  document: { markdown },
});

async function writeTexts(texts: readonly Change[], first: DraftContent, context: ToolContext): Promise<string> {
  let draft = first;
  for (let attempt = 1; ; attempt += 1) {
    const revision = await writeOnce(texts, draft, context);
    if (revision !== undefined) return revision;
    const since = draft.revision;
    const again = await readAgain(draft, context);
    draft = again;
    await inGroups(texts, async ({ page, before }) => {
      const now = await readPageById(again, page.id, context);
      if (now === undefined) throw gone(page, again);
      if (now.markdown !== before) throw staleError(now, { read: before, revision: since, content: again, context });
    });
    if (attempt === mostAttempts) throw tooBusy(draft, attempt);
  }
}

/** The revision after the write; undefined when the change request was edited meanwhile, and nothing was changed. */
async function writeOnce(texts: readonly Change[], draft: DraftContent, context: ToolContext) {
  const batch = new BatchedChanges(draft, context);
  for (let at = 0; at < texts.length; at += mostChanges) {
    if (texts.length > mostChanges) context.progress(at, texts.length, "Writing pages");
    const applied = await batch.apply(texts.slice(at, at + mostChanges).map(({ change }) => change));
    if (applied === undefined) return undefined;
  }
  return batch.revision;
}

function readStored(writes: readonly TextWrite[], draft: DraftContent, context: ToolContext): Promise<string[]> {
  return inGroups(writes, async ({ page }) => {
    const stored = await readPageById(draft, page.id, context);
    if (stored === undefined) throw gone(page, draft);
    return stored.markdown ?? "";
  });
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

import type { Page } from "../../contract/models/page.ts";
import { fencedDiff } from "../present/diff.ts";
import { quoted } from "../present/name.ts";
import { type Content, readPageAt } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

/** Throws ToolError with what changed when the page's text is not what it was at the revision an agent read it at. */
export async function refuseStale(
  page: Page,
  revision: string | undefined,
  content: Content,
  context: ToolContext,
): Promise<void> {
  if (revision === undefined || revision === content.revision) return;
  const read = await readPageAt(content, revision, page.id, context);
  if (read === undefined) {
    throw new ToolError(
      `Space ${content.space.id} has no revision ${revision}, or page ${page.id} was not in it. Nothing was changed. read_page gives the page's revision, now ${content.revision}.`,
    );
  }
  if (read.markdown !== page.markdown)
    throw staleError(page, { read: read.markdown ?? "", revision, content, context });
}

/** What an agent is told when its edit was made for a text that is no longer there. */
export function staleError(
  page: Page,
  { read, revision, content, context }: { read: string; revision: string; content: Content; context: ToolContext },
): ToolError {
  const diff = fencedDiff(read, page.markdown ?? "", page.title, Math.floor(context.answerTokens / 2));
  return new ToolError(
    [
      `Page ${quoted(page.title)} (id ${page.id}) has changed since revision ${revision}. Nothing was changed. What is different now:`,
      diff,
      `Make the edit for the new text and send it with "revision": "${content.revision}".`,
    ].join("\n"),
  );
}

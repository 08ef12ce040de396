import { posix } from "node:path";
import type { ComputedSource } from "../../contract/models/computed-content.ts";
import type { Page } from "../../contract/models/page.ts";
import type { Edit } from "../../markdown/edits/edits.ts";
import { listIncludes } from "../../markdown/page/links.ts";
import { compareTexts, fencedDiff } from "../../present/changes.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import {
  type Content,
  changeRequestName,
  type DraftContent,
  readPageAt,
  readPageByPath,
} from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";

/** Throws ToolError if a change request can no longer be edited. */
export function requireEditable({ changeRequest, space }: DraftContent): void {
  const name = `Change request ${changeRequestName(changeRequest)}`;
  if (changeRequest.status === "merged") {
    throw new ToolError(`${name} is already merged, and that is final. open_change_request starts another.`);
  }
  if (changeRequest.status === "archived") {
    const names = JSON.stringify({ space: space.id, change_request: String(changeRequest.number), status: "open" });
    throw new ToolError(`${name} is archived. To continue it: update_change_request ${names}.`);
  }
}

/** Returns the Markdown of a page; throws ToolError if it has no text of its own. */
export function editableMarkdown(page: Page): string {
  if (page.computed !== undefined) {
    const how =
      findSpecSlug(page.computed) === undefined ? "" : " publish_openapi_spec gives the specification a new version.";
    throw new ToolError(
      `Page ${quoted(page.title)} (id ${page.id}) is computed from ${sourceName(page.computed)}, and changes only with it.${how} Nothing was changed.`,
    );
  }
  if (page.markdown !== undefined) return page.markdown;
  throw new ToolError(
    `Page ${quoted(page.title)} (id ${page.id}) is a ${page.type} and has no text to edit. write_pages renames, moves or deletes it.`,
  );
}

/** The slug of the OpenAPI specification that a page is computed from; undefined for any other page. */
export function findSpecSlug(computed: ComputedSource | undefined): string | undefined {
  const { spec } = (computed?.dependencies?.spec?.ref ?? {}) as { readonly spec?: unknown };
  return typeof spec === "string" ? spec : undefined;
}

/** What a page is computed from, for a sentence. */
export function sourceName(computed: ComputedSource): string {
  const spec = findSpecSlug(computed);
  return spec === undefined ? quoted(computed.type) : `OpenAPI specification ${quoted(spec)}`;
}

/** Throws ToolError with the changes if the page's text has changed since the revision the agent read. */
export async function requireCurrentText(
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
    throw await staleError(page, { read: read.markdown ?? "", revision, content, context });
}

/** The error for an edit that was made for an outdated text. */
export async function staleError(
  page: Page,
  { read, revision, content, context }: { read: string; revision: string; content: Content; context: ToolContext },
): Promise<ToolError> {
  const compared = await compareTexts(read, page.markdown ?? "", context.signal);
  const diff = fencedDiff(compared, page.title, Math.floor(context.answerTokens / 2));
  return new ToolError(
    [
      `Page ${quoted(page.title)} (id ${page.id}) has changed since revision ${revision}. Nothing was changed. What is different now:`,
      diff,
      `Make the edit for the new text and send it with "revision": "${content.revision}".`,
    ].join("\n"),
  );
}

/** The most reusable contents read to look for one passage. */
const maxReads = 20;

const maxPathLength = 300;

/** Paths, from the space's root, of the reusable contents that a text includes; `from` is its own path if it is one. */
export function includedPaths(markdown: string, from?: string): string[] {
  const paths = listIncludes(markdown).map(({ path }) => {
    const at = path.indexOf(".gitbook/includes/");
    if (at >= 0) return path.slice(at);
    return from === undefined ? path.replace(/^(?:\.\.?\/)+/, "") : posix.join(posix.dirname(from), path);
  });
  return [...new Set(paths)].filter((path) => path !== "" && path.length <= maxPathLength);
}

/** How the reusable contents of a text are read and edited; empty if it includes none. */
export function includesNote(markdown: string): string {
  const paths = includedPaths(markdown);
  if (paths.length === 0) return "";
  const named = paths.slice(0, 3).map((path) => quoted(path, maxPathLength));
  const more = paths.length > 3 ? " and others" : "";
  return `\n{% include %} includes reusable contents: read_page and edit_page take ${named.join(", ")}${more} as \`page\`. An edit there shows on every page that includes it.`;
}

/** Throws ToolError if a passage to replace is not on the page but in a reusable content that it includes. */
export async function requirePassagesOfPage(
  markdown: string,
  edits: readonly Edit[],
  content: Content,
  context: ToolContext,
  toCallIndex = (index: number) => index,
): Promise<void> {
  const index = edits.findIndex(
    (edit, at) =>
      "oldText" in edit &&
      edit.oldText.trim() !== "" &&
      ![markdown, ...edits.slice(0, at).map(({ newText }) => newText)].some((text) => text?.includes(edit.oldText)),
  );
  const edit = edits[index];
  if (edit === undefined || !("oldText" in edit)) return;
  const waiting = includedPaths(markdown);
  for (let read = 0; read < waiting.length && read < maxReads; read += 1) {
    const path = waiting[read] ?? "";
    const reusable = await readPageByPath(content, path, context);
    const text = reusable?.markdown ?? "";
    if (text.includes(edit.oldText.trim())) {
      throw new ToolError(
        `Edit ${toCallIndex(index) + 1}: \`old_text\` is not on the page: it comes from the reusable content ${quoted(reusable?.title ?? path)}, which the page includes. To change it there, and on every page that includes it: edit_page with "page": ${quoted(path, maxPathLength)}. To change it here alone: put text in the place of the {% include %} line. Nothing was changed.`,
      );
    }
    for (const deeper of includedPaths(text, path)) if (!waiting.includes(deeper)) waiting.push(deeper);
  }
}

import { ApiError, ClientError } from "../../client/errors.ts";
import type { AppliedChange, ContentChange, ContentUpdate } from "../../contract/models/content-change.ts";
import type { Page } from "../../contract/models/page.ts";
import { frontMatterRange } from "../../markdown/grammar/front-matter.ts";
import { listSections } from "../../markdown/page/sections.ts";
import { findTitle } from "../../markdown/page/title.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import { contentName, type DraftContent, readPageById } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { inGroups } from "../../resolve/reads.ts";
import { staleError } from "./editable.ts";

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
 * Replaces the texts of pages if they are still `before`, all or none, and reads them back. Concurrent edits of other
 * pages do not matter. Throws ToolError if one of these pages was edited or deleted in the meantime.
 */
export async function storePages(
  writes: readonly TextWrite[],
  draft: DraftContent,
  context: ToolContext,
): Promise<StoredPages> {
  const changes = writes.map((write) => ({ ...write, change: toUpdate(write.page, toSend(write)) }));
  const revision = await writeTexts(changes, draft, context);
  const texts = await readStored(writes, draft, context);
  // Some services store the title apart from the body but return both together when a page is read.
  const again = writes.flatMap(({ page, after }, at) => {
    const stored = texts[at] ?? "";
    if (stored === after || !hasTitleTwice(stored, after)) return [];
    const { title, body } = withoutTitle(after);
    return [{ page, before: stored, change: { ...toUpdate(page, body), title } }];
  });
  if (again.length === 0) return { revision, texts };
  const settled = await writeTexts(again, await readAgain(draft, context), context);
  return { revision: settled, texts: await readStored(writes, draft, context) };
}

const toUpdate = ({ id }: Page, markdown: string) => ({
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
      if (now === undefined) throw deletedError(page, again);
      if (now.markdown !== before)
        throw await staleError(now, { read: before, revision: since, content: again, context });
    });
    if (attempt === maxAttempts) throw tooBusy(draft, attempt);
  }
}

/** The revision after the write; undefined if the change request was edited in the meantime and nothing was changed. */
async function writeOnce(texts: readonly Change[], draft: DraftContent, context: ToolContext) {
  const batch = new BatchedChanges(draft, context);
  for (let at = 0; at < texts.length; at += maxChangesPerRequest) {
    if (texts.length > maxChangesPerRequest) context.progress(at, texts.length, "Writing pages");
    const applied = await batch.apply(texts.slice(at, at + maxChangesPerRequest).map(({ change }) => change));
    if (applied === undefined) return undefined;
  }
  return batch.revision;
}

function readStored(writes: readonly TextWrite[], draft: DraftContent, context: ToolContext): Promise<string[]> {
  return inGroups(writes, async ({ page }) => {
    const stored = await readPageById(draft, page.id, context);
    if (stored === undefined) throw deletedError(page, draft);
    return stored.markdown ?? "";
  });
}

function deletedError(page: Page, draft: DraftContent): ToolError {
  return new ToolError(
    `Page ${quoted(page.title)} (id ${page.id}) was deleted from ${contentName(draft)} in the meantime. list_pages shows the current pages.`,
  );
}

/** A text without front matter would keep the page's own; an empty one says that the edit removed it. */
function toSend({ before, after }: TextWrite): string {
  return frontMatterRange(before).found && !frontMatterRange(after).found ? `---\n---\n${after}` : after;
}

/** Whether a text came back with one more level-1 heading before it. */
function hasTitleTwice(stored: string, sent: string): boolean {
  const [whole, text] = [stored.trimEnd(), sent.trimEnd()];
  if (findTitle(text)?.source !== "heading" || whole.length === text.length || !whole.endsWith(text)) return false;
  const lead = whole.slice(0, -text.length).trim();
  return !lead.includes("\n") && findTitle(lead)?.source === "heading";
}

function withoutTitle(markdown: string): { title: string; body: string } {
  const heading = listSections(markdown).find(({ level }) => level === 1);
  const body = markdown.slice(heading?.bodyStart ?? 0).replace(/^(?:[ \t]*\r?\n)+/, "");
  return { title: findTitle(markdown)?.title ?? "", body };
}

/** The most changes in one request. */
const maxChangesPerRequest = 50;

/** Sends the changes of one call in several requests; if one fails, those before it are undone. */
export class BatchedChanges {
  readonly touched: AppliedChange[] = [];
  readonly #context: ToolContext;
  readonly #first: DraftContent;
  #draft: DraftContent;
  #begun = false;

  constructor(draft: DraftContent, context: ToolContext) {
    this.#first = draft;
    this.#draft = draft;
    this.#context = context;
  }

  get revision(): string {
    return this.#draft.revision;
  }

  /** Undefined if the change request was edited before the first request, so nothing was changed. */
  async apply(changes: readonly ContentChange[]): Promise<Applied | undefined> {
    const applied = await this.#attempt(changes);
    if (applied === undefined) return undefined;
    this.#begun = true;
    this.touched.push(...(applied.changes.length > 0 ? applied.changes : changes.flatMap(touchedBy)));
    this.#draft = { ...this.#draft, revision: applied.revision };
    return applied;
  }

  async #attempt(changes: readonly ContentChange[]): Promise<Applied | undefined> {
    try {
      const applied = await applyChanges(this.#draft, changes, this.#context);
      if (applied !== undefined || !this.#begun) return applied;
    } catch (error) {
      if (!this.#begun || !(error instanceof ClientError)) throw error;
      throw await this.#undo(error.message, error.write === "unknown");
    }
    throw await this.#undo("The change request was edited by others in the meantime. Send the same call again.", false);
  }

  /** Undoes the earlier requests and reports the outcome. The failed request may have taken effect. */
  async #undo(problem: string, mayBeWritten: boolean): Promise<ToolError> {
    const changes = undoChanges(this.touched, this.#first.revision);
    try {
      const now = await readAgain(this.#draft, this.#context);
      for (let at = 0; at < changes.length; at += maxChangesPerRequest) {
        const part = changes.slice(at, at + maxChangesPerRequest);
        const { client, signal } = this.#context;
        const names = { spaceId: now.space.id, changeRequestId: now.changeRequest.id };
        await client.changeRequestContent.apply({ ...names, changes: part }, { signal });
      }
      const rest = mayBeWritten
        ? ". show_changes shows whether those of the last step were written."
        : "; nothing is changed.";
      return new ToolError(`${problem}\nThe pages that had been written before it were reverted${rest}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      return new ToolError(
        `${problem}\nPages written before it remain, because reverting them also failed (${reason}). show_changes shows them.`,
      );
    }
  }
}

/** The least that a service has done if it does not say. */
function touchedBy(change: ContentChange): AppliedChange[] {
  if (change.operation === "delete_page") return [{ object: "deleted_page", page: change.page }];
  if (change.operation !== "update_page") return [];
  return [{ object: "updated_page", page: { object: "page", id: change.page, urls: { location: "" } } }];
}

/** Restores deleted pages first, since others may belong under them, and removes new ones last, once they are empty. */
function undoChanges(touched: readonly AppliedChange[], revision: string): ContentChange[] {
  const created = touched.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []));
  const deleted = touched.flatMap((change) => (change.object === "deleted_page" ? [change.page] : []));
  const updated = touched.flatMap((change) => (change.object === "updated_page" ? [change.page.id] : []));
  const restored = [...new Set([...deleted, ...updated])].filter((page) => !created.includes(page));
  return [
    ...restored.map((page) => ({ operation: "revert_page" as const, page, revision })),
    ...created.reverse().map((page) => ({ operation: "delete_page" as const, page })),
  ];
}

/** The result of changes; without a list of pages if the service returns only the change request. */
interface Applied {
  readonly revision: string;
  readonly changes: ContentUpdate["changes"];
}

/**
 * Applies changes, all or none. If the change request is no longer at the revision that was read, nothing is changed
 * and the result is undefined.
 */
async function applyChanges(
  draft: DraftContent,
  changes: readonly ContentChange[],
  { client, signal }: ToolContext,
): Promise<Applied | undefined> {
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id };
  try {
    const response = await client.changeRequestContent.apply(
      { ...names, compat: false, changes: [...changes] },
      { signal, ifMatch: draft.revision },
    );
    if (isUpdate(response)) return { revision: response.changeRequest.revision, changes: response.changes };
    return { revision: response.revision, changes: [] };
  } catch (error) {
    if (error instanceof ApiError && error.code === "precondition_failed" && error.write !== "unknown")
      return undefined;
    throw error;
  }
}

const isUpdate = (response: object): response is ContentUpdate => "changeRequest" in response;

/** The same content as it is now. */
export async function readAgain(draft: DraftContent, { client, signal }: ToolContext): Promise<DraftContent> {
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id };
  const changeRequest = await client.changeRequests.get(names, { signal });
  return { ...draft, changeRequest, revision: changeRequest.revision };
}

/** How often a write is retried because something else in the change request was edited in the meantime. */
export const maxAttempts = 5;

export function tooBusy({ changeRequest }: DraftContent, attempts: number): ToolError {
  return new ToolError(
    `Change request #${changeRequest.number} was edited by others ${attempts} times while this call was running. Nothing was changed. Send the same call again.`,
  );
}

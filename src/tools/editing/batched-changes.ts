import { ClientError } from "../../client/errors.ts";
import type { AppliedChange, ContentChange } from "../../contract/models/content-change.ts";
import type { DraftContent } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { type Applied, applyChanges, readAgain } from "./apply.ts";

/** Changes one request may carry. */
export const mostChanges = 50;

/** The changes of one call in several requests: when one fails, those before it are taken back. */
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

  /** Undefined when the change request was edited before the first request; then nothing was changed. */
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
    throw await this.#undo("The change request was edited by others meanwhile. Send the same call again.", false);
  }

  /** Takes back what earlier requests did, and says what became of that. The one that failed may have been made. */
  async #undo(problem: string, mayBeMade: boolean): Promise<ToolError> {
    const changes = undoChanges(this.touched, this.#first.revision);
    try {
      const now = await readAgain(this.#draft, this.#context);
      for (let at = 0; at < changes.length; at += mostChanges) {
        const part = changes.slice(at, at + mostChanges);
        const { client, signal } = this.#context;
        const names = { spaceId: now.space.id, changeRequestId: now.changeRequest.id };
        await client.changeRequestContent.apply({ ...names, changes: part }, { signal });
      }
      const rest = mayBeMade
        ? ". show_changes shows whether those of the last step were written."
        : "; nothing is changed.";
      return new ToolError(`${problem}\nThe pages that had been written before it were taken back${rest}`);
    } catch (error) {
      const reason = error instanceof Error ? error.message : "unknown";
      return new ToolError(
        `${problem}\nPages written before it stand, since taking them back failed too (${reason}). show_changes shows them.`,
      );
    }
  }
}

/** What a service that does not say what it did has done at least. */
function touchedBy(change: ContentChange): AppliedChange[] {
  if (change.operation === "delete_page") return [{ object: "deleted_page", page: change.page }];
  if (change.operation !== "update_page") return [];
  return [{ object: "updated_page", page: { object: "page", id: change.page, urls: { location: "" } } }];
}

/** Deleted pages come back first, since others may have to go under them again; new ones go last, when they are empty. */
function undoChanges(touched: readonly AppliedChange[], revision: string): ContentChange[] {
  const made = touched.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []));
  const deleted = touched.flatMap((change) => (change.object === "deleted_page" ? [change.page] : []));
  const updated = touched.flatMap((change) => (change.object === "updated_page" ? [change.page.id] : []));
  const restored = [...new Set([...deleted, ...updated])].filter((page) => !made.includes(page));
  return [
    ...restored.map((page) => ({ operation: "revert_page" as const, page, revision })),
    ...made.reverse().map((page) => ({ operation: "delete_page" as const, page })),
  ];
}

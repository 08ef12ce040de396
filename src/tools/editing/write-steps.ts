import { ClientError } from "../../client/errors.ts";
import { quotedExcerpt } from "../../client/excerpt.ts";
import type { AppliedChange, ContentChange } from "../../contract/models/content-change.ts";
import { listLinks, replaceLinks } from "../../text/links.ts";
import type { DraftContent } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { applyChanges, readAgain } from "./apply.ts";
import type { PlannedWrite } from "./plan-writes.ts";

export interface WrittenPages {
  readonly revision: string;
  /** Id of the page each write made or changed, in the order of the writes. */
  readonly pages: readonly string[];
  readonly steps: number;
}

/**
 * The writes in the least number of batches: a page can go under one that the same call makes only after that one has
 * its id.
 */
export function stepsOf(planned: readonly PlannedWrite[]): PlannedWrite[][] {
  const steps: PlannedWrite[][] = [[]];
  let made = new Set<string>();
  for (const plan of planned) {
    if (plan.under !== undefined && made.has(plan.under)) {
      steps.push([]);
      made = new Set();
    }
    steps.at(-1)?.push(plan);
    if (plan.write.ref !== undefined) made.add(plan.write.ref);
  }
  return steps;
}

/**
 * Carries out the writes. Undefined when the change request was edited since it was read; then nothing was changed. A
 * later batch that fails takes the earlier ones back, so that all are made or none.
 */
export async function writeSteps(
  steps: readonly (readonly PlannedWrite[])[],
  draft: DraftContent,
  context: ToolContext,
): Promise<WrittenPages | undefined> {
  const run = new StepRun(draft, context);
  for (const [index, step] of steps.entries()) {
    if (steps.length > 1) context.progress(index, steps.length, `Writing pages, step ${index + 1} of ${steps.length}`);
    if (!(await run.apply(step))) return undefined;
  }
  return { revision: run.revision, pages: run.pages, steps: steps.length };
}

class StepRun {
  readonly pages: string[] = [];
  readonly #context: ToolContext;
  readonly #first: DraftContent;
  #draft: DraftContent;
  readonly #touched: AppliedChange[] = [];
  /** Ids of the pages that have been made, by ref. */
  readonly #ids = new Map<string, string>();
  /** Texts written so far, by page id: links in them may lead to pages of a later step. */
  readonly #texts = new Map<string, string>();

  constructor(draft: DraftContent, context: ToolContext) {
    this.#first = draft;
    this.#draft = draft;
    this.#context = context;
  }

  get revision(): string {
    return this.#draft.revision;
  }

  async apply(step: readonly PlannedWrite[]): Promise<boolean> {
    const changes = [...step.map((plan) => this.#changeOf(plan)), ...this.#rebound(step)];
    const applied = await this.#attempt(changes);
    if (applied === undefined) return false;
    this.#touched.push(...applied.changes);
    this.#draft = { ...this.#draft, revision: applied.revision };
    const made = applied.changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []));
    for (const { write, change } of step) {
      const id = change.operation === "insert_page" ? made.shift() : "page" in change ? change.page : undefined;
      this.pages.push(id ?? "");
      if (id !== undefined && write.ref !== undefined) this.#ids.set(write.ref, id);
      if (id !== undefined && write.markdown !== undefined) this.#texts.set(id, write.markdown);
    }
    return true;
  }

  async #attempt(changes: readonly ContentChange[]) {
    try {
      const applied = await applyChanges(this.#draft, changes, this.#context);
      if (applied !== undefined || this.#touched.length === 0) return applied;
    } catch (error) {
      if (this.#touched.length === 0 || !(error instanceof ClientError)) throw error;
      throw await this.#undo(error.message, error.write === "unknown");
    }
    throw await this.#undo("The change request was edited by others meanwhile. Send the same call again.", false);
  }

  #changeOf({ change, under }: PlannedWrite): ContentChange {
    const parent = under === undefined ? undefined : this.#ids.get(under);
    if (under !== undefined && parent === undefined) {
      throw new ToolError(`The service did not say which page ${quotedExcerpt(under, 80)} became.`);
    }
    if (change.operation !== "insert_page" && change.operation !== "update_page") return change;
    const placed = parent === undefined ? change : { ...change, into: parent };
    const markdown = change.document?.markdown;
    return markdown === undefined ? placed : { ...placed, document: { markdown: this.#bound(markdown) } };
  }

  /** Links to the refs of earlier steps, which the service no longer knows, lead to the pages by their ids. */
  #bound(markdown: string): string {
    if (this.#ids.size === 0) return markdown;
    return replaceLinks(markdown, ({ href }) => {
      const { ref, anchor } = refOf(href);
      const id = this.#ids.get(ref);
      return id === undefined ? undefined : `/pages/${id}${anchor}`;
    });
  }

  /** Pages of earlier steps whose links lead to refs of this step are written once more, for the service to bind them. */
  #rebound(step: readonly PlannedWrite[]): ContentChange[] {
    const refs = new Set(step.flatMap(({ write }) => write.ref ?? []));
    const changed = new Set(step.flatMap(({ change }) => ("page" in change ? [change.page] : [])));
    return [...this.#texts].flatMap(([page, markdown]) => {
      if (changed.has(page) || !listLinks(markdown).some(({ href }) => refs.has(refOf(href).ref))) return [];
      return [{ operation: "update_page" as const, page, document: { markdown: this.#bound(markdown) } }];
    });
  }

  /** Takes back what earlier steps did, and says what became of that. The step that failed may have been made. */
  async #undo(problem: string, mayBeMade: boolean): Promise<ToolError> {
    const changes = undoChanges(this.#touched, this.#first.revision);
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

/** Changes one request may carry. */
const mostChanges = 50;

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

/** The name in a link to `./<ref>` or `./<ref>.md`, and the anchor behind it. */
function refOf(href: string): { ref: string; anchor: string } {
  const [, name = "", anchor = ""] = /^\.\/([^#]+)(#.*)?$/.exec(href) ?? [];
  return { ref: name.replace(/\.md$/, ""), anchor };
}

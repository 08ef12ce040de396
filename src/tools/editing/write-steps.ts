import { quotedExcerpt } from "../../client/excerpt.ts";
import type { ContentChange } from "../../contract/models/content-change.ts";
import { listLinks, replaceLinks } from "../../markdown/page/links.ts";
import { ToolError } from "../../present/tool-error.ts";
import type { DraftContent } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import type { PlannedWrite } from "./plan-writes.ts";
import { BatchedChanges } from "./store-pages.ts";

export interface WrittenPages {
  readonly revision: string;
  /** Id of the page each write made or changed, in the order of the writes. */
  readonly pages: readonly string[];
  /** Ids of other pages that the service rewrote so that their links follow a move. */
  readonly followed: readonly string[];
  readonly steps: number;
}

/**
 * Splits the writes into the fewest batches: a page can go under one made by the same call only after that one has
 * an id.
 */
export function splitIntoSteps(planned: readonly PlannedWrite[]): PlannedWrite[][] {
  const steps: PlannedWrite[][] = [[]];
  let createdRefs = new Set<string>();
  for (const plan of planned) {
    if (plan.under !== undefined && createdRefs.has(plan.under)) {
      steps.push([]);
      createdRefs = new Set();
    }
    steps.at(-1)?.push(plan);
    if (plan.write.ref !== undefined) createdRefs.add(plan.write.ref);
  }
  return steps;
}

/**
 * Performs the writes. Undefined if the change request was edited since it was read, so nothing was changed. If a
 * later batch fails, the earlier ones are undone, so it is all or none.
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
  const followed = [...new Set(run.updated)].filter((id) => !run.pages.includes(id));
  return { revision: run.revision, pages: run.pages, followed, steps: steps.length };
}

class StepRun {
  readonly pages: string[] = [];
  readonly #batch: BatchedChanges;
  /** Ids of the pages that have been made, by ref. */
  readonly #ids = new Map<string, string>();
  /** Texts written so far, by page id: links in them may lead to pages of a later step. */
  readonly #texts = new Map<string, string>();

  constructor(draft: DraftContent, context: ToolContext) {
    this.#batch = new BatchedChanges(draft, context);
  }

  get revision(): string {
    return this.#batch.revision;
  }

  /** Ids of the changed pages, including those whose links followed a move. */
  get updated(): string[] {
    return this.#batch.touched.flatMap((change) => (change.object === "updated_page" ? [change.page.id] : []));
  }

  async apply(step: readonly PlannedWrite[]): Promise<boolean> {
    const changes = [...step.map((plan) => this.#toChange(plan)), ...this.#rebound(step)];
    const applied = await this.#batch.apply(changes);
    if (applied === undefined) return false;
    const createdIds = applied.changes.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []));
    for (const { write, change } of step) {
      const id = change.operation === "insert_page" ? createdIds.shift() : "page" in change ? change.page : undefined;
      this.pages.push(id ?? "");
      if (id !== undefined && write.ref !== undefined) this.#ids.set(write.ref, id);
      if (id !== undefined && write.markdown !== undefined) this.#texts.set(id, write.markdown);
    }
    return true;
  }

  #toChange({ change, under }: PlannedWrite): ContentChange {
    const parent = under === undefined ? undefined : this.#ids.get(under);
    if (under !== undefined && parent === undefined) {
      throw new ToolError(`The service did not say which page ${quotedExcerpt(under, 80)} became.`);
    }
    if (change.operation !== "insert_page" && change.operation !== "update_page") return change;
    const withParent = parent === undefined ? change : { ...change, into: parent };
    const markdown = change.document?.markdown;
    return markdown === undefined ? withParent : { ...withParent, document: { markdown: this.#bound(markdown) } };
  }

  /** Replaces refs of earlier steps, which the service no longer knows, with page ids in links. */
  #bound(markdown: string): string {
    if (this.#ids.size === 0) return markdown;
    return replaceLinks(markdown, ({ href }) => {
      const { ref, anchor } = parseRef(href);
      const id = this.#ids.get(ref);
      return id === undefined ? undefined : `/pages/${id}${anchor}`;
    });
  }

  /** Rewrites pages of earlier steps that link to refs of this step, so that the service binds the links. */
  #rebound(step: readonly PlannedWrite[]): ContentChange[] {
    const refs = new Set(step.flatMap(({ write }) => write.ref ?? []));
    const changed = new Set(step.flatMap(({ change }) => ("page" in change ? [change.page] : [])));
    return [...this.#texts].flatMap(([page, markdown]) => {
      if (changed.has(page) || !listLinks(markdown).some(({ href }) => refs.has(parseRef(href).ref))) return [];
      return [{ operation: "update_page" as const, page, document: { markdown: this.#bound(markdown) } }];
    });
  }
}

/** The name in a link to `./<ref>` or `./<ref>.md`, and the anchor after it. */
function parseRef(href: string): { ref: string; anchor: string } {
  const [, name = "", anchor = ""] = /^\.\/([^#]+)(#.*)?$/.exec(href) ?? [];
  return { ref: name.replace(/\.md$/, ""), anchor };
}

import { z } from "zod";
import { describeEditProblem, EditError } from "../../text/edit-error.ts";
import type { Edit } from "../../text/edits.ts";
import { fence } from "../present/fence.ts";
import { named } from "../resolve/arguments.ts";
import { ToolError } from "../tool-error.ts";

/** One edit as an agent writes it: an exact passage or a section, in one flat object. */
export const PageEdit = z.strictObject({
  page: named.page.optional().describe("Default: the call's"),
  old_text: z.string().max(200_000).optional().describe("Exact passage to replace; must occur once"),
  all: z.boolean().optional().describe("Replace every occurrence"),
  section: z.string().max(1000).optional().describe('Instead of old_text: heading, "Parent > Heading" or #anchor'),
  position: z
    .enum(["replace", "prepend", "append", "insert_after", "delete"])
    .optional()
    .describe("In the section's body; default replace"),
  new_text: z.string().max(1_000_000).optional().describe("Markdown; none to delete a section"),
});
export type PageEdit = z.infer<typeof PageEdit>;

/** Checks what the schema cannot say and tells passages from sections. Throws ToolError naming the edit. */
export function readEdits(edits: readonly PageEdit[]): Edit[] {
  return edits.map((edit, index) => {
    const refuse = (problem: string) => new ToolError(`Edit ${index + 1}: ${problem} Nothing was changed.`);
    const { old_text: oldText, new_text: newText, all, section, position } = edit;
    if ((oldText === undefined) === (section === undefined)) {
      throw refuse("give either `old_text` (a passage) or `section`, and not both.");
    }
    if (oldText !== undefined) {
      if (position !== undefined) throw refuse("`position` goes with `section`, not with `old_text`.");
      if (newText === undefined) throw refuse('`new_text` is missing; "" removes the passage.');
      return { oldText, newText, ...(all === undefined ? {} : { all }) };
    }
    if (all !== undefined) throw refuse("`all` goes with `old_text`, not with `section`.");
    if (position === "delete" && newText !== undefined) throw refuse("a section that is deleted takes no `new_text`.");
    if (position !== "delete" && newText === undefined) throw refuse("`new_text` is missing.");
    return {
      section: section ?? "",
      ...(position === undefined ? {} : { position }),
      ...(newText === undefined ? {} : { newText }),
    };
  });
}

/** Does what edits a page; what is wrong with edit `index` becomes a ToolError that ends with `where`. */
export function refusingEdits<Result>(where: string, work: () => Result, numberOf = (index: number) => index): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    const { index, problem } = error;
    const fromPage = problem.fromPage === undefined ? undefined : fence(problem.fromPage);
    throw new ToolError(`${describeEditProblem(numberOf(index), problem, fromPage)}\n${where}`);
  }
}

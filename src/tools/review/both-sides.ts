import type { MergeConflict } from "../../contract/models/change-request.ts";
import type { Page } from "../../contract/models/page.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { mergeText } from "../../text/merge.ts";
import { baseOf } from "../editing/changes.ts";
import { type DraftContent, readPageAt, readPageById } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";

/** Pages that are compared with the space's, each of which costs up to three reads. */
const mostCompared = 30;

/** A page that the space has changed since the change request last took its content in. */
export interface TwiceChanged {
  readonly id: string;
  readonly title: string;
  /** Where the texts of both sides cannot be put together. */
  readonly conflicts: readonly MergeConflict[];
}

export interface BothSides {
  readonly pages: readonly TwiceChanged[];
  /** Changed pages that were not compared, since there are too many. */
  readonly left: number;
}

/** Which of the pages that a change request changes the space has changed too, found by reading the pages. */
export async function changedOnBothSides(
  draft: DraftContent,
  { changes }: SemanticChanges,
  context: ToolContext,
): Promise<BothSides> {
  if (!draft.changeRequest.outdated) return { pages: [], left: 0 };
  const edited = new Map(
    changes.flatMap((change) =>
      change.type === "page_edited" || change.type === "page_deleted" ? [[change.page.id, change] as const] : [],
    ),
  );
  const compared = [...edited.values()].slice(0, mostCompared);
  const space = { space: draft.space, changeRequest: undefined, revision: draft.space.revision };
  const found = await Promise.all(
    compared.map(async ({ type, page }): Promise<TwiceChanged[]> => {
      const [base, now] = await Promise.all([
        readPageAt(draft, baseOf(draft.changeRequest), page.id, context),
        readPageById(space, page.id, context),
      ]);
      if (base === undefined || isSame(base, now)) return [];
      const name = { page: page.id, title: page.title, path: page.path ?? "" };
      const twice = { id: page.id, title: page.title };
      if (now === undefined) {
        return [
          { ...twice, conflicts: type === "page_deleted" ? [] : [{ ...name, kind: "deleted_in_space" as const }] },
        ];
      }
      if (type === "page_deleted") {
        return [{ ...twice, conflicts: [{ ...name, kind: "deleted_in_change_request" as const }] }];
      }
      const own = await readPageAt(draft, draft.revision, page.id, context);
      const merged = mergeText(base.markdown ?? "", now.markdown ?? "", own?.markdown ?? "");
      const conflicts = (merged.conflicts ?? []).map((conflict) => ({
        ...name,
        kind: "text" as const,
        base: conflict.base,
        space: conflict.ours,
        changeRequest: conflict.theirs,
      }));
      return [{ ...twice, conflicts }];
    }),
  );
  return { pages: found.flat(), left: edited.size - compared.length };
}

const isSame = (base: Page, now: Page | undefined) =>
  now !== undefined && base.markdown === now.markdown && base.title === now.title && base.path === now.path;

import { emptyRoot } from "../content/ordered-map/node-codec.ts";
import type { Context } from "../context.ts";
import { findChangeRequest } from "../store/change-requests.ts";
import { findSpace } from "../store/spaces.ts";
import type { Row } from "../store/tables.ts";
import type { TranslationRow } from "../store/translations.ts";

/** What a run goes on from. */
export interface Base {
  /** The space that holds the translation, and the change request of an earlier run that can take more in. */
  readonly target: Row<"space"> | undefined;
  readonly open: Row<"change_request"> | undefined;
  /** Content of the source, and the same translated, that the target or the open change request has. */
  readonly source: string;
  readonly translated: string;
  /** The pair that the target itself has. */
  readonly taken: { readonly source: string | null; readonly translated: string | null };
  /** Whether it has what the newest run made. */
  readonly isNewest: boolean;
}

/** A run goes on from the newest, unless its change request was archived: then from what was last merged. */
export async function findBase({ queries }: Context, row: TranslationRow): Promise<Base> {
  const target = row.target_space === null ? undefined : await findSpace(queries, row.target_space);
  const latest =
    target === undefined || row.change_request === null
      ? undefined
      : await findChangeRequest(queries, target.id, row.change_request);
  const merged = latest === undefined || latest.status === "merged";
  const newest = { source: row.source_root, translated: row.base_root };
  const before = { source: row.taken_source_root, translated: row.taken_base_root };
  const archived = latest?.status === "archived" || target === undefined;
  const from = archived ? before : newest;
  return {
    target,
    open: merged || archived ? undefined : latest,
    source: from.source ?? emptyRoot,
    translated: from.translated ?? emptyRoot,
    taken: merged && target !== undefined ? newest : before,
    isNewest: !archived,
  };
}

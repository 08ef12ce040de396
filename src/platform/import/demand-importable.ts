import { demandLive } from "../content/demand-live.ts";
import type { Context } from "../context.ts";
import { demandDirectEdits } from "../reviews/merge-rules.ts";
import type { Row } from "../store/tables.ts";

/** Throws `conflict` when a space takes an import in a change request alone, or none. */
export async function demandImportable(context: Context, space: Row<"space">): Promise<void> {
  demandLive(space);
  await demandDirectEdits(context, space, "an import goes into a change request: give target.changeRequest");
}

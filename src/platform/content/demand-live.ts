import { Problem } from "../problem.ts";
import type { Row } from "../store/tables.ts";

/** Throws `conflict` when a space takes no edits. */
export function demandLive(space: Row<"space">): void {
  if (space.edit_mode !== "locked") return;
  throw new Problem("conflict", `Space ${space.id} is locked. An administrator can set editMode to "live".`);
}

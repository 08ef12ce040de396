import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import type { Row } from "../store/tables.ts";

/** Throws `not_found` for an issue cluster that the organization of a space does not have. */
export async function demandIssueCluster(_context: Context, _space: Row<"space">, id: string): Promise<void> {
  throw new Problem(
    "not_found",
    `conversationsIssuesCluster: there is no issue cluster ${id}, or this token may not see it.`,
  );
}

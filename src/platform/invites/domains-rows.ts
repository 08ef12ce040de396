import { sql } from "kysely";
import { wordsOf } from "../kernel/database/engine/engine.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";

/** Organizations that take any domain of e-mail addresses, by title then id. */
export function organizationsTaking(queries: Queries): Promise<Row<"organization">[]> {
  return queries
    .selectFrom("organization")
    .selectAll()
    .where(sql<boolean>`${wordsOf(queries).membersIn("settings", "emailDomains")} > 0`)
    .orderBy("title")
    .orderBy("id")
    .execute();
}

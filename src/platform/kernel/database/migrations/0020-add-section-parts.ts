import { type Kysely, sql } from "kysely";

const statements = [
  `create table section_space_part (
    number integer primary key,
    space text not null
  )`,
  "create index section_space_part_space on section_space_part (space)",
];

/** Adds further numbers of spaces in the search index. A build that does not know them does not find their sections. */
export async function addSectionParts(database: Kysely<unknown>): Promise<void> {
  for (const statement of statements) await sql.raw(statement).execute(database);
}

import { sql } from "kysely";

/** What `like` compares with to find columns that hold a text as it is. */
export const holding = (text: string) => {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql<string>`${pattern} escape '\\'`;
};

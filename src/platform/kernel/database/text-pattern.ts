import { sql } from "kysely";

/** A `like` pattern for columns that contain a text literally. */
export const holding = (text: string) => {
  const pattern = `%${text.replaceAll(/[\\%_]/g, (character) => `\\${character}`)}%`;
  return sql<string>`${pattern} escape '\\'`;
};

import { parseBlocks } from "../../src/markdown/grammar/block-parser.ts";

/** The rows of a table, each cell as its Markdown by the text of its column's heading. */
export type Rows = readonly Readonly<Record<string, string>>[];

/** Every table of a text with these headings, with the heading it is under. */
export function tablesWith(
  markdown: string,
  ...columns: readonly string[]
): { readonly under: string; readonly rows: Rows }[] {
  const tables: { under: string; rows: Rows }[] = [];
  let under = "";
  for (const block of parseBlocks(markdown)) {
    if (block.kind === "heading") under = block.text;
    if (block.kind !== "table") continue;
    const { header, rows } = block;
    if (header.join("|") !== columns.join("|")) continue;
    tables.push({
      under,
      rows: rows.map((row) => Object.fromEntries(row.map((text, at) => [header[at] ?? "", text]))),
    });
  }
  return tables;
}

/** The rows of the only table with these headings. */
export function tableWith(markdown: string, ...columns: readonly string[]): Rows {
  const [table, ...others] = tablesWith(markdown, ...columns);
  if (table === undefined || others.length > 0) {
    throw new Error(`There are ${others.length + (table === undefined ? 0 : 1)} tables with ${columns.join(", ")}.`);
  }
  return table.rows;
}

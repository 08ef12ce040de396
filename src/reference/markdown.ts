/** A Markdown table. Columns that are empty in every row are left out; without rows the result is empty. */
export function markdownTable(columns: readonly string[], rows: readonly (readonly string[])[]): string {
  if (rows.length === 0) return "";
  const filledColumns = columns.flatMap((_, at) => (rows.some((row) => (row[at] ?? "") !== "") ? [at] : []));
  const line = (cells: readonly string[]) => `| ${filledColumns.map((at) => cell(cells[at] ?? "")).join(" | ")} |`;
  return [line(columns), `| ${filledColumns.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
}

/** A bar ends a cell even within backticks, and a line break ends the row. */
const cell = (text: string): string => text.replace(/\s*\n\s*/g, " ").replaceAll("|", "\\|");

export const code = (text: string): string => `\`${text}\``;

/** Joins the non-empty parts of a page with blank lines. */
export const paragraphs = (...parts: readonly (string | undefined)[]): string =>
  parts.filter((part) => part !== undefined && part !== "").join("\n\n");

/** A page with its description in front matter. */
export const page = (description: string, ...parts: readonly (string | undefined)[]): string =>
  `---\ndescription: ${JSON.stringify(description)}\n---\n\n${paragraphs(...parts)}\n`;

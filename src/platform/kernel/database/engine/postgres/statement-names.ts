/** Prefix for statements that are planned on every run: a search with a generic plan takes ten times as long. */
export const planEachTime = "/* plan each time */";

/** Maximum number of prepared statements. Others are planned on every run. */
const maxNamed = 500;

const names = new Map<string, string>();

let generation = 0;

/** Makes every connection prepare its statements again, because tables have changed. */
export function renameStatements(): void {
  names.clear();
  generation += 1;
}

/** The name of a prepared statement, the same on every connection; undefined for one planned on every run. */
export function findStatementName(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= maxNamed || text.startsWith(planEachTime)) return known;
  const name = `s${generation}_${names.size}`;
  names.set(text, name);
  return name;
}

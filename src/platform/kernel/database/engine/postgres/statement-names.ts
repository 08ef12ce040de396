/** Begins statements that are planned each time: with a plan for any values, a search takes ten times as long. */
export const planEachTime = "/* plan each time */";

/** Statements that a connection keeps planned. Those beyond are planned each time. */
const mostNamed = 500;

const names = new Map<string, string>();

/** The name of a statement that is kept planned, the same on every connection. */
export function nameOf(text: string): string | undefined {
  const known = names.get(text);
  if (known !== undefined || names.size >= mostNamed || text.startsWith(planEachTime)) return known;
  const name = `s${names.size}`;
  names.set(text, name);
  return name;
}

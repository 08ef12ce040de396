const maxColumns = 120;

/** JSON with a value on one line if it fits in 120 columns. Undefined members are left out. */
export function jsonText(value: unknown): string {
  return `${write(value, "", 0)}\n`;
}

/** `taken` is the number of columns before the value on its first line and after it on its last. */
function write(value: unknown, indent: string, taken: number): string {
  const line = oneLine(value);
  if (indent.length + taken + line.length <= maxColumns || typeof value !== "object" || value === null) return line;
  const inner = `${indent}  `;
  if (Array.isArray(value)) {
    const items = value.map((item, at) => inner + write(item, inner, comma(at, value)));
    return `[\n${items.join(",\n")}\n${indent}]`;
  }
  const members = listMembers(value).map(([name, member], at, all) => {
    const key = `${JSON.stringify(name)}: `;
    return inner + key + write(member, inner, key.length + comma(at, all));
  });
  return `{\n${members.join(",\n")}\n${indent}}`;
}

const comma = (at: number, all: readonly unknown[]): number => (at < all.length - 1 ? 1 : 0);

function oneLine(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(oneLine).join(", ")}]`;
  const members = listMembers(value).map(([name, member]) => `${JSON.stringify(name)}: ${oneLine(member)}`);
  return members.length === 0 ? "{}" : `{ ${members.join(", ")} }`;
}

const listMembers = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, member]) => member !== undefined);

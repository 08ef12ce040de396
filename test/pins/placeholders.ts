/** The values of the placeholders seen so far. */
export type Names = Map<string, string>;

const placeholder = /\{([a-z][A-Za-z0-9]*)\}/g;
/** Ids, cursors and signatures are all written in these characters. */
const generated = "[a-zA-Z0-9_-]+";

/** The text with every placeholder replaced by its value. Throws if one was never bound. */
export function fillIn(text: string, names: Names): string {
  return text.replace(placeholder, (whole, name: string) => {
    const value = names.get(name);
    if (value === undefined) throw new Error(`${whole} has not been met in an answer yet`);
    return value;
  });
}

/**
 * The actual value with generated texts replaced by the placeholders of the expected one. A new placeholder is bound to
 * the actual text if that consists of the characters of an id; later it must be the same.
 * `{#name}` replaces a finite number.
 */
export function mask(expected: unknown, actual: unknown, names: Names): unknown {
  if (typeof expected === "string" && typeof actual === "string") return maskText(expected, actual, names);
  if (typeof expected === "string" && /^\{#\w+\}$/.test(expected)) return Number.isFinite(actual) ? expected : actual;
  if (Array.isArray(expected) && Array.isArray(actual)) {
    return actual.map((item, index) => (index < expected.length ? mask(expected[index], item, names) : item));
  }
  if (isRecord(expected) && isRecord(actual)) {
    return maskMembers(expected, withNamedMembers(expected, actual, names), names);
  }
  return actual;
}

/** Members that are named by an id have the placeholder of the expected one as their name, if it is bound. */
function withNamedMembers(expected: object, actual: object, names: Names): Record<string, unknown> {
  const named = new Map(
    Object.keys(expected).flatMap((name) => {
      const value = names.get(/^\{([a-z][A-Za-z0-9]*)\}$/.exec(name)?.[1] ?? "");
      return value === undefined ? [] : [[value, name]];
    }),
  );
  return Object.fromEntries(Object.entries(actual).map(([name, value]) => [named.get(name) ?? name, value]));
}

function maskMembers(expected: Record<string, unknown>, actual: Record<string, unknown>, names: Names): unknown {
  // In the order of the expected members, so that a name is bound where its author put it.
  const known = Object.keys(expected).filter((name) => name in actual);
  const others = Object.keys(actual).filter((name) => !(name in expected));
  return Object.fromEntries(
    [...known, ...others].map((name) => [
      name,
      name in expected ? mask(expected[name], actual[name], names) : actual[name],
    ]),
  );
}

function maskText(expected: string, actual: string, names: Names): string {
  const found = [...expected.matchAll(placeholder)].map((match) => match[1] ?? "");
  if (found.length === 0) return actual;
  const met = new Set<string>();
  const pattern = expected
    .split(placeholder)
    .map((part, index) => {
      if (index % 2 === 0) return escapePattern(part);
      const known = names.get(part);
      if (known !== undefined) return escapePattern(known);
      if (met.has(part)) return `\\k<${part}>`;
      met.add(part);
      return `(?<${part}>${generated})`;
    })
    .join("");
  const match = new RegExp(`^${pattern}$`).exec(actual);
  if (match === null) return actual;
  for (const name of met) names.set(name, match.groups?.[name] ?? "");
  return expected;
}

const escapePattern = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

import fc from "fast-check";

/** Few distinct keys, so that edits overlap, with shared prefixes, surrogates, NUL and the empty key among them. */
export const key = fc.oneof(
  fc.integer({ min: 0, max: 400 }).map((number) => `page/${number}`),
  fc.integer({ min: 0, max: 60 }).map((number) => `child/${number % 7}/${number}`),
  fc.constantFrom("", "a", "a\u0000", "aa", "a\uffff", "\ud800", "\ud83d\ude00", "\udc00x", "\uffff", "\uffff\uffff"),
  fc.string({ unit: "binary", maxLength: 4 }),
);

const value = fc.oneof(
  fc.integer({ min: 0, max: 3 }).map(String),
  fc.string({ unit: "binary", maxLength: 8 }).map((text) => JSON.stringify(text)),
);

export const batch = fc.array(fc.tuple(key, fc.option(value, { nil: undefined, freq: 3 })), {
  maxLength: 250,
  size: "max",
});

export type Batch = ReadonlyArray<readonly [string, string | undefined]>;

/** The expected content of the map after a batch: the last change to a key wins. */
export function applyToModel(model: ReadonlyMap<string, string>, changes: Batch): Map<string, string> {
  const result = new Map(model);
  for (const [changed, to] of changes) {
    if (to === undefined) result.delete(changed);
    else result.set(changed, to);
  }
  return result;
}

export function sortedEntries(model: ReadonlyMap<string, string>): Array<[string, string]> {
  return [...model].sort(([a], [b]) => (a < b ? -1 : 1));
}

import { stemOf } from "./word-forms.ts";

const SUFFIXES = [
  "ability",
  "ables",
  "alism",
  "ality",
  "ances",
  "ation",
  "ational",
  "ations",
  "ators",
  "ences",
  "encies",
  "fulness",
  "ibility",
  "ically",
  "iveness",
  "ivity",
  "ization",
  "izations",
  "izers",
  "izing",
  "ments",
  "nesses",
  "ousness",
  "tional",
  "tions",
];
const SHORTEST = 4;

/**
 * Stems of English words that the unfinished word may become, as far as they do not begin with it: `configura` may
 * become `configuration`, which is indexed as `configur`.
 */
export function possibleStems(unfinished: string): string[] {
  if (unfinished.length < SHORTEST || !/^[a-z]+$/.test(unfinished)) return [];
  const stems = new Set<string>();
  for (const suffix of SUFFIXES) {
    for (let typed = Math.min(suffix.length, unfinished.length - 2); typed > 0; typed -= 1) {
      if (!unfinished.endsWith(suffix.slice(0, typed))) continue;
      const stem = stemOf(unfinished + suffix.slice(typed));
      if (!stem.startsWith(unfinished)) stems.add(stem);
    }
  }
  stems.delete(stemOf(unfinished));
  return [...stems];
}

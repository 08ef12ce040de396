import { stemOf, type WordForm } from "./word-forms.ts";

/** Words that documentation writes short in one place and in full in another. */
const SAME_WORDS = [
  "admin administrator",
  "app application",
  "arg argument",
  "async asynchronous",
  "auth authentication authorization",
  "config configuration",
  "db database",
  "delete remove",
  "dependency dep",
  "dev development",
  "diff difference",
  "dir directory folder",
  "doc documentation",
  "env environment",
  "func function",
  "i18n internationalization",
  "img image",
  "info information",
  "init initialize",
  "js javascript",
  "k8s kubernetes",
  "l10n localization",
  "lib library",
  "login signin",
  "max maximum",
  "min minimum",
  "msg message",
  "org organization",
  "param parameter",
  "perf performance",
  "prod production",
  "ref reference",
  "repo repository",
  "spec specification",
  "sync synchronize",
  "temp temporary",
  "ts typescript",
  "var variable",
].map((group) => group.split(" "));

const BY_STEM = new Map<string, string[]>();

for (const group of SAME_WORDS) {
  for (const word of group) {
    BY_STEM.set(
      stemOf(word),
      group.filter((other) => other !== word),
    );
  }
}

const BRITISH_AND_AMERICAN: readonly (readonly [RegExp, string])[] = [
  [/our(?=$|s$|ed$|ing$|ful$)/, "or"],
  [/(?<=[a-z]{3})or(?=$|s$|ed$|ing$|ful$)/, "our"],
  [/is(?=(?:e|es|ed|ing|er|ers|ation|ations)$)/, "iz"],
  [/iz(?=(?:e|es|ed|ing|er|ers|ation|ations)$)/, "is"],
  [/yse(?=$|s$|d$|r$)/, "yze"],
  [/yze(?=$|s$|d$|r$)/, "yse"],
  [/tre(?=$|s$|d$)/, "ter"],
  [/ence$/, "ense"],
];

/** Other ways to write a word: short for long, British for American, and back. */
export function otherSpellings({ folded, stem }: WordForm): WordForm[] {
  if (!/^[a-z][a-z0-9]+$/.test(folded)) return [];
  const words = [...(BY_STEM.get(stem) ?? [])];
  for (const [ending, other] of BRITISH_AND_AMERICAN)
    if (ending.test(folded)) words.push(folded.replace(ending, other));
  return words.map((word) => ({ folded: word, stem: stemOf(word) })).filter((form) => form.stem !== stem);
}

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

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";

const root = join(import.meta.dirname, "..");

function filesIn(folder: string, name: RegExp): ReadonlyMap<string, string> {
  const paths = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
    .map((path) => `${folder}/${path.replaceAll("\\", "/")}`)
    .filter((path) => name.test(path));
  return new Map(paths.map((path) => [path, readFileSync(join(root, path), "utf8")]));
}

const sources = filesIn("src", /\.tsx?$/);
const manual = filesIn("docs", /^docs\/(?!reference\/).*\.md$/);

/** The text without comments, whose words are not declarations. */
const withoutComments = (text: string) =>
  text.replace(/\/\*[\s\S]*?\*\//g, (comment) => comment.replace(/[^\n]/g, "")).replace(/(^|\s)\/\/ [^\n]*/g, "$1");

/** What a keyword declares, and at the beginning of a line the members of types, classes and objects. */
const declaration =
  /\b(const|let|function\*?|class|interface|type|enum) +([A-Za-z_$][\w$]*)|^ *(?:(?:private|static|async|get|set|readonly|abstract|override) +)*#?([A-Za-z_$][\w$]*)\??(?=\(|:|<\w+>\(| = )/gm;

/** The words that declarations must not have, with what to write instead. */
const bannedNames: readonly (readonly [RegExp, string])[] = [
  [/^(?:most[A-Z]|MOST_|longest[A-Z]|LONGEST_)/, "max…, with the unit at the end: maxItems, maxWaitMs, maxBodyBytes"],
  [/^(?:least[A-Z]|LEAST_)/, "min…"],
  [/^usual(?:[A-Z]|$)|^Usual/, "default…"],
  [/^[a-z][A-Za-z]*[a-z]Of$/, "a verb and a noun: getX, toX, parseX, or xFor"],
  [/^(?:asked|told|said|given|made)(?:[A-Z]|$)/, "request, input, options, message, created"],
  [/^kept(?:[A-Z]|$)/, "cached, stored, remaining"],
  [/(?:^h|H)appening|announceOf/, "event, publish"],
  [/(?:^b|B)reath/, "yield: to the event loop"],
  [/(?:^f|F)oresee|(?:^f|F)oreseen/, "dryRun, preview"],
  [/(?:^h|H)eir(?:s?$|s?[A-Z])/, "replacement"],
  [/(?:^l|L)adder|(?:^j|J)udgement|(?:^l|L)ikeness|(?:^a|A)new|(?:^b|B)eside/, "the field's word"],
  [/Thing(?:s?$|s?[A-Z])/, "what it is"],
  [/^rooms?(?:[A-Z]|$)|[a-z]Rooms?(?:[A-Z]|$)/, "feature, capacity"],
  [/^doors?(?:[A-Z]|$)|[a-z]Doors?(?:[A-Z]|$)/, "the public interface"],
  [/^[Pp]ress$/, "renderer"],
  [/^former(?:[A-Z]|$)/, "previous…"],
];

const bannedTypes: readonly (readonly [RegExp, string])[] = [
  [/Places?$/, "location, target, route, position"],
  [/^Turns?$/, "time slices"],
  [/^Visits?$/, "session"],
];

/** Names that stay, by name or by `path:name`, each with its reason. */
const exceptions: Readonly<Record<string, string>> = {
  insteadOf: "documented in CONTRIBUTING: what an operation or tool replaces",
  listOf: "reads like the schema that it returns: listOf(Space)",
  anyOf: "JSON Schema",
  oneOf: "JSON Schema",
  allOf: "JSON Schema",
  formatAnyOf: "JSON Schema",
  formatAllOf: "JSON Schema",
  isOneOf: "a predicate",
  isPartOf: "schema.org",
  memberOf: "the organization that a user has to be a member of",
  mostFrequent: "a superlative, not a limit",
  mostSimilar: "a superlative, not a limit",
  formerLabels: "a member of the public API",
  RedirectPlace: "the name of a public model",
  givenNames: "SAML: the given name of a person",
  givenUp: "a phrase: the job was given up",
  "src/platform/content/merge-page.ts:kept": "the side of a merge that wins, as in `isOnKept`",
  "src/platform/content/merge-conflict.ts:kept": "the side of a merge that wins",
  "src/markdown/versions/page-limits.ts:kept": "the side of a merge that wins",
  "src/platform/content/redirects.ts:kept": "stored in revisions",
  "src/platform/content/summary-source.ts:kept": "stored in revisions",
  "src/platform/exchange/git/import-job.ts:kept": "the side of a merge that wins",
  "src/platform/kernel/repeated-requests-rows.ts:made": "a stored column",
  "src/app/layout/frame.ts:asked": "part of addresses",
};

/** Phrases of no manual of this field, in messages, descriptions, comments and the manual. */
const bannedPhrases: readonly (readonly [RegExp, string])[] = [
  [/\bshall\b/gi, "must, will"],
  [/\banew\b/gi, "again"],
  [/\blikewise\b/gi, "also"],
  [/\bmeanwhile\b/gi, "in the meantime, since"],
  [/\bwhom\b(?! (?:a|an|the|local|user)\b)(?<!\b(?:for|to|by|as) whom)/gi, "who"],
  [/[a-z`], too[.,;:)"`]/g, "also, as well"],
  [/\bmend(?:s|ed|ing)?\b/gi, "fix"],
  [/\b(?:kept|last|never|not|is|are|were) in step\b/g, "in sync"],
  [
    /\b(?:is|are) no (?:parameter|object|text|number|argument|value|e-mail|status)\b(?<!there (?:is|are) no \w+)/gi,
    "not a …",
  ],
  [/\b(?:goes|go|went) on\b/gi, "continues"],
  [/\bmade (?:of it|by hand)\b/gi, "computed from it, hand-written"],
  [/\b(?:takes?|taken|took) in (?:the space|what)\b/gi, "update from, includes"],
  [/\bsettle[sd]? (?:a|the|it|each|them|conflicts?)\b|\bto settle\b|\bis settled\b/gi, "resolve"],
  [/\b(?:is|was|were) (?:told|said) (?:that|to|of|by|what)\b/gi, "learns, receives"],
  [/\bhand(?:s|ed)? in\b/gi, "submit"],
  [/\b(?:foresee|foreseen|foresaw)\b/gi, "expect, preview"],
  [/\bbeside (?:the|it|its|this|them|a)\b/gi, "next to"],
  [/\bwhat was there is\b|\bNothing else was said\b|\bThe person sees it at\b/gi, "a plain sentence"],
  [
    /\b(?:have|has) alike\b|\bof use\b(?! )|\bone on a line\b|\bat the most\b/gi,
    "in common, effect, one per line, at most",
  ],
];

/** Lines that keep such a phrase, by a part of them. */
const phraseExceptions: Readonly<Record<string, string>> = {
  "it was edited meanwhile.": "pinned in test/pins",
  "What was there is in": "a plain sentence of its own",
};

const hits = (
  names: readonly string[],
  banned: readonly (readonly [RegExp, string])[],
  path: string,
  found: Set<string>,
) =>
  names.flatMap((name) => {
    const problem = banned.find(([pattern]) => pattern.test(name));
    if (problem === undefined) return [];
    const exception = [name, `${path}:${name}`].find((key) => Object.hasOwn(exceptions, key));
    if (exception === undefined) return [`${path}: ${name}; write ${problem[1]}`];
    found.add(exception);
    return [];
  });

describe("the words of the source", () => {
  const used = new Set<string>();

  it("has been read", () => {
    expect(sources.size).toBeGreaterThan(900);
    expect(manual.size).toBeGreaterThan(30);
  });

  it("are the field's in declarations", () => {
    const found = [...sources].flatMap(([path, text]) => {
      const names = new Set<string>();
      const types = new Set<string>();
      for (const [, keyword, declared, member] of withoutComments(text).matchAll(declaration)) {
        const name = declared ?? member;
        if (name === undefined) continue;
        names.add(name);
        if (keyword !== undefined && /^(?:class|interface|type|enum)$/.test(keyword)) types.add(name);
      }
      return [...hits([...names], bannedNames, path, used), ...hits([...types], bannedTypes, path, used)];
    });
    expect(found).toEqual([]);
  });

  it("have no exception that nothing needs", () => {
    expect(Object.keys(exceptions).filter((name) => !used.has(name))).toEqual([]);
  });

  it("are plain in messages, comments and the manual", () => {
    const found = [...sources, ...manual].flatMap(([path, text]) =>
      bannedPhrases.flatMap(([pattern, instead]) =>
        [...text.matchAll(pattern)].flatMap(({ index, 0: phrase }) => {
          const line = text.slice(text.lastIndexOf("\n", index) + 1).split("\n", 1)[0] ?? "";
          if (Object.keys(phraseExceptions).some((part) => line.includes(part))) return [];
          return [`${path}: "${phrase}" in "${line.trim().slice(0, 120)}"; write ${instead}`];
        }),
      ),
    );
    expect(found).toEqual([]);
  });
});

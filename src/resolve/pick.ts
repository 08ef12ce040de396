import { quotedExcerpt } from "../client/excerpt.ts";
import { ToolError } from "../present/tool-error.ts";
import { oneLine, quoted } from "../present/wording.ts";

export interface Kind {
  /** The noun for one of them, such as "site". */
  readonly one: string;
  readonly many: string;
  /** What an agent can do if there are none; a sentence. */
  readonly none?: string;
}

/**
 * The candidate that a name means: by id, by title, by title ignoring case, or by part of a title that matches only
 * one. Throws ToolError with candidates.
 */
export function pick<Found extends Candidate>(named: string, candidates: readonly Found[], kind: Kind): Found {
  const wanted = fold(named);
  const shown = quotedExcerpt(named, 200);
  if (candidates.length === 0) {
    throw new ToolError(`There is no ${kind.one} ${shown}, and no other either. ${kind.none ?? ""}`.trim());
  }
  if (wanted === "")
    throw new ToolError(`The name of the ${kind.one} is empty. There are:\n${candidateLines(candidates)}`);
  const ways: ((candidate: Found) => boolean)[] = [
    ({ id }) => id === named.trim(),
    ({ title }) => title === named,
    // As answers show titles with invisible characters.
    ({ title }) => oneLine(title) === named,
    ({ title }) => fold(title) === wanted,
    ({ title }) => fold(title).includes(wanted),
  ];
  for (const fits of ways) {
    const matches = candidates.filter(fits);
    const [first] = matches;
    if (matches.length === 1 && first !== undefined) return first;
    if (matches.length > 1) {
      throw new ToolError(
        `${matches.length} ${kind.many} match ${shown}. Name one by its id:\n${candidateLines(matches)}`,
      );
    }
  }
  const similar = closest(named, candidates);
  const near = similar.length > 0 ? similar : candidates;
  throw new ToolError(`There is no ${kind.one} ${shown}. There are:\n${candidateLines(near, candidates.length)}`);
}

/** The only candidate, for a call that names none. Throws ToolError with candidates. */
export function onlyOne<Found extends Candidate>(candidates: readonly Found[], kind: Kind, argument: string): Found {
  const [only] = candidates;
  if (only === undefined) throw new ToolError(`There is no ${kind.one} yet. ${kind.none ?? ""}`.trim());
  if (candidates.length === 1) return only;
  throw new ToolError(`Say which \`${argument}\` is meant:\n${candidateLines(candidates)}`);
}

/** Normalizes accents, white space and case. */
export const fold = (title: string) => title.normalize().replace(/\s+/g, " ").trim().toLowerCase();

interface Candidate {
  readonly id: string;
  readonly title: string;
  /** Its location, if the title is not enough. */
  readonly qualifier?: string | undefined;
}

const maxNamed = 8;

const maxComparedChars = 120;

/** Less similar names are not suggested. */
const minSimilarity = 0.35;

/** At most eight lines of title and id, and how many more there are. */
export function candidateLines(candidates: readonly Candidate[], all = candidates.length): string {
  const named = candidates.slice(0, maxNamed);
  const lines = named.map(({ id, title, qualifier }) => {
    return `- ${quoted(title)} (${qualifier === undefined ? "" : `${quoted(qualifier)}, `}id ${id})`;
  });
  const more = all - named.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}

/** The candidates with the most similar spelling, best first. */
export function closest(written: string, candidates: readonly Candidate[]): Candidate[] {
  const wanted = toLetters(written);
  const pairs = toLetterPairs(wanted);
  return candidates
    .map((candidate, index) => ({ candidate, index, score: computeSimilarity(wanted, pairs, candidate) }))
    .filter(({ score }) => score >= minSimilarity)
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, maxNamed)
    .map(({ candidate }) => candidate);
}

function computeSimilarity(wanted: string, pairs: ReadonlySet<string>, { title, qualifier }: Candidate): number {
  const names = [
    title,
    ...(qualifier === undefined ? [] : [qualifier, qualifier.slice(qualifier.lastIndexOf("/") + 1)]),
  ];
  const scores = names.map((name) => {
    const letters = toLetters(name);
    const contains = wanted.length > 2 && letters.includes(wanted) ? 1 : 0;
    return contains + shared(pairs, toLetterPairs(letters));
  });
  return Math.max(...scores);
}

/** The overlap of two sets: 0 to 1. */
function shared(one: ReadonlySet<string>, other: ReadonlySet<string>): number {
  if (one.size + other.size === 0) return 0;
  let common = 0;
  for (const pair of one) if (other.has(pair)) common += 1;
  return (2 * common) / (one.size + other.size);
}

const toLetters = (name: string) =>
  name
    .slice(0, maxComparedChars)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, "");

/** Pairs of adjacent letters, most of which survive a misspelling. */
function toLetterPairs(letters: string): ReadonlySet<string> {
  const pairs = new Set<string>();
  for (let at = 0; at + 1 < letters.length; at += 1) pairs.add(letters.slice(at, at + 2));
  return pairs;
}

import { type OperationSummary, operationSummaries } from "../../contract/load.ts";

/** Longer paths are not compared: no operation has one. */
const maxSegments = 20;

const maxNamed = 3;

/** The least that an operation must have in common with a path to be named. */
const minScore = 3;

/** Pages and files are not changed one by one: a change request's content is changed. */
const changedWith: Readonly<Record<string, string>> = { page: "content", file: "content" };

interface Compared {
  readonly summary: OperationSummary;
  /** Words of the fixed segments of its path. */
  readonly segments: ReadonlySet<string>;
  /** Words of its id. */
  readonly words: ReadonlySet<string>;
}

let compared: readonly Compared[] | undefined;

/**
 * The operations that a request to an unknown path may mean, the nearest first: by the words of the path and of the
 * operation's id, and by the method. Depends on nothing but the contract.
 */
export function nearestOperations(method: string, path: string): OperationSummary[] {
  const [root, version, ...written] = path.split("/");
  if (root !== "" || version !== "v1" || written.length > maxSegments || written.includes("")) return [];
  compared ??= operationSummaries.map((summary) => ({
    summary,
    segments: new Set(fixedSegments(summary.path).flatMap(splitWords)),
    words: new Set(splitWords(summary.id)),
  }));
  const known = new Set(compared.flatMap(({ segments, words }) => [...segments, ...words]));
  const words = written.flatMap(splitWords).filter((word) => known.has(word));
  const last = words.at(-1);
  if (last === undefined) return [];
  const noun = method === "GET" ? last : (changedWith[last] ?? last);
  words.push(noun);
  const scored = compared.map((one) => ({ ...one, score: computeScore(one, { method, words: new Set(words), noun }) }));
  return scored
    .filter(({ score }) => score >= minScore)
    .sort((left, right) => right.score - left.score)
    .slice(0, maxNamed)
    .map(({ summary }) => summary);
}

interface Guess {
  readonly method: string;
  readonly words: ReadonlySet<string>;
  /** The last word that any operation has: what the request is about. */
  readonly noun: string;
}

function computeScore({ summary, segments, words }: Compared, guess: Guess): number {
  if (!segments.has(guess.noun) && !words.has(guess.noun)) return 0;
  const shared = [...guess.words].filter((word) => segments.has(word)).length;
  const others = [...segments].filter((word) => !guess.words.has(word)).length;
  const method = summary.method === guess.method ? 1.5 : [summary.method, guess.method].includes("GET") ? -2 : 0;
  return 2 * shared + (words.has(guess.noun) ? 2 : 0) + method - 0.5 * others;
}

const fixedSegments = (path: string) => path.split("/").filter((segment) => segment !== "" && !segment.startsWith("{"));

/** In lower case and the singular: `changeRequests` and `change-requests` are `change` and `request`. */
function splitWords(text: string): string[] {
  if (text.length > 64) return [];
  return text
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(/[^a-z]+/)
    .filter((word) => word.length > 1)
    .map((word) => word.replace(/([^s])s$/, "$1"));
}

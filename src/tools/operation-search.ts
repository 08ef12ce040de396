import { stemmer } from "stemmer";
import type { ContractEntry } from "../contract/index.ts";
import type { AnyOperation, Effect } from "../contract/operation.ts";
import { operationEntries } from "./operation-index.ts";
import { wordsOfId } from "./operation-names.ts";

/** How people say what an operation of an effect does. */
const verbs: Readonly<Record<Effect, string>> = {
  read: "read get list show find fetch view see look check which what how many",
  create: "create add make new insert post invite submit write edit",
  update: "update change edit set rename modify move write",
  delete: "delete remove drop revoke detach unlink",
  run: "run start merge publish trigger import sync generate translate send",
};
/** Words that say nothing about a task. */
const stopWords = new Set(
  "a an and are as at be by can do does for from i in into is it its me my of on one or that the their this to we with you your".split(
    " ",
  ),
);

/** Words of a task that are looked at. */
const longestTask = 50;
/** What remains of a score when the task's verb speaks of another effect. */
const otherEffect = 0.7;

interface IndexedOperation {
  readonly entry: ContractEntry;
  /** Weight of each stem: names weigh more than descriptions. */
  readonly weights: ReadonlyMap<string, number>;
}
interface Index {
  readonly operations: readonly IndexedOperation[];
  /** Rare stems tell more: logarithm of how many operations there are for each that has the stem. */
  readonly rarity: ReadonlyMap<string, number>;
}

let index: Index | undefined;

/** The operations that fit the words of a task best, best first. */
export function searchOperations(task: string, limit: number): ContractEntry[] {
  index ??= buildIndex(operationEntries());
  const { operations, rarity } = index;
  const stems = stemsOf(
    task
      .split(/[^\p{L}\p{N}]+/u)
      .flatMap(wordsOfId)
      .slice(0, longestTask),
  );
  const meant = effectsMeant(stems);
  const fitOf = (effect: Effect) => (meant.length === 0 || meant.includes(effect) ? 1 : otherEffect);
  const scored = operations
    .map(({ entry, weights }) => ({ entry, score: scoreOf(stems, weights, rarity) * fitOf(entry.operation.effect) }))
    .filter(({ score }) => score > 0)
    .sort((left, right) => right.score - left.score);
  const least = (scored[0]?.score ?? 0) / 4;
  return scored
    .filter(({ score }) => score >= least)
    .slice(0, limit)
    .map(({ entry }) => entry);
}

/** The effects that the task's verbs speak of; none when it has no verb. */
function effectsMeant(stems: ReadonlySet<string>): Effect[] {
  return (Object.keys(verbs) as Effect[]).filter((effect) =>
    [...stemsOf(verbs[effect].split(" "))].some((stem) => stems.has(stem)),
  );
}

function scoreOf(
  stems: ReadonlySet<string>,
  weights: ReadonlyMap<string, number>,
  rarity: ReadonlyMap<string, number>,
): number {
  let score = 0;
  for (const stem of stems) score += (weights.get(stem) ?? 0) * (rarity.get(stem) ?? 0);
  // Of two operations that hold the same words, the one that is about little else fits better.
  return score / Math.sqrt(4 + weights.size);
}

function buildIndex(entries: readonly ContractEntry[]): Index {
  const operations = entries.map((entry) => ({ entry, weights: weightsOf(entry) }));
  const counts = new Map<string, number>();
  for (const { weights } of operations) {
    for (const stem of weights.keys()) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  }
  const rarity = new Map([...counts].map(([stem, count]) => [stem, Math.log(1 + entries.length / count)]));
  return { operations, rarity };
}

function weightsOf({ group, operation }: ContractEntry): Map<string, number> {
  const weights = new Map<string, number>();
  const add = (words: readonly string[], weight: number) => {
    for (const stem of stemsOf(words)) weights.set(stem, Math.max(weights.get(stem) ?? 0, weight));
  };
  add(wordsOfId(operation.id), 3);
  add(wordsOfId(group), 2);
  add(words(operation.summary), 2);
  if (isPlainVerb(operation)) add(verbs[operation.effect].split(" "), 1.5);
  add(words(operation.description ?? ""), 1);
  add(argumentNames(operation).flatMap(wordsOfId), 0.7);
  return weights;
}

/** `updateSpace` also renames; `restoreSpace` only restores. */
function isPlainVerb({ id, effect }: AnyOperation): boolean {
  const [verb = ""] = wordsOfId(id);
  return verbs[effect].split(" ").includes(verb);
}

function argumentNames(operation: AnyOperation): string[] {
  return [...Object.keys(operation.query), ...Object.keys(operation.body)];
}

const words = (text: string) => text.split(/[^A-Za-z0-9]+/).flatMap(wordsOfId);

function stemsOf(all: readonly string[]): Set<string> {
  return new Set(all.filter((word) => !stopWords.has(word)).map(stemmer));
}

import { editDistance } from "../../../contract/edit-distance.ts";
import type { PageNode } from "./page-order.ts";

/** A similar text differs in at most this part of its letters. */
const maxDifference = 1 / 3;

/** A page is similar if at least this part of the words is in its title or path. */
const minWords = 1 / 2;

/** Shorter words, such as articles, say nothing. */
const minWordLength = 3;

/** Limits the work for one request. */
const maxCompared = 20_000;

/** UTF-16 units that are compared; longer paths are similar to nothing. */
const maxPathLength = 200;

/** The pages whose path or words are like those of a path at which there is nothing, the most similar first. */
export function similarPages(path: string, pages: readonly PageNode[], limit: number): PageNode[] {
  const requestedPath = path.toLowerCase().replace(/\.\w+$/, "");
  if (requestedPath === "" || requestedPath.length > maxPathLength) return [];
  const words = splitWords(lastSegment(requestedPath));
  return pages
    .slice(0, maxCompared)
    .map((node) => ({ node, score: computeScore(requestedPath, words, node) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
    .slice(0, limit)
    .map(({ node }) => node);
}

/** Between 0 and 1; 0 if the page is not similar. */
function computeScore(requestedPath: string, words: readonly string[], { path, page }: PageNode): number {
  const own = path.toLowerCase();
  const wholeScore = similarity(requestedPath, own);
  if (wholeScore === 1) return 1;
  return Math.max(
    wholeScore,
    similarity(lastSegment(requestedPath), lastSegment(own)),
    words.length === 0 ? 0 : computeShare(words, new Set(splitWords(`${own} ${page.title.toLowerCase()}`))),
  );
}

/** The part of two texts that is alike; 0 if more than a third differs. */
function similarity(one: string, other: string): number {
  const length = Math.max(one.length, other.length);
  const maxDistance = Math.floor(length * maxDifference);
  const distance = editDistance(one, other, maxDistance);
  return length === 0 || distance > maxDistance ? 0 : 1 - distance / length;
}

function computeShare(words: readonly string[], own: ReadonlySet<string>): number {
  const found = words.filter((word) => own.has(word) || [...own].some((other) => similarity(word, other) > 0));
  const share = found.length / words.length;
  return share >= minWords ? share : 0;
}

const lastSegment = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

const splitWords = (text: string): string[] =>
  text.split(/[^\p{L}\p{N}]+/u).filter((word) => word.length >= minWordLength);

import { WordBag } from "../../text/word-bag.ts";
import { quoted } from "../present/name.ts";

export interface Candidate {
  readonly id: string;
  readonly title: string;
  /** Where it stands, when the title alone does not tell. */
  readonly place?: string | undefined;
}

const mostNamed = 8;

/** At most eight lines of title and id, and how many there are besides. */
export function candidateLines(candidates: readonly Candidate[], all = candidates.length): string {
  const named = candidates.slice(0, mostNamed);
  const lines = named.map(({ id, title, place }) => {
    return `- ${quoted(title)} (${place === undefined ? "" : `${quoted(place)}, `}id ${id})`;
  });
  const more = all - named.length;
  return [...lines, ...(more > 0 ? [`- and ${more} more`] : [])].join("\n");
}

/** The candidates most like what was written, the best first; those without a word or letter run in common are left out. */
export function closest(written: string, candidates: readonly Candidate[]): Candidate[] {
  const wanted = new WordBag(written);
  const plain = written.trim().toLowerCase();
  return candidates
    .map((candidate, index) => ({ candidate, index, score: likeness(wanted, plain, candidate) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, mostNamed)
    .map(({ candidate }) => candidate);
}

function likeness(wanted: WordBag, plain: string, { title, place = "" }: Candidate): number {
  const contains = plain !== "" && title.toLowerCase().includes(plain) ? 1 : 0;
  return contains + Math.max(wanted.similarity(title), wanted.similarity(place));
}

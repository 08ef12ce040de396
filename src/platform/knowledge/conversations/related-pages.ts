import { listSectionTexts, type SectionText } from "../../content/search/index.ts";
import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
import { computeStrength, extractTerms, type TermCounts } from "./terms.ts";

/** Number of sections found per text that count. */
const maxSectionsPerText = 20;

/** Exponent that favours sections that fit better. */
const sharpness = 2;

const maxSections = 10_000;

const portion = 250;

interface Posting {
  readonly section: number;
  weight: number;
}

/** The sections of an organization's pages, which tell what a text is about: texts that find the same are similar. */
export class RelatedPages {
  readonly #postings = new Map<string, Posting[]>();
  #sections = 0;
  #scores = new Float64Array();

  /** Words of titles count twice. */
  add({ page_title, title, body }: SectionText): void {
    const counts = extractTerms(`${page_title}\n${title}\n${title}\n${body}`);
    for (const [term, count] of Object.entries(counts)) {
      const posting = { section: this.#sections, weight: computeStrength(count) };
      const list = this.#postings.get(term);
      if (list === undefined) this.#postings.set(term, [posting]);
      else list.push(posting);
    }
    this.#sections += 1;
  }

  /** Finishes the index: weights the words of each section by rarity. */
  async weigh(yieldIfDue: YieldIfDue = async () => {}): Promise<void> {
    const squares = new Float64Array(this.#sections);
    for (const [term, list] of this.#postings) {
      const rarity = this.#rarity(term);
      for (const posting of list) {
        posting.weight *= rarity;
        squares[posting.section] = (squares[posting.section] ?? 0) + posting.weight ** 2;
      }
      await yieldIfDue();
    }
    this.#scores = new Float64Array(this.#sections);
    for (const list of this.#postings.values()) {
      for (const posting of list) posting.weight /= Math.sqrt(squares[posting.section] ?? 1) || 1;
      await yieldIfDue();
    }
  }

  #rarity(term: string): number {
    return Math.log(1 + this.#sections / (this.#postings.get(term)?.length ?? 1));
  }

  /** The best-fitting sections for a text, with scores. */
  find(counts: TermCounts): Map<string, number> {
    const scores = this.#scores;
    const scored: number[] = [];
    for (const [term, count] of Object.entries(counts)) {
      const list = this.#postings.get(term);
      if (list === undefined) continue;
      const weight = computeStrength(count) * this.#rarity(term);
      for (const { section, weight: theirs } of list) {
        if (scores[section] === 0) scored.push(section);
        scores[section] = (scores[section] ?? 0) + weight * theirs;
      }
    }
    const best = scored
      .sort((one, other) => (scores[other] ?? 0) - (scores[one] ?? 0) || one - other)
      .slice(0, maxSectionsPerText);
    const found = new Map(best.map((section) => [`${section}`, (scores[section] ?? 0) ** sharpness]));
    for (const section of scored) scores[section] = 0;
    return found;
  }
}

/** Reads the pages of the organization's spaces, up to a number of sections; undefined if there are none. */
export async function readRelatedPages(
  job: RunningJob,
  organization: string,
  yieldIfDue: YieldIfDue,
): Promise<RelatedPages | undefined> {
  const pages = new RelatedPages();
  let read = 0;
  for (let after: number | undefined = -1; after !== undefined && read < maxSections; ) {
    const from: number = after;
    const sections = await job.read(({ queries }) => listSectionTexts(queries, organization, from, portion));
    for (const section of sections) {
      pages.add(section);
      await yieldIfDue();
    }
    read += sections.length;
    after = sections.length < portion ? undefined : sections.at(-1)?.id;
  }
  if (read === 0) return undefined;
  await pages.weigh(yieldIfDue);
  return pages;
}

/** Yields to other work of the process. */
export type YieldIfDue = () => Promise<void>;

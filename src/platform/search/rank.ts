import type { Matcher } from "./matcher.ts";
import type { FoundSection } from "./sections-rows.ts";

export interface RankedSection {
  section: FoundSection;
  score: number;
  /** Whether its title or body matches, not the title of its page alone. */
  own: boolean;
  /** 1 for each term of the query that the section, its page's title or its path holds. */
  present: Uint8Array;
}

interface FieldMatch {
  /** The best match of each term, 0 to 1. */
  best: Float64Array;
  /** The sum of a term's matches. */
  sum: Float64Array;
  /** 1 where a term directly follows the one before it in the query, less with words between, else 0. */
  near: Float64Array;
  /** Compounds of the query that occur literally. */
  compounds: Set<number>;
  words: number;
  matched: number;
}

const TITLE = 5;

const PAGE_TITLE = 1.5;

const PATH = 1;

const NEAR_IN_TITLE = 1.5;

const LITERAL_COMPOUND = 3;

const EVERY_TERM = 1.5;

const SHORT_LEAD = 1.1;

const SHORT_LEAD_CHARACTERS = 600;

/** BM25's usual constants: how fast repetition stops counting, and how much a long body lowers it. */
const SATURATION = 1.2;

const LENGTH_INFLUENCE = 0.7;

const USUAL_WORDS = 120;

const LARGEST_GAP = 3;

/** Scores one section for a query; 0 when nothing in it matches. `weights` are those of the query's words. */
export function rankSection(matcher: Matcher, weights: readonly number[], section: FoundSection): RankedSection {
  const title = matchField(matcher, section.title);
  const page = matcher.best(section.page_title === section.title ? "" : section.page_title);
  const path = matcher.best(section.page_path);
  const body = matchField(matcher, section.body);
  const share = title.words === 0 ? 0 : title.matched / title.words;
  let score = 0;
  let presentWeight = 0;
  let wholeWeight = 0;
  let namedWeight = 0;
  let own = false;
  const present = new Uint8Array(matcher.wordOfTerm.length);
  for (const [term, word] of matcher.wordOfTerm.entries()) {
    const weight = (weights[word] ?? 0) * (matcher.shareOfTerm[term] ?? 1);
    const inTitle = title.best[term] ?? 0;
    const inPage = Math.max(PAGE_TITLE * (page[term] ?? 0), PATH * (path[term] ?? 0));
    const inBody = saturate(body.sum[term] ?? 0, body.words);
    const near = Math.max(NEAR_IN_TITLE * (title.near[term] ?? 0), body.near[term] ?? 0);
    score += weight * (TITLE * inTitle * (0.5 + share / 2) + inPage + inBody + near);
    wholeWeight += weight;
    if (inTitle > 0 || (path[term] ?? 0) > 0) namedWeight += weight;
    if (inTitle + inBody > 0) own = true;
    if (inTitle + inBody + inPage > 0) {
      presentWeight += weight;
      present[term] = 1;
    }
  }
  for (const word of new Set([...title.compounds, ...body.compounds])) score += LITERAL_COMPOUND * (weights[word] ?? 0);
  score *= presentWeight >= wholeWeight ? EVERY_TERM : presentWeight / wholeWeight;
  // Position 0 is the page's lead, whose title is that of the page.
  if (section.position === 0) score *= 1 + share * (namedWeight / wholeWeight) ** 3;
  if (section.position === 0 && section.body.length < SHORT_LEAD_CHARACTERS) score *= SHORT_LEAD;
  return { section, score: Math.round(score * 10_000) / 10_000, own, present };
}

function saturate(sum: number, words: number): number {
  const length = 1 - LENGTH_INFLUENCE + (LENGTH_INFLUENCE * words) / USUAL_WORDS;
  return (sum * (SATURATION + 1)) / (sum + SATURATION * length);
}

function matchField(matcher: Matcher, text: string): FieldMatch {
  const terms = matcher.wordOfTerm.length;
  const [best, sum, near] = [new Float64Array(terms), new Float64Array(terms), new Float64Array(terms)];
  const latest = new Float64Array(terms).fill(Number.NEGATIVE_INFINITY);
  const compounds = new Set<number>();
  let matched = 0;
  const words = matcher.visit(text, ({ strengths, compound }, position) => {
    matched += 1;
    if (compound >= 0) compounds.add(compound);
    for (let term = terms - 1; term >= 0; term -= 1) {
      const strength = strengths[term] ?? 0;
      if (strength === 0) continue;
      best[term] = Math.max(best[term] ?? 0, strength);
      sum[term] = (sum[term] ?? 0) + strength;
      latest[term] = position;
      const gap = position - (latest[term - 1] ?? Number.NEGATIVE_INFINITY);
      if (gap > 0 && gap <= LARGEST_GAP) near[term] = Math.max(near[term] ?? 0, 1 / gap);
    }
  });
  return { best, sum, near, compounds, words, matched };
}

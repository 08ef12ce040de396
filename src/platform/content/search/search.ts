import type { Queries } from "../../kernel/database/tables.ts";
import { findCandidates } from "./candidates.ts";
import { Matcher } from "./matcher.ts";
import { holds, readQuery, readQuoted } from "./query.ts";
import { findScope } from "./section-numbers-rows.ts";
import type { FoundSection } from "./sections-rows.ts";
import { type Highlight, snippet } from "./snippet.ts";

export interface SearchRequest {
  /** Ids of the spaces that the caller may read; no other space influences the result. */
  spaces: readonly string[];
  /** The query as typed. A last word without a space after it may be unfinished. */
  query: string;
  /** Maximum number of pages to return. */
  limit: number;
  /** Number of pages to skip. */
  offset: number;
  /**
   * What the asker sees of sections: only that matches, and counts for the rank of a page. How rare a word is, and which
   * sections are looked at, is decided by all text, also by text that the asker does not see.
   */
  see?: ((sections: readonly FoundSection[]) => Promise<FoundSection[]>) | undefined;
}

export interface SearchResponse {
  /** Number of matching pages, if all were examined. */
  total?: number;
  pages: PageHit[];
}

export interface PageHit {
  space: string;
  page: string;
  score: number;
  /** Up to 3, best first. */
  sections: SectionHit[];
}

interface SectionHit {
  anchor: string;
  title: string;
  /** The passage that matched. */
  body: string;
  /** The matches in it. */
  highlights: Highlight[];
  score: number;
}

interface RankedPage {
  space: string;
  page: string;
  score: number;
  sections: RankedSection[];
}

const maxSectionsPerPage = 3;

/** Searches the sections of some spaces and returns their pages, best first. */
export async function searchSections(
  queries: Queries,
  { spaces, query, limit, offset, see }: SearchRequest,
): Promise<SearchResponse> {
  const found = await rankPages(queries, spaces, query, see);
  if (found === undefined) return { total: 0, pages: [] };
  const { matcher, pages, complete } = found;
  return {
    ...(complete && { total: pages.length }),
    pages: pages.slice(offset, offset + limit).map((page) => pageHit(matcher, page)),
  };
}

/** The best sections of the best pages, in full or, for a long one, the matching piece. */
export async function searchPassages(
  queries: Queries,
  { spaces, query, limit, see }: Omit<SearchRequest, "offset">,
): Promise<FoundSection[]> {
  const found = await rankPages(queries, spaces, query, see);
  const best = (found?.pages ?? []).slice(0, limit);
  return best.flatMap(({ sections }) => bestSections(sections).map(({ section }) => section));
}

/** Undefined if the query or the scope is empty. */
async function rankPages(
  queries: Queries,
  spaces: readonly string[],
  query: string,
  see: SearchRequest["see"] = async (sections) => [...sections],
) {
  const words = readQuery(query);
  const scope = await findScope(queries, spaces);
  if (words.length === 0 || scope.numbers.length === 0) return undefined;
  const quoted = readQuoted(query);
  const found = await findCandidates(queries, scope, words, quoted);
  const { weights, complete } = found;
  const sections = (await see(found.sections)).filter(({ title, body }) =>
    quoted.every((wanted) => holds(title, wanted) || holds(body, wanted)),
  );
  const matcher = new Matcher(found.words);
  const ranked = sections.map((section) => rankSection(matcher, weights, section)).filter(({ score }) => score > 0);
  return { matcher, complete, pages: groupByPage(matcher, ranked) };
}

/** With more words than this, one good section answers a question better than a page that has them scattered. */
const maxStrictWords = 2;

/** For one or two words, pages with every word come first, even if the words are in several sections. */
function groupByPage(matcher: Matcher, ranked: readonly RankedSection[]): RankedPage[] {
  const pages = new Map<string, RankedPage & { readonly present: Uint8Array }>();
  for (const hit of ranked) {
    const { space, page } = hit.section;
    const key = JSON.stringify([space, page]);
    const known = pages.get(key);
    if (known === undefined) {
      pages.set(key, { space, page, score: hit.score, sections: [hit], present: hit.present.slice() });
    } else {
      known.sections.push(hit);
      known.score = Math.max(known.score, hit.score);
      for (const [term, is] of hit.present.entries()) if (is === 1) known.present[term] = 1;
    }
  }
  const required = new Set(matcher.wordOfTerm.filter((_, term) => !matcher.isOptional[term]));
  const isStrict = required.size <= maxStrictWords;
  const holdsEvery = new Map(
    [...pages.values()].map((page) => [
      page,
      isStrict && page.present.every((is, term) => is === 1 || matcher.isOptional[term]) ? 1 : 0,
    ]),
  );
  return [...pages.values()].sort(
    (one, other) =>
      (holdsEvery.get(other) ?? 0) - (holdsEvery.get(one) ?? 0) ||
      other.score - one.score ||
      compare(one.page, other.page) ||
      compare(one.space, other.space),
  );
}

function pageHit(matcher: Matcher, { space, page, score, sections }: RankedPage): PageHit {
  return { space, page, score, sections: bestSections(sections).map((hit) => sectionHit(matcher, hit)) };
}

/** Of a section split into pieces, keeps only the best. Sections that match only by page title are a last resort. */
function bestSections(sections: readonly RankedSection[]): RankedSection[] {
  const own = sections.filter((hit) => hit.own);
  const byScore = (own.length > 0 ? own : [...sections]).sort(
    (one, other) => other.score - one.score || one.section.position - other.section.position,
  );
  const best = new Map<string, RankedSection>();
  for (const hit of byScore) if (!best.has(hit.section.anchor)) best.set(hit.section.anchor, hit);
  return [...best.values()].slice(0, maxSectionsPerPage);
}

function sectionHit(matcher: Matcher, { section: { anchor, title, body }, score }: RankedSection): SectionHit {
  const { text, highlights } = snippet(matcher, body);
  return { anchor, title, body: text, highlights, score };
}

/** By code unit, the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

interface RankedSection {
  section: FoundSection;
  score: number;
  /** Whether its own title or body matches, not just the title of its page. */
  own: boolean;
  /** 1 for each query term in the section, its page's title or its path. */
  present: Uint8Array;
}

interface FieldMatch {
  /** The best match of each term, 0 to 1. */
  best: Float64Array;
  /** The sum of a term's matches. */
  sum: Float64Array;
  /** 1 if a term directly follows its predecessor in the query, less with words in between, otherwise 0. */
  near: Float64Array;
  /** Compounds of the query that occur literally. */
  compounds: Set<number>;
  words: number;
  matched: number;
}

const titleWeight = 5;

const pageTitleWeight = 1.5;

const pathWeight = 1;

const titleProximityWeight = 1.5;

const literalCompoundWeight = 3;

const everyTermFactor = 1.5;

const shortLeadFactor = 1.1;

const shortLeadChars = 600;

/** The standard BM25 constants: how quickly repetition stops counting, and how much a long body lowers the score. */
const saturation = 1.2;

const lengthInfluence = 0.7;

const typicalWordCount = 120;

const maxGap = 3;

/** Scores one section for a query; 0 if nothing matches. `weights` are those of the query's words. */
function rankSection(matcher: Matcher, weights: readonly number[], section: FoundSection): RankedSection {
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
    const inPage = Math.max(pageTitleWeight * (page[term] ?? 0), pathWeight * (path[term] ?? 0));
    const inBody = saturate(body.sum[term] ?? 0, body.words);
    const near = Math.max(titleProximityWeight * (title.near[term] ?? 0), body.near[term] ?? 0);
    score += weight * (titleWeight * inTitle * (0.5 + share / 2) + inPage + inBody + near);
    wholeWeight += weight;
    if (inTitle > 0 || (path[term] ?? 0) > 0) namedWeight += weight;
    if (inTitle + inBody > 0) own = true;
    if (inTitle + inBody + inPage > 0) {
      presentWeight += weight;
      present[term] = 1;
    }
  }
  for (const word of new Set([...title.compounds, ...body.compounds]))
    score += literalCompoundWeight * (weights[word] ?? 0);
  score *= presentWeight >= wholeWeight ? everyTermFactor : presentWeight / wholeWeight;
  // Position 0 is the page's lead, with the page's title.
  if (section.position === 0) score *= 1 + share * (namedWeight / wholeWeight) ** 3;
  if (section.position === 0 && section.body.length < shortLeadChars) score *= shortLeadFactor;
  return { section, score: Math.round(score * 10_000) / 10_000, own, present };
}

function saturate(sum: number, words: number): number {
  const length = 1 - lengthInfluence + (lengthInfluence * words) / typicalWordCount;
  return (sum * (saturation + 1)) / (sum + saturation * length);
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
      if (gap > 0 && gap <= maxGap) near[term] = Math.max(near[term] ?? 0, 1 / gap);
    }
  });
  return { best, sum, near, compounds, words, matched };
}

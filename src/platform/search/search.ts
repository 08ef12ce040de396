import type { Queries } from "../kernel/database/tables.ts";
import { findCandidates } from "./candidates.ts";
import { Matcher } from "./matcher.ts";
import { holds, readQuery, readQuoted } from "./query.ts";
import { type RankedSection, rankSection } from "./rank.ts";
import { type FoundSection, findScope } from "./sections-rows.ts";
import { type Highlight, snippet } from "./snippet.ts";

export interface SearchRequest {
  /** Ids of the spaces that the caller may read; no other space has any influence on the answer. */
  spaces: readonly string[];
  /** What a person typed. A last word with no space behind it may be unfinished. */
  query: string;
  /** Pages to answer. */
  limit: number;
  /** Pages to pass over. */
  offset: number;
}

export interface SearchAnswer {
  /** Pages that match, when all were looked at. */
  total?: number;
  pages: PageHit[];
}

export interface PageHit {
  space: string;
  page: string;
  score: number;
  /** At most 3, the best first. */
  sections: SectionHit[];
}

export interface SectionHit {
  anchor: string;
  title: string;
  /** The passage that matched. */
  body: string;
  /** What matched in it. */
  highlights: Highlight[];
  score: number;
}

interface RankedPage {
  space: string;
  page: string;
  score: number;
  sections: RankedSection[];
}

const MOST_SECTIONS_OF_PAGE = 3;

/** Searches the sections of some spaces and answers their pages, the best first. */
export async function searchSections(
  queries: Queries,
  { spaces, query, limit, offset }: SearchRequest,
): Promise<SearchAnswer> {
  const found = await rankPages(queries, spaces, query);
  if (found === undefined) return { total: 0, pages: [] };
  const { matcher, pages, complete } = found;
  return {
    ...(complete && { total: pages.length }),
    pages: pages.slice(offset, offset + limit).map((page) => pageHit(matcher, page)),
  };
}

/** The best sections of the best pages, whole, or the piece that matches of one that is long. */
export async function searchPassages(
  queries: Queries,
  { spaces, query, limit }: Omit<SearchRequest, "offset">,
): Promise<FoundSection[]> {
  const found = await rankPages(queries, spaces, query);
  const best = (found?.pages ?? []).slice(0, limit);
  return best.flatMap(({ sections }) => bestSections(sections).map(({ section }) => section));
}

/** Undefined when nothing is sought, or nowhere. */
async function rankPages(queries: Queries, spaces: readonly string[], query: string) {
  const words = readQuery(query);
  const scope = await findScope(queries, spaces);
  if (words.length === 0 || scope.numbers.length === 0) return undefined;
  const quoted = readQuoted(query);
  const found = await findCandidates(queries, scope, words, quoted);
  const { weights, complete } = found;
  const sections = found.sections.filter(({ title, body }) =>
    quoted.every((wanted) => holds(title, wanted) || holds(body, wanted)),
  );
  const matcher = new Matcher(found.words);
  const ranked = sections.map((section) => rankSection(matcher, weights, section)).filter(({ score }) => score > 0);
  return { matcher, complete, pages: groupByPage(matcher, ranked) };
}

/** With more words a page that has them all scattered over it answers a question worse than one good section does. */
const MOST_WORDS_HELD = 2;

/** For a word or two, pages that hold every word come before the others, be it in several sections. */
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
  const isStrict = required.size <= MOST_WORDS_HELD;
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

/** Of a section that was cut into pieces only the best one; what matches by its page's title alone only for want of better. */
function bestSections(sections: readonly RankedSection[]): RankedSection[] {
  const own = sections.filter((hit) => hit.own);
  const byScore = (own.length > 0 ? own : [...sections]).sort(
    (one, other) => other.score - one.score || one.section.position - other.section.position,
  );
  const best = new Map<string, RankedSection>();
  for (const hit of byScore) if (!best.has(hit.section.anchor)) best.set(hit.section.anchor, hit);
  return [...best.values()].slice(0, MOST_SECTIONS_OF_PAGE);
}

function sectionHit(matcher: Matcher, { section: { anchor, title, body }, score }: RankedSection): SectionHit {
  const { text, highlights } = snippet(matcher, body);
  return { anchor, title, body: text, highlights, score };
}

/** By code unit, the same on every machine. */
function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0;
}

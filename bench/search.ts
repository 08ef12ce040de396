import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { sql } from "kysely";
import { readQuery } from "../src/platform/search/query.ts";
import { searchSections } from "../src/platform/search/search.ts";
import type { SearchSection } from "../src/platform/search/section-index.ts";
import { type Database, openDatabase } from "../src/platform/store/database.ts";
import { type PageSections, replaceSections } from "../src/platform/store/search.ts";

export interface SearchMeasurement {
  sections: number;
  /** Milliseconds a search, ranking and snippets included. */
  p50: number;
  p99: number;
  /** Milliseconds of the engine's own ranked query for the same words. */
  engineP50: number;
  engineP99: number;
  /** Milliseconds to index all sections. */
  indexing: number;
}

const SPACES = 20;
const PAGES_OF_SPACE = 500;
const SECTIONS_OF_PAGE = 10;
const WORDS_OF_SECTION = 100;
const VOCABULARY = 40_000;
const QUERIES = 600;

/** Searches 100,000 sections of text in which word frequencies follow Zipf's law, the same text every time. */
export async function benchSearch(): Promise<SearchMeasurement> {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-bench-search-"));
  const database = await openDatabase(folder);
  try {
    const text = textMaker(20_260_801);
    const queries = Array.from({ length: QUERIES }, () => text.query());
    const spaces = Array.from({ length: SPACES }, (_, index) => `space-${index}`);
    const started = performance.now();
    for (const space of spaces) await database.write((write) => replaceSections(write, space, makePages(text)));
    const indexing = performance.now() - started;
    const ours = await timeAll(queries, (query) => search(database, spaces, query));
    const engine = await timeAll(queries, (query) => searchEngine(database, query));
    return {
      sections: SPACES * PAGES_OF_SPACE * SECTIONS_OF_PAGE,
      p50: percentile(ours, 0.5),
      p99: percentile(ours, 0.99),
      engineP50: percentile(engine, 0.5),
      engineP99: percentile(engine, 0.99),
      indexing: Math.round(indexing),
    };
  } finally {
    await database.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

function search(database: Database, spaces: readonly string[], query: string): Promise<unknown> {
  return database.read((queries) => searchSections(queries, { spaces, query, limit: 20, offset: 0 }));
}

/** Every word required, the last one unfinished, ranked by the engine. */
function searchEngine(database: Database, query: string): Promise<unknown> {
  const words = readQuery(query);
  const match = words
    .map(({ whole }) => (whole.unfinished ? `("${whole.stem}" OR "${whole.folded}" *)` : `"${whole.stem}"`))
    .join(" AND ");
  return database.read((queries) =>
    sql`select rowid, rank from section_text where section_text match ${match} order by rank limit 20`.execute(queries),
  );
}

async function timeAll(queries: readonly string[], run: (query: string) => Promise<unknown>): Promise<number[]> {
  for (const query of queries.slice(0, 50)) await run(query);
  const times: number[] = [];
  for (const query of queries) {
    const started = performance.now();
    await run(query);
    times.push(performance.now() - started);
  }
  return times.sort((one, other) => one - other);
}

function percentile(sorted: readonly number[], share: number): number {
  const value = sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return Math.round(value * 100) / 100;
}

function* makePages(text: TextMaker): Generator<PageSections> {
  for (let page = 0; page < PAGES_OF_SPACE; page += 1) {
    const sections: SearchSection[] = [];
    for (let section = 0; section < SECTIONS_OF_PAGE; section += 1) {
      const body = Array.from({ length: WORDS_OF_SECTION }, text.word).join(" ");
      sections.push({ anchor: section === 0 ? "" : `part-${section}`, title: text.title(), body });
    }
    yield { page: `page-${page}`, path: `${text.word()}/page-${page}`, sections };
  }
}

interface TextMaker {
  word(): string;
  title(): string;
  /** One to four words from all frequencies; half of the queries break off within the last one. */
  query(): string;
}

function textMaker(seed: number): TextMaker {
  const random = randomNumbers(seed);
  const vocabulary = makeVocabulary(random);
  const shares = new Float64Array(VOCABULARY);
  let total = 0;
  for (let rank = 0; rank < VOCABULARY; rank += 1) {
    total += 1 / (rank + 2.7);
    shares[rank] = total;
  }
  const word = () => {
    const wanted = random() * total;
    let [low, high] = [0, VOCABULARY - 1];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((shares[middle] ?? 0) < wanted) low = middle + 1;
      else high = middle;
    }
    return vocabulary[low] ?? "";
  };
  const words = (most: number) => Array.from({ length: 1 + Math.floor(random() * most) }, word);
  return {
    word,
    title: () => words(5).join(" "),
    query() {
      const query = words(4).join(" ");
      const last = query.slice(query.lastIndexOf(" ") + 1);
      return random() < 0.5 ? query : query.slice(0, query.length - Math.floor(last.length * 0.5 * random()));
    },
  };
}

/** Words of two to five syllables; the frequent ones are short, and many are forms of another. */
function makeVocabulary(random: () => number): string[] {
  const syllables =
    "a be con de er for ge ha in jo ka le ma no or pa qui re sta tra un vi wor xe yo ze com pre pro ser".split(" ");
  const endings = ["s", "ed", "ing", "er", "ation", "ly", "able", "ment"];
  const known = new Set<string>();
  const vocabulary: string[] = [];
  while (vocabulary.length < VOCABULARY) {
    const stem = vocabulary[Math.floor(random() * vocabulary.length)];
    const length = 1 + Math.ceil((vocabulary.length / VOCABULARY) ** 0.3 * (1 + random() * 2));
    const pick = (from: readonly string[]) => from[Math.floor(random() * from.length)] ?? "";
    const word =
      stem !== undefined && random() < 0.3
        ? stem + pick(endings)
        : Array.from({ length }, () => pick(syllables)).join("");
    if (known.has(word)) continue;
    known.add(word);
    vocabulary.push(word);
  }
  return vocabulary;
}

/** A linear congruential generator: the same numbers on every machine. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) console.log(JSON.stringify(await benchSearch()));

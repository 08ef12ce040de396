import { sql } from "kysely";
import type { PageSections, SearchSection } from "../src/platform/content/search/page-sections.ts";
import { readQuery } from "../src/platform/content/search/query.ts";
import { searchSections } from "../src/platform/content/search/search.ts";
import { mergeIndex, mergeStep, replaceSections } from "../src/platform/content/search/sections-rows.ts";
import { type Database, openDatabase } from "../src/platform/kernel/database/database.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { againstGoal, type Measurement, type MeasureOptions, percentile, type Row, timed } from "./measurement.ts";
import { withFolder } from "./workspace.ts";

interface Figures {
  readonly sections: number;
  /** Milliseconds a search, ranking and snippets included; sorted. */
  readonly ours: readonly number[];
  /** Milliseconds of SQLite's own ranked query for the same words; sorted. */
  readonly engine: readonly number[];
  /** Milliseconds to bring the index up to date after an edit of one page; sorted. */
  readonly edits: readonly number[];
}

const SPACES = 20;

const SECTIONS_OF_PAGE = 10;

const WORDS_OF_SECTION = 100;

const VOCABULARY = 40_000;

/** Searches text in which word frequencies follow Zipf's law, the same text every time, at two sizes. */
export async function measureSearch({ quick }: MeasureOptions): Promise<Measurement> {
  const [pages, queries] = quick ? [5, 60] : [50, 600];
  const small = await searchAt(pages, queries);
  const large = await searchAt(10 * pages, queries);
  const postgres = await startPostgres({ durable: true });
  const onPostgres = await searchAt(10 * pages, queries, postgres.url).finally(() => postgres.stop());
  const rows = [small, large].flatMap(({ sections, ours, engine }) =>
    [0.5, 0.99].map((share): Row => {
      const what = `${sections.toLocaleString("en")} sections, p${share * 100}`;
      const against = { name: "the engine's own ranking", value: percentile(engine, share) };
      return { what, value: percentile(ours, share), against, unit: "ms" };
    }),
  );
  rows.push({
    what: "index one edited page, p50",
    value: percentile(large.edits, 0.5),
    against: { name: "with a tenth of the sections", value: percentile(small.edits, 0.5) },
    unit: "ms",
    goal: { atMost: 1.3 },
  });
  const beside = (what: string, times: (figures: Figures) => readonly number[], share: number): Row => ({
    what: `${what} on PostgreSQL, ${onPostgres.sections.toLocaleString("en")} sections, p${share * 100}`,
    value: percentile(times(onPostgres), share),
    against: { name: "SQLite", value: percentile(times(large), share) },
    unit: "ms",
  });
  rows.push(
    beside("search", ({ ours }) => ours, 0.5),
    beside("search", ({ ours }) => ours, 0.99),
    beside("index one edited page", ({ edits }) => edits, 0.5),
  );
  const goals = (where: string, { sections, ours }: Figures, p50: number, p99: number): Row[] => [
    againstGoal(`${sections.toLocaleString("en")} sections${where}, p50`, percentile(ours, 0.5), p50, "ms"),
    againstGoal(`${sections.toLocaleString("en")} sections${where}, p99`, percentile(ours, 0.99), p99, "ms"),
  ];
  rows.push(...goals("", large, 3, 30), ...goals(" on PostgreSQL", onPostgres, 20, 90));
  return {
    rows,
    notes: [
      "The search re-ranks and cuts snippets, the engine answers ids. One query in ten is misspelt, one in ten quoted.",
    ],
  };
}

/** On PostgreSQL where a database is named by its URL; nothing is compared with the engine's own ranking there. */
function searchAt(pages: number, count: number, url?: string): Promise<Figures> {
  return withFolder("search", async (folder) => {
    const database = await openDatabase(folder, url);
    try {
      const text = textMaker(20_260_801);
      const queries = Array.from({ length: count }, (_, index) => text.query(index));
      const spaces = Array.from({ length: SPACES }, (_, index) => `space-${index}`);
      for (const space of spaces)
        await database.write((write) => replaceSections(write, space, makePages(text, pages)));
      await mergeIndex(() => database.write(mergeStep));
      const ours = await timeAll(queries, (query) => search(database, spaces, query));
      const engine = url === undefined ? await timeAll(queries, (query) => searchEngine(database, query)) : [];
      const edited = [...makePages(text, Math.min(pages, 60))];
      const edits = await timeAll(edited, (page) =>
        database.write((write) => replaceSections(write, "space-7", [page])),
      );
      return { sections: SPACES * pages * SECTIONS_OF_PAGE, ours, engine, edits };
    } finally {
      await database.close();
    }
  });
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

async function timeAll<Item>(items: readonly Item[], run: (item: Item) => Promise<unknown>): Promise<number[]> {
  for (const item of items.slice(0, 50)) await run(item);
  const times: number[] = [];
  for (const item of items) times.push(await timed(() => run(item)));
  return times;
}

function* makePages(text: TextMaker, count: number): Generator<PageSections> {
  for (let page = 0; page < count; page += 1) {
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
  /** One to four words from all frequencies; half of the queries break off within the last one, some are misspelt or quoted. */
  query(index: number): string;
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
    query(index) {
      const query = words(4).join(" ");
      if (index % 10 === 3) return `"${query}"`;
      if (index % 10 === 7) return query.replace(/(?<=\w{3})(\w)(\w)(?=\w)/, "$2$1");
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

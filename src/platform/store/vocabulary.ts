import { sql } from "kysely";
import type { Queries } from "./tables.ts";

/** Words looked through for one that is misspelt. */
const MOST_WORDS = 20_000;
const LENGTHS = [-2, -1, 0, 1, 2];

/** Keeps words that texts have, so that misspelt ones can be told from them. They stay when the texts go. */
export async function addWords(queries: Queries, words: Iterable<string>): Promise<void> {
  const rows = [...words].map((word) => [word, word.length, reversed(word)]);
  if (rows.length === 0) return;
  await sql`
    insert into search_word (word, length, backward)
    select value ->> 0, value ->> 1, value ->> 2 from json_each(${JSON.stringify(rows)}) where true
    on conflict do nothing`.execute(queries);
}

/** Words of about the same length with the same letters at the beginning or at the end. */
export async function wordsLike(queries: Queries, word: string): Promise<string[]> {
  const short = word.length < 6;
  const lengths = JSON.stringify(LENGTHS.map((difference) => word.length + difference));
  const beginning = word.slice(0, short ? 1 : 3);
  const end = reversed(word).slice(0, short ? 2 : 3);
  const { rows } = await sql<{ word: string }>`
    select word from search_word
    where length in (select value from json_each(${lengths})) and word >= ${beginning} and word < ${behind(beginning)}
    union
    select word from search_word
    where length in (select value from json_each(${lengths})) and backward >= ${end} and backward < ${behind(end)}
    limit ${MOST_WORDS}`.execute(queries);
  return rows.map((row) => row.word);
}

function reversed(word: string): string {
  return [...word].reverse().join("");
}

/** What comes after every text with this beginning. */
function behind(beginning: string): string {
  return `${beginning}\uffff`;
}

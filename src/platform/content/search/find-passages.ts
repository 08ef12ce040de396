import { findSpaces } from "../../access/spaces-rows.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { type SearchRequest, searchPassages } from "./search.ts";

/** A section of a page that may answer a question. */
export interface Passage {
  readonly space: string;
  readonly revision: string;
  readonly page: string;
  readonly anchor: string;
  readonly pageTitle: string;
  readonly title: string;
  readonly text: string;
}

const maxPages = 8;

/** Limits for one passage and for all together. */
const maxChars = { passage: 2_000, all: 14_000 };

interface PassageSearch {
  /** Ids of the spaces that the asker may read. */
  readonly spaces: readonly string[];
  readonly question: string;
  /** Earlier questions, oldest first. */
  readonly before: readonly string[];
  readonly see?: SearchRequest["see"];
}

/** Search results for a question, best first. */
export async function findPassages(
  queries: Queries,
  { spaces, question, before, see }: PassageSearch,
): Promise<Passage[]> {
  const found = await searchPassages(queries, { spaces, query: question, limit: maxPages, see });
  const last = before.at(-1);
  // A follow-up question rarely repeats the subject.
  const related =
    last === undefined ? [] : await searchPassages(queries, { spaces, query: last, limit: maxPages / 2, see });
  const sections = new Map([...found, ...related].map((section) => [section.id, section]));
  const ids = [...new Set([...sections.values()].map(({ space }) => space))];
  const revisions = new Map((await findSpaces(queries, ids)).map(({ id, revision }) => [id, revision]));
  const passages: Passage[] = [];
  let remainingChars = maxChars.all;
  for (const { space, page, anchor, page_title: pageTitle, title, body } of sections.values()) {
    const text = body.slice(0, Math.min(maxChars.passage, remainingChars));
    if (text === "") continue;
    remainingChars -= text.length;
    passages.push({ space, revision: revisions.get(space) ?? "", page, anchor, pageTitle, title, text });
  }
  return passages;
}

import { organizationFor } from "../access/scope.ts";
import { findSpaces, visibleSpaceIds } from "../access/spaces-rows.ts";
import type { Context } from "../kernel/context.ts";
import { searchPassages } from "./search.ts";

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

const mostPages = 8;

/** Of one passage, and of all. */
const mostCharacters = { passage: 2_000, all: 14_000 };

/** What search finds for a question in the content that the caller may read, the best first. */
export async function findPassages(
  context: Context,
  organization: string,
  question: string,
  before: readonly string[],
): Promise<Passage[]> {
  const { queries } = context;
  const { viewer } = await organizationFor(context, organization, "enter");
  const spaces = await visibleSpaceIds(queries, viewer);
  const found = await searchPassages(queries, { spaces, query: question, limit: mostPages });
  const last = before.at(-1);
  // A question that goes on from another one seldom names again what it is about.
  const related =
    last === undefined ? [] : await searchPassages(queries, { spaces, query: last, limit: mostPages / 2 });
  const sections = new Map([...found, ...related].map((section) => [section.id, section]));
  const ids = [...new Set([...sections.values()].map(({ space }) => space))];
  const revisions = new Map((await findSpaces(queries, ids)).map(({ id, revision }) => [id, revision]));
  const passages: Passage[] = [];
  let room = mostCharacters.all;
  for (const { space, page, anchor, page_title: pageTitle, title, body } of sections.values()) {
    const text = body.slice(0, Math.min(mostCharacters.passage, room));
    if (text === "") continue;
    room -= text.length;
    passages.push({ space, revision: revisions.get(space) ?? "", page, anchor, pageTitle, title, text });
  }
  return passages;
}

import type { Queries } from "../../kernel/database/tables.ts";
import { listMemberNames } from "../members-rows.ts";
import { listTeamTitles } from "../teams-rows.ts";

/** Members whose name or address contains these words; undefined if none are given. */
export async function usersNamed(
  queries: Queries,
  organization: string,
  search: string | undefined,
): Promise<string[] | undefined> {
  if (search === undefined) return undefined;
  const fits = containingWords(search);
  const names = await listMemberNames(queries, organization);
  return names.filter(({ display_name: name, email }) => fits([name, email ?? ""])).map(({ id }) => id);
}

/** Teams whose title contains this; undefined if no title is given. */
export async function teamsTitled(
  queries: Queries,
  organization: string,
  title: string | undefined,
): Promise<string[] | undefined> {
  if (title === undefined) return undefined;
  const fits = containing(title);
  return (await listTeamTitles(queries, organization)).filter((team) => fits(team.title)).map(({ id }) => id);
}

/** Removes differences that people ignore when they type a name: case, accents, width. */
const fold = (text: string) => text.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();

/** Tests whether a text contains the typed text. */
function containing(typed: string): (text: string) => boolean {
  const part = fold(typed);
  return (text) => fold(text).includes(part);
}

/** Tests whether each typed word occurs in at least one of several texts. */
function containingWords(typed: string): (texts: readonly string[]) => boolean {
  const words = fold(typed)
    .split(/\s+/)
    .filter((word) => word !== "");
  return (texts) => {
    const folded = texts.map(fold);
    return words.every((word) => folded.some((text) => text.includes(word)));
  };
}

import type { Context } from "../context.ts";
import { findUsers } from "../store/people.ts";

/** Names with ids, joined for a sentence. */
export type PeopleNames = (ids: readonly string[], joined: "and" | "or") => string;

const mostNamed = 4;
const longestName = 40;

export async function readNames(context: Context, ids: readonly string[]): Promise<PeopleNames> {
  const users = await findUsers(context.queries, [...new Set(ids)]);
  const names = new Map(users.map((user) => [user.id, user.display_name]));
  const nameOf = (id: string) => {
    const name = names.get(id)?.slice(0, longestName);
    return name === undefined ? id : `${JSON.stringify(name)} (${id})`;
  };
  return (people, joined) => {
    const distinct = [...new Set(people)];
    const named = distinct.slice(0, mostNamed).map(nameOf);
    const others = distinct.length - named.length;
    if (others > 0) named.push(`${others} more`);
    return [...(named.length > 1 ? [named.slice(0, -1).join(", ")] : []), ...named.slice(-1)].join(` ${joined} `);
  };
}

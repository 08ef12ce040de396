import { parts } from "../platform/index.ts";
import type { EmbeddedPlatform } from "./connection.ts";
import { UsageError } from "./errors.ts";

/** The space of an id or a title. Throws `UsageError` for none and for several, with those there are. */
export async function findNamedSpace({ platform, organization, user }: EmbeddedPlatform, name: string) {
  const { listSpaces } = await parts.spaces();
  const viewer = { organization, user, role: "admin" };
  const spaces = await platform.database.read((queries) => listSpaces(queries, { viewer }, undefined, 10_000));
  const found = spaces.filter((space) => space.id === name || space.title === name);
  const [space] = found;
  if (space !== undefined && found.length === 1) return space;
  const known = (space === undefined ? spaces : found).map(({ id, title }) => `  ${id}  ${title}`);
  const problem = space === undefined ? `There is no space "${name}".` : `Several spaces are titled "${name}".`;
  throw new UsageError([`${problem} Name one of these by its id:`, ...known].join("\n"));
}

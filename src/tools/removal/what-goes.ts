import { spaces } from "../../contract/operations/spaces.ts";
import type { Removal } from "../../contract/removal.ts";
import type { Arguments } from "../arguments.ts";
import { counted } from "../present/count.ts";
import { quoted } from "../present/name.ts";
import type { ToolContext } from "../tool.ts";
import { countListed } from "./count-listed.ts";
import type { Gone } from "./gone.ts";
import { shownIn } from "./shown-in.ts";
import { spacesWithin } from "./spaces-within.ts";

type Found = Readonly<Record<string, unknown>>;

/** What goes with the object of a deletion, read within bounds. `object` is the object itself where it could be read. */
export async function whatGoes(
  removal: Removal,
  given: Arguments,
  object: Found | undefined,
  context: ToolContext,
): Promise<Gone> {
  const lists = Object.entries(removal.along ?? {}).map(([one, id]) => listed(one, id, given, context));
  const { id, organization } = object ?? {};
  const isPlaced = typeof id === "string" && typeof organization === "string";
  const elsewhere = isPlaced
    ? (removal.shownIn ?? []).map((place) => shownIn(place, { id, organization }, context))
    : [];
  const within = isPlaced && removal.holdsSpaces ? [inSpaces({ id, organization }, context)] : [];
  return joined([
    ...(await Promise.all(lists)),
    { goes: countsOf(removal, object), unseen: [] },
    ...(await Promise.all([...elsewhere, ...within])),
  ]);
}

async function listed(one: string, id: string, given: Arguments, context: ToolContext): Promise<Gone> {
  const part = await countListed(id, given, context);
  if ("refusal" in part) {
    return { goes: [], unseen: part.refusal.startsWith("501 ") ? [] : [`${one}s (${part.refusal})`] };
  }
  const { count, isCut } = part.found;
  return { goes: count === 0 ? [] : [`${isCut ? "more than " : ""}${counted(count, one)}`], unseen: [] };
}

const countsOf = ({ counts = {} }: Removal, object: Found | undefined): string[] =>
  Object.entries(counts).flatMap(([one, member]) => {
    const count = object?.[member];
    return typeof count === "number" && count > 0 ? [counted(count, one)] : [];
  });

/** Spaces whose contents are counted; the others are named. */
const mostSpaces = 20;

/** Each space of a collection with what goes with it. */
async function inSpaces(collection: { id: string; organization: string }, context: ToolContext): Promise<Gone> {
  const { collections, spaces: found, unseen } = await spacesWithin(collection, context);
  const removal = spaces.remove.removal ?? {};
  const goes = collections === 0 ? [] : [counted(collections, "nested collection")];
  const within: Gone[] = [{ goes, unseen }];
  for (const [index, space] of found.entries()) {
    const name = `space ${quoted(space.title)} (${space.id})`;
    const own = index < mostSpaces ? await whatGoes(removal, { spaceId: space.id }, space, context) : undefined;
    const holds = own === undefined || own.goes.length === 0 ? "" : ` with ${own.goes.join(", ")}`;
    within.push({ goes: [`${name}${holds}`], unseen: own?.unseen ?? [] });
    context.progress(index + 1, found.length, "Looking at what the spaces hold");
  }
  const uncounted = found.length - mostSpaces;
  if (uncounted > 0) within.push({ goes: [], unseen: [`what the last ${uncounted} of these spaces hold`] });
  return joined(within);
}

const joined = (parts: readonly Gone[]): Gone => ({
  goes: parts.flatMap(({ goes }) => goes),
  // The same list is refused for each space.
  unseen: [...new Set(parts.flatMap(({ unseen }) => unseen))],
});

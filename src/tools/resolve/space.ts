import { paginate } from "../../client/paginate.ts";
import type { Space } from "../../contract/models/space.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { candidateLines, closest } from "./candidates.ts";
import { readLink } from "./link.ts";
import { looksLikeId, lookUp } from "./lookup.ts";
import { listOrganizations } from "./organization.ts";

/** Spaces looked at for a title; a space beyond them is named by its id. */
const mostSpaces = 5000;

/** A space by its id, URL, title, or a part of the title that fits one space alone. Throws ToolError with candidates. */
export async function findSpace(named: string, context: ToolContext): Promise<Space> {
  const { client, signal } = context;
  const link = readLink(named);
  const id = link?.space ?? named.trim();
  const found = looksLikeId(id) ? await lookUp(client.spaces.get({ spaceId: id }, { signal })) : undefined;
  if (found !== undefined) return found;
  const spaces = await listSpaces(context);
  if (link !== undefined) throw unknownSpace(named, spaces);
  return spaceByTitle(named, spaces);
}

/** The space to use when none was named: the only one there is. Throws ToolError with candidates. */
export async function onlySpace(context: ToolContext): Promise<Space> {
  const spaces = await listSpaces(context);
  const [only] = spaces;
  if (only === undefined) throw new ToolError("There is no space yet. write_operation createSpace makes one.");
  if (spaces.length === 1) return only;
  throw new ToolError(`Say which \`space\` is meant:\n${candidateLines(spaces)}`);
}

function spaceByTitle(named: string, spaces: readonly Space[]): Space {
  const wanted = fold(named);
  if (wanted === "") throw new ToolError(`\`space\` is empty. The spaces are:\n${candidateLines(spaces)}`);
  const ways: ((title: string) => boolean)[] = [
    (title) => title === named,
    (title) => fold(title) === wanted,
    (title) => fold(title).includes(wanted),
  ];
  for (const fits of ways) {
    const matches = spaces.filter(({ title }) => fits(title));
    const [first] = matches;
    if (matches.length === 1 && first !== undefined) return first;
    if (matches.length > 1) {
      throw new ToolError(
        `${matches.length} spaces fit ${JSON.stringify(named)}. Name one by its id:\n${candidateLines(matches)}`,
      );
    }
  }
  throw unknownSpace(named, spaces);
}

function unknownSpace(named: string, spaces: readonly Space[]): ToolError {
  const shown = JSON.stringify(named.slice(0, 200));
  if (spaces.length === 0) return new ToolError(`There is no space ${shown}, and no other either.`);
  const similar = closest(named, spaces);
  const candidates = similar.length > 0 ? similar : spaces;
  return new ToolError(
    `There is no space ${shown}. There are:\n${candidateLines(candidates, spaces.length)}\nlist_spaces shows all.`,
  );
}

async function listSpaces(context: ToolContext): Promise<Space[]> {
  const { client, signal } = context;
  const spaces: Space[] = [];
  for (const { id } of await listOrganizations(undefined, context)) {
    for await (const space of paginate(client.spaces.list, { organizationId: id, limit: 1000 }, { signal })) {
      if (spaces.push(space) >= mostSpaces) return spaces;
    }
  }
  return spaces;
}

const fold = (title: string) => title.replace(/\s+/g, " ").trim().toLowerCase();

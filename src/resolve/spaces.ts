import { paginate } from "../client/paginate.ts";
import type { Organization } from "../contract/models/organization.ts";
import type { Space } from "../contract/models/space.ts";
import type { ToolContext } from "./context.ts";
import { looksLikeId, readLink } from "./link.ts";
import { fold, type Kind, onlyOne, pick } from "./pick.ts";
import { lookUp } from "./reads.ts";

const spaceKind: Kind = {
  one: "space",
  many: "spaces",
  none: "write_operation createSpace creates one.",
};

const kindFor = ({ noSpacesMessage }: ToolContext): Kind =>
  noSpacesMessage === undefined ? spaceKind : { ...spaceKind, none: noSpacesMessage };

/** The most spaces read for a title; others can be named by id. */
const maxSpaces = 5000;

/** A space by its id, URL, title, or part of a title that matches only one. Throws ToolError with candidates. */
export async function findSpace(named: string, context: ToolContext): Promise<Space> {
  const { client, signal } = context;
  const link = readLink(named);
  const id = link?.space ?? named.trim();
  const seen = await seenSpace(id, context);
  if (seen !== undefined) return seen;
  const found = looksLikeId(id) ? await lookUp(client.spaces.get({ spaceId: id }, { signal })) : undefined;
  if (found !== undefined) return found;
  const picked = pick(link?.space ?? named, await listSpaces(context), kindFor(context));
  if (isCalled(picked, id)) context.seenNames?.note("space", id, picked.id);
  return picked;
}

const isCalled = ({ title }: Space, name: string): boolean => fold(title) === fold(name);

/** The space that the name recently resolved to, as it is now, if it still has the name. */
async function seenSpace(name: string, { client, signal, seenNames }: ToolContext): Promise<Space | undefined> {
  const spaceId = seenNames?.find("space", name);
  if (spaceId === undefined) return undefined;
  const space = await lookUp(client.spaces.get({ spaceId }, { signal }));
  if (space !== undefined && isCalled(space, name)) return space;
  seenNames?.forget("space", name);
  return undefined;
}

/** The only space, if none was named. Throws ToolError with candidates. */
export async function onlySpace(context: ToolContext): Promise<Space> {
  return onlyOne(await listSpaces(context), kindFor(context), "space");
}

/** Throws ToolError if there is no space at all. */
export async function requireSpaces(context: ToolContext): Promise<void> {
  const { client, signal } = context;
  for (const { id } of await listOrganizations(undefined, context)) {
    const { items } = await client.spaces.list({ organizationId: id, limit: 1 }, { signal });
    if (items.length > 0) return;
  }
  onlyOne([], kindFor(context), "space");
}

async function listSpaces(context: ToolContext): Promise<Space[]> {
  const { client, signal } = context;
  const spaces: Space[] = [];
  for (const { id } of await listOrganizations(undefined, context)) {
    for await (const space of paginate(client.spaces.list, { organizationId: id, limit: 1000 }, { signal })) {
      if (spaces.push(space) >= maxSpaces) return spaces;
    }
  }
  return spaces;
}

/** The organizations the token may read, or the one named by id or title. Throws ToolError. */
export async function listOrganizations(
  named: string | undefined,
  { client, signal }: Pick<ToolContext, "client" | "signal">,
): Promise<FoundOrganization[]> {
  const all: FoundOrganization[] = [];
  for await (const organization of paginate(client.organizations.list, { limit: 100 }, { signal })) {
    if (mayView(organization)) all.push(organization);
  }
  if (named === undefined) return all;
  return [pick(named, all, organizationKind)];
}

/** The named organization, or the only one. Throws ToolError with candidates. */
export async function findOrganization(named: string | undefined, context: ToolContext): Promise<FoundOrganization> {
  return onlyOne(await listOrganizations(named, context), organizationKind, "organization");
}

type FoundOrganization = Pick<Organization, "id" | "title" | "urls">;

const organizationKind: Kind = { one: "organization", many: "organizations" };

/** Guests see only the organization's name. Services may omit permissions. */
const mayView = ({ permissions }: Partial<Pick<Organization, "permissions">>) => permissions?.view !== false;

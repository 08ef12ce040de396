import { paginate } from "../client/paginate.ts";
import type { Space } from "../contract/models/space.ts";
import { oneLine, quoted } from "../present/wording.ts";
import { agentInstructions, readInstructions } from "./agent-instructions.ts";
import { mayView, organizations } from "./organizations.ts";
import {
  type Annotations,
  type LookContext,
  lookOrMissing,
  type ResourceContext,
  type ResourceFamily,
  type Source,
} from "./resource.ts";
import { spaces } from "./spaces.ts";
import { instructionsUri, organizationUri, spaceUri } from "./uris.ts";

export interface ListedResource {
  readonly uri: string;
  readonly name: string;
  readonly title: string;
  readonly description?: string;
  readonly mimeType: "text/markdown";
  /** Bytes. */
  readonly size?: number;
  readonly annotations: Annotations;
}

/** Position of the next portion. */
export interface ListCursor {
  readonly organization: string;
  /** The service's own cursor in the list of spaces; absent for the organization itself. */
  readonly page?: string | undefined;
}

/** Spaces per portion. */
const portion = 100;

const maxOrganizations = 1000;

interface Organization {
  readonly id: string;
  readonly title?: string | undefined;
}

/**
 * One portion of what can be read without knowing a page: each organization the caller belongs to, its agent
 * instructions if it has any, and its spaces.
 */
export async function listPortion(
  from: ListCursor | undefined,
  context: ResourceContext,
): Promise<{ resources: ListedResource[]; next: ListCursor | undefined }> {
  const { client, signal } = context;
  const all = await listOrganizations(context);
  const at = from === undefined ? 0 : all.findIndex(({ id }) => id === from.organization);
  const organization = all[at];
  if (organization === undefined) return { resources: [], next: undefined };
  const query = { organizationId: organization.id, page: from?.page, limit: portion };
  const [own, list] = await Promise.all([
    from?.page === undefined ? ownResources(organization, context) : [],
    client.spaces.list(query, { signal }),
  ]);
  const following = all[at + 1];
  const nextOrganization = following && { organization: following.id };
  return {
    resources: [...own, ...list.items.map(spaceResource)],
    next: list.next === undefined ? nextOrganization : { organization: organization.id, page: list.next.page },
  };
}

async function listOrganizations({ client, signal }: LookContext): Promise<Organization[]> {
  const found: Organization[] = [];
  for await (const organization of paginate(client.organizations.list, { limit: portion }, { signal })) {
    if (mayView(organization) && found.push(organization) >= maxOrganizations) break;
  }
  return found;
}

async function ownResources({ id, title = "" }: Organization, context: ResourceContext): Promise<ListedResource[]> {
  const name = oneLine(title) || id;
  const own = toResource(organizations, organizationUri(id), name);
  // If the service has none, or reading them fails, the rest is listed anyway.
  const found = await lookOrMissing(readInstructions(id, context), undefined).catch((error: unknown) => {
    if (context.signal.aborted) throw error;
    return undefined;
  });
  if (found === undefined || found.text === "") return [own];
  const rules = toResource(
    agentInstructions,
    instructionsUri(id),
    `Instructions for agents in ${oneLine(title) === "" ? id : quoted(title)}`,
    found.updatedAt,
  );
  return [own, { ...rules, size: found.size(title, context.answerTokens) }];
}

const spaceResource = ({ id, title, updatedAt }: Pick<Space, "id" | "title" | "updatedAt">) =>
  toResource(spaces, spaceUri(id), oneLine(title) || id, updatedAt);

function toResource(
  { template: { mimeType, description, annotations } }: ResourceFamily,
  uri: string,
  title: string,
  lastModified?: string,
): ListedResource {
  const modified = lastModified === undefined ? {} : { lastModified };
  return { uri, name: title, title, description, mimeType, annotations: { ...annotations, ...modified } };
}

/** Number of spaces per organization checked for changes of the list. */
const maxSpaces = 1000;

/** The whole list, to detect organizations or spaces that were added, removed or renamed. */
export const listSource: Source = {
  key: "list",
  async look(context) {
    const { client, signal } = context;
    const looks: unknown[] = [];
    for (const { id, title } of await listOrganizations(context)) {
      const found: [string, string][] = [];
      for await (const space of paginate(client.spaces.list, { organizationId: id, limit: portion }, { signal })) {
        if (found.push([space.id, space.title]) >= maxSpaces) break;
      }
      looks.push([id, title, found]);
    }
    return JSON.stringify(looks);
  },
};

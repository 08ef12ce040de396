import { paginate } from "../client/paginate.ts";
import type { ChangeRequest } from "../contract/models/change-request.ts";
import { listOrganizations } from "../tools/resolve/organization.ts";
import type { ToolContext } from "../tools/tool.ts";
import type { Named } from "./complete.ts";

export type CandidateContext = Pick<ToolContext, "client" | "signal">;

/** Looked at for one name, so that a large organization does not make a person wait; one beyond is named by its id. */
const mostLookedAt = 1000;

export interface NamedIn extends Named {
  readonly organization: string;
}

/** The organizations the caller may look into. */
export const organizations = (context: CandidateContext): Promise<readonly Named[]> =>
  listOrganizations(undefined, context);

/** The spaces of every organization the caller may look into. */
export async function spaces(context: CandidateContext): Promise<readonly NamedIn[]> {
  const { client, signal } = context;
  return collect(context, undefined, async function* (organization) {
    const query = { organizationId: organization, limit: 100 };
    for await (const { id, title } of paginate(client.spaces.list, query, { signal }))
      yield { id, title, organization };
  });
}

export interface NamedChangeRequest extends Named {
  readonly number: number;
  readonly space: string;
}

/** The open and draft change requests of one space, or of every organization; others are named by their numbers. */
export async function changeRequests(
  spaceId: string | undefined,
  context: CandidateContext,
): Promise<readonly NamedChangeRequest[]> {
  const { client, signal } = context;
  const statuses = ["open", "draft"] as const;
  if (spaceId === undefined) {
    return collect(context, undefined, async function* (organizationId) {
      for (const status of statuses) {
        const query = { organizationId, status: [status], limit: 100 };
        for await (const one of paginate(client.changeRequests.listInOrganization, query, { signal })) yield named(one);
      }
    });
  }
  return take(
    (async function* () {
      for (const status of statuses) {
        const query = { spaceId, status, limit: 100 };
        for await (const one of paginate(client.changeRequests.listInSpace, query, { signal })) yield named(one);
      }
    })(),
  );
}

const named = ({ id, number, subject, space }: ChangeRequest): NamedChangeRequest => {
  return { id, number, space, title: subject, also: [`${number}`, `#${number}`] };
};

/** The issue clusters of one organization, or of every one. */
export function issueClusters(
  organization: string | undefined,
  context: CandidateContext,
): Promise<readonly NamedIn[]> {
  const { client, signal } = context;
  return collect(context, organization, async function* (organizationId) {
    const query = { organizationId, limit: 100 };
    for await (const { id, label } of paginate(client.issueClusters.list, query, { signal })) {
      yield { id, title: label, organization: organizationId };
    }
  });
}

/** The OpenAPI specifications of every organization; the slug is the title. */
export function openapiSpecs(context: CandidateContext): Promise<readonly NamedIn[]> {
  const { client, signal } = context;
  return collect(context, undefined, async function* (organizationId) {
    const query = { organizationId, limit: 100 };
    for await (const { id, slug } of paginate(client.openapiSpecs.list, query, { signal })) {
      yield { id, title: slug, organization: organizationId };
    }
  });
}

async function collect<Item>(
  context: CandidateContext,
  organization: string | undefined,
  list: (organizationId: string) => AsyncIterable<Item>,
): Promise<Item[]> {
  const all = organization === undefined ? (await organizations(context)).map(({ id }) => id) : [organization];
  return take(
    (async function* () {
      for (const id of all) yield* list(id);
    })(),
  );
}

async function take<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) {
    if (taken.push(item) >= mostLookedAt) break;
  }
  return taken;
}

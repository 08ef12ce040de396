import { paginate } from "../client/paginate.ts";
import type { ToolContext } from "../desk/context.ts";
import { findChangeRequest, findContent } from "../desk/resolve/content.ts";
import { looksLikeId } from "../desk/resolve/link.ts";
import { findPage } from "../desk/resolve/pages.ts";
import { findOrganization, findSpace, listOrganizations } from "../desk/resolve/spaces.ts";

type Input = Readonly<Record<string, unknown>>;

/** The format of the platform's own ids. */
const isId = (text: string) => /^[A-Za-z0-9]{20}$/.test(text);

/**
 * The arguments of an operation, with titles, subjects, paths or addresses replaced by ids: of organizations,
 * spaces, change requests and pages. A single word that is not a title stays: services have ids of many formats.
 * Throws `ToolError` with candidates.
 */
export async function withIds(
  input: Input,
  { client, signal }: Pick<ToolContext, "client" | "signal">,
): Promise<Record<string, unknown>> {
  const context: ToolContext = { client, signal, answerTokens: 1_000_000, progress: () => undefined };
  const named = (member: string) => {
    const value = input[member];
    return typeof value === "string" && value !== "" && !isId(value) ? value : undefined;
  };
  const result: Record<string, unknown> = { ...input };
  const organization = named("organizationId");
  if (organization !== undefined) result.organizationId = await organizationId(organization, context);
  const space = named("spaceId");
  if (space !== undefined) result.spaceId = await spaceIdOf(space, context);
  const { spaceId } = result;
  if (typeof spaceId !== "string" || !isId(spaceId)) return result;
  const changeRequest = named("changeRequestId");
  // The service itself accepts numbers.
  if (changeRequest !== undefined && !looksLikeId(changeRequest)) {
    result.changeRequestId = (await findChangeRequest(changeRequest, spaceId, context)).id;
  }
  const page = named("pageId");
  if (page !== undefined) {
    const draft = typeof result.changeRequestId === "string" ? result.changeRequestId : undefined;
    const content = await findContent({ space: spaceId, change_request: draft }, context);
    result.pageId = (await findPage(page, content, context)).id;
  }
  return result;
}

async function organizationId(name: string, context: ToolContext): Promise<string> {
  if (!looksLikeId(name)) return (await findOrganization(name, context)).id;
  const titled = (await listOrganizations(undefined, context)).find(({ title }) => isSame(title, name));
  return titled?.id ?? name;
}

async function spaceIdOf(name: string, context: ToolContext): Promise<string> {
  if (!looksLikeId(name)) return (await findSpace(name, context)).id;
  const { client, signal } = context;
  for (const { id: organization } of await listOrganizations(undefined, context)) {
    const query = { organizationId: organization, limit: 1000 };
    for await (const { id, title } of paginate(client.spaces.list, query, { signal })) {
      if (isSame(title, name)) return id;
    }
  }
  return name;
}

const isSame = (title: string, name: string) => title.trim().toLowerCase() === name.toLowerCase();

import type { z } from "zod";
import type { ChangeRequest, ChangeRequestStatus } from "../../contract/models/change-request.ts";
import type { Space } from "../../contract/models/space.ts";
import { fenceTokens } from "../../present/budget.ts";
import { fence } from "../../present/fence.ts";
import { listWithin, type Portion } from "../../present/listing.ts";
import { oneLine, quoted } from "../../present/wording.ts";
import { changeRequestName, contentName, findContent, readTree } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { isAbout, PageIndex } from "../../resolve/pages.ts";
import { findSpace, listOrganizations, onlySpace } from "../../resolve/spaces.ts";
import { isPageChange } from "./changes.ts";

/** Tokens reserved for the lines around the list. */
const noteTokens = 160;

export interface ChangeRequestFilter {
  readonly space?: string | undefined;
  readonly status: z.infer<typeof ChangeRequestStatus>;
  readonly page?: string | undefined;
  readonly cursor?: string | undefined;
}

/** The most merged ones sorted by their merges. */
const maxMerged = 500;

/** Change requests per request if each needs another request for its changes. */
const fewAtOnce = 5;

const maxChanges = 1000;

/**
 * The change requests of a space, or of the only organization if no space is named, newest first, merged ones by their
 * merge; with a page, only those that change it.
 */
export async function listChangeRequests(filter: ChangeRequestFilter, context: ToolContext): Promise<ToolResult> {
  const { client, signal, answerTokens } = context;
  const { status, cursor } = filter;
  const page = filter.page === undefined ? undefined : await findTarget(filter.space, filter.page, context);
  const { space, organization } = page ?? (await findScope(filter.space, context));
  const read = (page: string | undefined, limit: number) => {
    const query = { limit, ...(page === undefined ? {} : { page }) };
    if (space !== undefined) {
      return client.changeRequests.listInSpace({ spaceId: space.id, status, ...query }, { signal });
    }
    const all = { organizationId: organization?.id ?? "", status: [status], ...query };
    return client.changeRequests.listInOrganization(all, { signal });
  };
  const { blocks, more } = await listWithin<ChangeRequest>({
    subject: ["change_requests", space?.id ?? organization?.id, status, page?.name],
    cursor,
    tokens: answerTokens - fenceTokens - noteTokens,
    ...(page === undefined ? {} : { portion: fewAtOnce }),
    read: status === "merged" ? mergedFrom(read) : read,
    present: async (changeRequest) => {
      const line = formatChangeRequest(changeRequest, space === undefined);
      if (page === undefined) return line;
      const names = { spaceId: changeRequest.space, changeRequestId: changeRequest.id, limit: maxChanges };
      const { changes } = await client.changeRequestContent.changes(names, { signal });
      const verbs = changes.flatMap((change) =>
        isPageChange(change) && isAbout(change.page, page.name) ? [change.type.replace("page_", "")] : [],
      );
      return verbs.length === 0 ? undefined : `${line}: ${verbs.join(" and ")}`;
    },
  });
  const about = page === undefined ? "" : `, changing page ${quoted(page.title)}`;
  const where = space === undefined ? "the organization" : `space ${quoted(space.title)} (${space.id})`;
  if (blocks.length === 0) {
    return { text: `No change request of ${where}${about} is ${status}. \`status\` asks for others.` };
  }
  const heading = `Change requests of ${where} that are ${status}${about}:`;
  const text = [heading, fence(blocks.join("\n")), more ?? `With "change_request": what one of them changes.`];
  return { text: text.join("\n") };
}

interface Scope {
  readonly space?: Space;
  readonly organization?: { readonly id: string };
}

/** Without a name the organization; the only space, or an error that names all, if there are several organizations. */
async function findScope(named: string | undefined, context: ToolContext): Promise<Scope> {
  if (named !== undefined) return { space: await findSpace(named, context) };
  const [organization, ...others] = await listOrganizations(undefined, context);
  if (organization === undefined || others.length > 0) return { space: await onlySpace(context) };
  return { organization };
}

type Read = (page: string | undefined, limit: number) => Promise<Portion<ChangeRequest>>;

/** Lists are newest first by creation; these are sorted by merge. The cursor counts items. */
function mergedFrom(read: Read): Read {
  let all: ChangeRequest[] | undefined;
  return async (page, limit) => {
    all ??= await everyMerged(read);
    const start = Number(page ?? 0);
    const items = all.slice(start, start + limit);
    return { items, ...(start + limit < all.length ? { next: { page: String(start + limit) } } : {}) };
  };
}

async function everyMerged(read: Read): Promise<ChangeRequest[]> {
  const found: ChangeRequest[] = [];
  for (let page: string | undefined; ; ) {
    const portion = await read(page, 100);
    found.push(...portion.items);
    page = portion.next?.page;
    if (page === undefined || found.length >= maxMerged) break;
  }
  return found.sort((one, other) => (other.mergedAt ?? "").localeCompare(one.mergedAt ?? ""));
}

/** The page's id if the space has it, since others may have moved or renamed it. */
async function findTarget(
  spaceName: string | undefined,
  name: string,
  context: ToolContext,
): Promise<Scope & { readonly name: string; readonly title: string }> {
  const content = await findContent({ space: spaceName, page: name }, context);
  const index = new PageIndex(await readTree(content, context));
  const found = index.has(name) ? index.find(name, contentName(content)).page : undefined;
  return { space: content.space, name: found?.id ?? name, title: found?.title ?? name };
}

function formatChangeRequest(changeRequest: ChangeRequest, withSpace: boolean): string {
  const { createdBy, updatedAt, comments, outdated, status } = changeRequest;
  const when =
    status === "merged" && changeRequest.mergedAt !== undefined
      ? `merged ${changeRequest.mergedAt.slice(0, 16).replace("T", " ")} UTC as revision ${changeRequest.revisionMerged}`
      : `updated ${updatedAt.slice(0, 10)}`;
  const facts = [
    ...(withSpace ? [`space ${changeRequest.space}`] : []),
    ...(createdBy === undefined ? [] : [`by ${oneLine(createdBy.displayName)}`]),
    when,
    ...(comments > 0 ? [`${comments} open ${comments === 1 ? "comment" : "comments"}`] : []),
    ...(outdated && (status === "open" || status === "draft") ? ["outdated"] : []),
  ];
  return `- ${changeRequestName(changeRequest)} (${facts.join(", ")})`;
}

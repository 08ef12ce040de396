import { paginate } from "../../client/paginate.ts";
import type { Space } from "../../contract/models/space.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { readLink } from "../../resolve/link.ts";
import { PageIndex } from "../../resolve/pages.ts";
import { listOrganizations } from "../../resolve/spaces.ts";
import { UsageError } from "../errors.ts";

/** The most spaces in which a page is looked for. */
const maxSearched = 100;

interface Names {
  readonly page: string | undefined;
  readonly space: string | undefined;
  readonly change_request?: string | undefined;
}

/**
 * The names with the only space that has the page, if no space is named and there are several. Throws `UsageError` with
 * the spaces if more than one has it. A page that no space has is left to the command to report.
 */
export async function withSpaceOfPage<PageInput extends Names>(
  input: PageInput,
  context: ToolContext,
): Promise<PageInput> {
  const { page, space, change_request } = input;
  if (page === undefined || space !== undefined || change_request !== undefined || readLink(page) !== undefined) {
    return input;
  }
  const spaces = await listSpaces(context);
  if (spaces.length < 2 || spaces.length > maxSearched) return input;
  const { client, signal } = context;
  const spacesWithPage: Space[] = [];
  for (const one of spaces) {
    const { pages } = await client.pages.list({ spaceId: one.id, metadata: false }, { signal });
    if (new PageIndex(pages).has(page)) spacesWithPage.push(one);
  }
  const [only] = spacesWithPage;
  if (spacesWithPage.length === 1 && only !== undefined) return { ...input, space: only.id };
  if (spacesWithPage.length === 0) return input;
  const candidates = spacesWithPage.map(({ id, title }) => `- ${title} (id ${id})`).join("\n");
  throw new UsageError(`${spacesWithPage.length} spaces have a page "${page}". Name one with --space:\n${candidates}`);
}

async function listSpaces(context: ToolContext): Promise<Space[]> {
  const { client, signal } = context;
  const found: Space[] = [];
  for (const { id } of await listOrganizations(undefined, context)) {
    for await (const space of paginate(client.spaces.list, { organizationId: id, limit: 1000 }, { signal })) {
      if (found.push(space) > maxSearched) return found;
    }
  }
  return found;
}

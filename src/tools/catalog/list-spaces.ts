import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import type { Space } from "../../contract/models/space.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { spaces } from "../../contract/operations/spaces.ts";
import { estimateTokens, fenceTokens } from "../../present/budget.ts";
import { fence } from "../../present/fence.ts";
import { decodeCursor, encodeCursor } from "../../present/listing.ts";
import { titleMarks } from "../../present/page-lines.ts";
import { ToolError } from "../../present/tool-error.ts";
import { counted, oneLine } from "../../present/wording.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { listOrganizations } from "../../resolve/spaces.ts";
import { defineTool, named } from "../tool.ts";

/** Spaces in one answer and in one request. */
const maxShown = 100;

/** Tokens reserved for what is around the list. */
const noteTokens = 120;

export const listSpaces = defineTool({
  name: "list_spaces",
  title: "List spaces",
  description: "List spaces (sets of pages) with their ids. Then list_pages.",
  toolset: "content",
  uses: [organizations.list, spaces.list],
  input: {
    query: z.string().max(200).optional().describe("Part of the title"),
    cursor: named.cursor,
  },
  async run({ query, cursor }, context): Promise<ToolResult> {
    const { answerTokens } = context;
    const subject = ["list_spaces", query];
    const start = cursor === undefined ? undefined : readPosition(cursor, subject);
    const shown: Space[] = [];
    let spent = fenceTokens + noteTokens;
    for await (const { space, position } of spacesFrom(start, context)) {
      if (query !== undefined && !space.title.toLowerCase().includes(query.trim().toLowerCase())) continue;
      spent += estimateTokens(formatSpace(space, true)) + 1;
      if (shown.length > 0 && (shown.length === maxShown || spent > answerTokens)) {
        const next = encodeCursor(subject, [position.organization, position.page, position.index]);
        const more = `There are more: the same arguments with "cursor": "${next}".`;
        return { text: `${presentSpaces(shown)}\n${more}` };
      }
      shown.push(space);
    }
    return { text: shown.length === 0 ? noSpacesText(query, cursor, context) : `${presentSpaces(shown)}\n${nextStep}` };
  },
});

const nextStep = "list_pages shows a space's pages, search_docs searches them.";

function noSpacesText(query: string | undefined, cursor: string | undefined, { noSpacesMessage }: ToolContext): string {
  if (cursor !== undefined) return "There are no more spaces.";
  if (query === undefined)
    return `There is no space yet. ${noSpacesMessage ?? "write_operation createSpace creates one."}`;
  return `No space has ${quotedExcerpt(query, 200)} in its title. Leave query out to see all, or search_docs searches their text.`;
}

/** Private is worth saying only if other spaces are not. */
function presentSpaces(spaces: readonly Space[]): string {
  const showsVisibility = spaces.some(({ visibility }) => visibility !== "private");
  return fence(spaces.map((space) => formatSpace(space, showsVisibility)).join("\n"));
}

const visibilityMarks: Readonly<Partial<Record<Space["visibility"], readonly string[]>>> = {
  private: ["not published"],
  unlisted: ["unlisted"],
  "share-link": ["only by share link"],
  "visitor-auth": ["readers sign in"],
};

function formatSpace(space: Space, withVisibility: boolean): string {
  const { id, title, visibility, language, changeRequestsOpen: open, changeRequestsDraft: draft, editMode } = space;
  const counts = [...(open > 0 ? [`${open} open`] : []), ...(draft > 0 ? [`${draft} draft`] : [])];
  const changes = `${counts.join(" and ")} change ${open + draft === 1 ? "request" : "requests"}`;
  const facts = [
    `id ${id}`,
    ...(language === undefined ? [] : [language]),
    ...(counts.length === 0 ? [] : [changes]),
    ...(editMode === "locked" ? ["locked"] : []),
    ...new Set([...titleMarks(title), ...(withVisibility ? (visibilityMarks[visibility] ?? []) : [])]),
  ];
  return `- ${oneLine(title)} (${facts.join(", ")})`;
}

/** A space's position in the service's lists; `page` is empty for the first page of a list. */
interface ListPosition {
  readonly organization: string;
  readonly page: string;
  readonly index: number;
}

function readPosition(cursor: string, subject: readonly unknown[]): ListPosition {
  const [organization, page, index] = decodeCursor(cursor, subject, ["", "", 0]);
  return { organization, page, index };
}

/** Yields every space from a position on, with its own position. */
async function* spacesFrom(
  start: ListPosition | undefined,
  context: ToolContext,
): AsyncGenerator<{ space: Space; position: ListPosition }> {
  const { client, signal } = context;
  let read = 0;
  const ids = (await listOrganizations(undefined, context)).map(({ id }) => id);
  const first = start === undefined ? 0 : ids.indexOf(start.organization);
  if (first < 0) {
    throw new ToolError("The spaces have changed since this cursor was issued. Leave it out to start over.");
  }
  for (const organization of ids.slice(first)) {
    const begin = organization === start?.organization ? start : undefined;
    for (let page: string | undefined = begin?.page ?? "", skip = begin?.index ?? 0; page !== undefined; skip = 0) {
      const query = { organizationId: organization, limit: maxShown, ...(page === "" ? {} : { page }) };
      const list = await client.spaces.list(query, { signal });
      read += list.items.length;
      context.progress(read, undefined, `Read ${counted(read, "space")}`);
      for (const [index, space] of list.items.entries()) {
        if (index >= skip) yield { space, position: { organization, page, index } };
      }
      page = list.next?.page;
    }
  }
}

import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import type { PageResult } from "../../contract/models/search.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { pages } from "../../contract/operations/pages.ts";
import { search } from "../../contract/operations/search.ts";
import { countWithin, fenceTokens } from "../../present/budget.ts";
import { fence } from "../../present/fence.ts";
import { decodeCursor, encodeCursor } from "../../present/listing.ts";
import { linkingNote, type PageHit, pageHitLine } from "../../present/page-lines.ts";
import { ToolError } from "../../present/tool-error.ts";
import { oneLine } from "../../present/wording.ts";
import { contentName, findContent, readTree } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { PageIndex } from "../../resolve/pages.ts";
import { findSpace, listOrganizations, requireSpaces } from "../../resolve/spaces.ts";
import { usedTo } from "../../resolve/uses.ts";
import { findOccurrences } from "../finding/find-occurrences.ts";
import { defineTool, named } from "../tool.ts";

/** The most passages shown per page, and characters per passage. */
const maxPassages = 3;

const maxPassageChars = 400;

/** Replaces the service's cursor at the end of a list; no service uses a space as a cursor. */
const atEnd = " ";

/** Tokens reserved for the line that says what comes next. */
const noteTokens = 100;

export const searchDocs = defineTool({
  name: "search_docs",
  title: "Search the documentation",
  description:
    "Find pages and passages on a subject, or every occurrence of a text or heading in one space. Then read_page.",
  toolset: "content",
  uses: [
    search.organization,
    search.space,
    pages.get,
    changeRequestContent.page,
    ...usedTo.findContent,
    ...usedTo.readTree,
  ],
  input: {
    query: z.string().min(1).max(512).describe('Words; "quoted words" match as a phrase'),
    match: z
      .enum(["words", "exact", "any_case", "heading"])
      .default("words")
      .describe("exact, any_case: literally in the Markdown, links too"),
    space: named.space.optional().describe("Only this one: id, title or URL"),
    under: z.string().max(2000).optional().describe("Only this page and below"),
    change_request: z.string().max(500).optional().describe("Not for words"),
    limit: z.int().min(1).max(50).optional().describe("Pages shown"),
    cursor: named.cursor,
  },
  async run(input, context): Promise<ToolResult> {
    const { match } = input;
    if (match !== "words") return findOccurrences({ ...input, match }, context);
    if (input.change_request === undefined) return findPassages(input, context);
    throw new ToolError(
      'Words are searched in merged content alone. For `change_request` send "match": "exact", "any_case" or "heading", or leave it out.',
    );
  },
});

const defaultPages = 8;

/** Below one page: hits per request, and requests before the answer gives a cursor. */
const portionUnder = 50;

const maxPortions = 4;

type WordsNames = Names & {
  readonly query: string;
  readonly limit?: number | undefined;
  readonly cursor?: string | undefined;
};

async function findPassages(input: WordsNames, context: ToolContext): Promise<ToolResult> {
  const { query, limit = defaultPages, cursor } = input;
  const sources = await listSources(input, context);
  const subject = ["search_docs", query, limit, sources.map(({ key }) => key)];
  const begin: readonly [number, ...string[]] = [0, ...sources.map(() => "")];
  const [skip, ...sourceCursors] = cursor === undefined ? begin : decodeCursor(cursor, subject, begin);
  const portion = await searchAll(sources, sourceCursors, { query, limit }, context);
  const hits = portion.hits.slice(skip);
  if (hits.length === 0) {
    // Names the data folder if there is nothing to search at all.
    if (cursor === undefined && input.space === undefined) await requireSpaces(context);
    return { text: noResultsText(input, cursor) };
  }

  const availableTokens = context.answerTokens - fenceTokens - noteTokens;
  const blocks = blocksWithin(hits, availableTokens);
  const text = `${fence(blocks.join("\n"))}\nread_page with a page's id and space reads it; \`section\` takes the #anchor. ${linkingNote}`;
  const shown = skip + blocks.length;
  const whole = shown >= portion.hits.length;
  if (whole && portion.next.every((sourceCursor) => sourceCursor === atEnd)) return { text };
  const next = encodeCursor(subject, whole ? [0, ...portion.next] : [shown, ...sourceCursors]);
  return { text: `${text}\nThere are more: the same arguments with "cursor": "${next}".` };
}

interface Portion {
  readonly hits: readonly PageHit[];
  /** The service's cursor for the next page, or `atEnd`. */
  readonly next: string;
}

/** The index to search: a space's or an organization's. */
interface Source {
  readonly key: string;
  search(query: { query: string; limit: number; page?: string }): Promise<Portion>;
}

interface Names {
  readonly space?: string | undefined;
  readonly under?: string | undefined;
}

async function listSources(names: Names, context: ToolContext): Promise<Source[]> {
  const { client, signal } = context;
  if (names.space !== undefined || names.under !== undefined) {
    const { space, within } = await resolveScope(names, context);
    const run: Source["search"] = async (query) => {
      const { items, next } = await client.search.space({ spaceId: space.id, ...query }, { signal });
      const hits = items.filter(({ id }) => within?.has(id) ?? true).map((page) => ({ page, space }));
      return { hits, next: next?.page ?? atEnd };
    };
    const key = names.under === undefined ? space.id : `${space.id} ${names.under}`;
    return [{ key, search: within === undefined ? run : (query) => searchOn(run, query) }];
  }
  return (await listOrganizations(undefined, context)).map(({ id }) => ({
    key: id,
    search: async (query) => {
      const { items, next } = await client.search.organization({ organizationId: id, ...query }, { signal });
      return {
        hits: items.flatMap((space) => space.pages.map((page) => ({ page, space }))),
        next: next?.page ?? atEnd,
      };
    },
  }));
}

/** The space, and the ids of the named page and those below it. */
async function resolveScope({ space, under }: Names, context: ToolContext) {
  if (under === undefined) return { space: await findSpace(space ?? "", context), within: undefined };
  const content = await findContent({ space, page: under }, context);
  const pages = new PageIndex(await readTree(content, context)).under(under, contentName(content));
  return { space: content.space, within: new Set(pages.map(({ page }) => page.id)) };
}

/** Requests more pages of results while those so far, after filtering, hold too few. */
async function searchOn(search: Source["search"], query: Parameters<Source["search"]>[0]): Promise<Portion> {
  const hits: PageHit[] = [];
  for (let [requests, next] = [0, query.page ?? ""]; ; requests += 1) {
    const portion = await search({ ...query, limit: portionUnder, ...(next === "" ? {} : { page: next }) });
    hits.push(...portion.hits);
    next = portion.next;
    if (next === atEnd || hits.length >= query.limit || requests + 1 === maxPortions) return { hits, next };
  }
}

/** The next results of every source that has more, best first. */
async function searchAll(
  sources: readonly Source[],
  sourceCursors: readonly string[],
  { query, limit }: { query: string; limit: number },
  { progress }: ToolContext,
): Promise<{ hits: PageHit[]; next: string[] }> {
  const open = sourceCursors.filter((sourceCursor) => sourceCursor !== atEnd).length;
  const share = Math.max(1, Math.ceil(limit / Math.max(1, open)));
  let done = 0;
  const portions = await Promise.all(
    sources.map(async (source, index): Promise<Portion> => {
      const sourceCursor = sourceCursors[index] ?? atEnd;
      if (sourceCursor === atEnd) return { hits: [], next: atEnd };
      const portion = await source.search({
        query,
        limit: share,
        ...(sourceCursor === "" ? {} : { page: sourceCursor }),
      });
      if (open > 1) progress(++done, open, "Searching");
      return portion;
    }),
  );
  const hits = portions.flatMap((portion) => portion.hits);
  return {
    hits: hits.sort((one, other) => (other.page.score ?? 0) - (one.page.score ?? 0)),
    next: portions.map((portion) => portion.next),
  };
}

/** The hits that fit, each with as many passages as leave room for all hits. */
function blocksWithin(hits: readonly PageHit[], tokens: number): string[] {
  for (let passages = maxPassages; passages > 0; passages -= 1) {
    const blocks = hits.map((hit) => presentHit(hit, passages));
    if (countWithin(blocks, tokens) === blocks.length) return blocks;
  }
  const bare = hits.map((hit) => presentHit(hit, 0));
  return bare.slice(0, Math.max(1, countWithin(bare, tokens)));
}

function presentHit(hit: PageHit, passages: number): string {
  const lines = (hit.page.sections ?? []).slice(0, passages).map((section) => {
    const anchor = /#.*$/s.exec(section.path)?.[0] ?? "";
    return `  - ${oneLine(section.title)}${anchor === "" ? "" : ` (${oneLine(anchor, 120)})`}: ${oneLine(withHighlights(section), maxPassageChars)}`;
  });
  return [pageHitLine(hit), ...lines].join("\n");
}

function noResultsText({ query, space }: Names & { readonly query: string }, cursor: string | undefined): string {
  if (cursor !== undefined) return "There are no more results.";
  const where = space === undefined ? "" : " in this space";
  const wider = space === undefined ? "list_pages shows what there is" : "leave `space` out to search everywhere";
  return `Nothing matches ${quotedExcerpt(query, 200)}${where}. Try fewer or other words; ${wider}.`;
}

type Section = NonNullable<PageResult["sections"]>[number];

/** A passage that a search found, with matches between `**`. Matches outside the passage are ignored. */
function withHighlights({ body, highlights = [] }: Pick<Section, "body" | "highlights">): string {
  let marked = "";
  let done = 0;
  for (const { start, end } of highlights) {
    if (!(start >= done && start < end && end <= body.length)) continue;
    marked += `${body.slice(done, start)}**${body.slice(start, end)}**`;
    done = end;
  }
  return marked + body.slice(done);
}

import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import { search } from "../../contract/operations/search.ts";
import { decodeCursor, encodeCursor } from "../present/cursor.ts";
import { fence } from "../present/fence.ts";
import { oneLine } from "../present/name.ts";
import { type PageHit, pageHitLine } from "../present/page-hit.ts";
import { countWithin, fenceTokens } from "../present/within.ts";
import { named } from "../resolve/arguments.ts";
import { listOrganizations } from "../resolve/organization.ts";
import { findSpace } from "../resolve/space.ts";
import { usedTo } from "../resolve/uses.ts";
import { defineTool, type ToolAnswer, type ToolContext } from "../tool.ts";

/** Passages shown of one page at most, and characters of one. */
const mostPassages = 3;
const longestPassage = 400;
/** Stands for the service's cursor where a list is at its end; no service's cursor is a space. */
const atEnd = " ";
/** Tokens kept for the line that says what comes next. */
const noteTokens = 100;

export const searchDocs = defineTool({
  name: "search_docs",
  title: "Search the documentation",
  description:
    "Find the pages and passages on a subject, in every space or in one. Start here for a question; read_page then reads what it found.",
  toolset: "content",
  uses: [search.organization, search.space, ...usedTo.findSpace],
  input: {
    query: z.string().min(1).max(512).describe('Words the text would have; "quoted words" stand together'),
    space: named.space.optional().describe("Only this space: id, title or URL"),
    organization: z.string().max(500).optional().describe("Only this organization: id or title"),
    limit: z.int().min(1).max(50).default(8).describe("Pages in one answer"),
    cursor: named.cursor,
  },
  async run(input, context): Promise<ToolAnswer> {
    const { query, limit, cursor } = input;
    const sources = await sourcesOf(input, context);
    const subject = ["search_docs", query, limit, sources.map(({ key }) => key)];
    const begin: readonly [number, ...string[]] = [0, ...sources.map(() => "")];
    const [skip, ...places] = cursor === undefined ? begin : decodeCursor(cursor, subject, begin);
    const portion = await searchAll(sources, places, { query, limit }, context);
    const hits = portion.hits.slice(skip);
    if (hits.length === 0) return { text: nothing(input, cursor) };

    const room = context.answerTokens - fenceTokens - noteTokens;
    const blocks = blocksWithin(hits, room);
    const text = `${fence(blocks.join("\n"))}\nread_page with a page's id and space reads it; \`section\` takes the #anchor.`;
    const shown = skip + blocks.length;
    const whole = shown >= portion.hits.length;
    if (whole && portion.next.every((place) => place === atEnd)) return { text };
    const next = encodeCursor(subject, whole ? [0, ...portion.next] : [shown, ...places]);
    return { text: `${text}\nThere are more: the same arguments with "cursor": "${next}".` };
  },
});

interface Portion {
  readonly hits: readonly PageHit[];
  /** The service's cursor for what follows, or `atEnd`. */
  readonly next: string;
}

/** One index that is searched: a space's or an organization's. */
interface Source {
  readonly key: string;
  search(query: { query: string; limit: number; page?: string }): Promise<Portion>;
}

interface Names {
  readonly space?: string | undefined;
  readonly organization?: string | undefined;
}

async function sourcesOf(names: Names, context: ToolContext): Promise<Source[]> {
  const { client, signal } = context;
  if (names.space !== undefined) {
    const space = await findSpace(names.space, context);
    const run = async (query: { query: string; limit: number; page?: string }) => {
      const { items, next } = await client.search.space({ spaceId: space.id, ...query }, { signal });
      return { hits: items.map((page) => ({ page, space })), next: next?.page ?? atEnd };
    };
    return [{ key: space.id, search: run }];
  }
  return (await listOrganizations(names.organization, context)).map(({ id }) => ({
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

/** The next portion of every source that is not at its end, the best first. */
async function searchAll(
  sources: readonly Source[],
  places: readonly string[],
  { query, limit }: { query: string; limit: number },
  { progress }: ToolContext,
): Promise<{ hits: PageHit[]; next: string[] }> {
  const open = places.filter((place) => place !== atEnd).length;
  const share = Math.max(1, Math.ceil(limit / Math.max(1, open)));
  let done = 0;
  const portions = await Promise.all(
    sources.map(async (source, index): Promise<Portion> => {
      const place = places[index] ?? atEnd;
      if (place === atEnd) return { hits: [], next: atEnd };
      const portion = await source.search({ query, limit: share, ...(place === "" ? {} : { page: place }) });
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

/** The hits that fit, with as many passages each as leave room for all of them. */
function blocksWithin(hits: readonly PageHit[], tokens: number): string[] {
  for (let passages = mostPassages; passages > 0; passages -= 1) {
    const blocks = hits.map((hit) => blockOf(hit, passages));
    if (countWithin(blocks, tokens) === blocks.length) return blocks;
  }
  const bare = hits.map((hit) => blockOf(hit, 0));
  return bare.slice(0, Math.max(1, countWithin(bare, tokens)));
}

function blockOf(hit: PageHit, passages: number): string {
  const lines = (hit.page.sections ?? []).slice(0, passages).map((section) => {
    const anchor = /#.*$/s.exec(section.path)?.[0] ?? "";
    return `  - ${oneLine(section.title)}${anchor === "" ? "" : ` (${oneLine(anchor, 120)})`}: ${oneLine(section.body, longestPassage)}`;
  });
  return [pageHitLine(hit), ...lines].join("\n");
}

function nothing({ query, space }: Names & { readonly query: string }, cursor: string | undefined): string {
  if (cursor !== undefined) return "There are no more results.";
  const where = space === undefined ? "" : " in this space";
  const wider = space === undefined ? "list_pages shows what there is" : "leave `space` out to search everywhere";
  return `Nothing matches ${quotedExcerpt(query, 200)}${where}. Try fewer or other words; ${wider}.`;
}

import type { PageResult } from "../../contract/models/search.ts";
import { organizationFor, spaceFor } from "../access/scope.ts";
import { findSpaces, visibleSpaceIds } from "../access/spaces-rows.ts";
import type { StoredMap } from "../content/content-map.ts";
import { ancestors, findPages } from "../content/page-tree.ts";
import type { PageRecord } from "../content/records.ts";
import { revisionContent } from "../content/space-content.ts";
import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { Handlers } from "../kernel/handler.ts";
import { answerList, type ListRequest, positionKey, readOffset, readPaging } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { findPassages } from "./find-passages.ts";
import { allowanceWholeAt, setAllowance } from "./question-allowances-rows.ts";
import { type PageHit, searchSections } from "./search.ts";

export const search: Handlers<"search"> = {
  async space(input, context) {
    const { space } = await spaceFor(context, input.spaceId, "view");
    const request = readPaging("search.space", [input.spaceId, input.query], input);
    const { hits, total } = await findHits(context, [space.id], input.query, request);
    const items = await presentHits(context, space, hits);
    return answerList(request, hits, total, ({ position }) => positionKey(position), items);
  },

  async organization(input, context) {
    const { viewer } = await organizationFor(context, input.organizationId, "enter");
    const request = readPaging("search.organization", [input.organizationId, input.query], input);
    const visible = await visibleSpaceIds(context.queries, viewer);
    const { hits, total } = await findHits(context, visible, input.query, request);
    const shown = hits.slice(0, request.limit);
    const ids = [...new Set(shown.map(({ hit }) => hit.space))];
    const spaces = new Map((await findSpaces(context.queries, ids)).map((space) => [space.id, space]));
    const items = [];
    for (const id of ids) {
      const space = spaces.get(id);
      if (space === undefined) continue;
      const pages = await presentHits(
        context,
        space,
        shown.filter(({ hit }) => hit.space === id),
      );
      items.push({ type: "space" as const, id, title: space.title, score: pages[0]?.score ?? 0, pages });
    }
    // A page of this list is a run of pages; they are grouped by space, so there are fewer items.
    return {
      ...answerList(request, hits, total, ({ position }) => positionKey(position), []),
      items,
    };
  },

  ask: {
    async prepare({ organizationId, query, previousQueries: before = [], format = "document" }, desk) {
      const { model, passages } = await desk.read(async (context) => {
        await organizationFor(context, organizationId, "enter");
        if (context.model === undefined) throw noModel();
        const passages = await findPassages(context, organizationId, query, before);
        return { model: context.model, passages };
      });
      if (passages.length > 0) await desk.write(takeQuestion);
      const { answerQuestion } = await import("./answer-question.ts");
      const answer = await answerQuestion(model, { question: query, before, format }, passages, desk);
      // The model takes long: what it read must be what the caller may still read.
      return async (context) => {
        const { viewer } = await organizationFor(context, organizationId, "enter");
        const visible = new Set(await visibleSpaceIds(context.queries, viewer));
        if (passages.every(({ space }) => visible.has(space))) return { answer };
        throw new Problem("unavailable", "query: what this token may read changed meanwhile. Ask again.");
      };
    },
  },
};

const noModel = () =>
  new Problem(
    "not_implemented",
    "Questions are answered by a language model, and the embedded platform was started without one: --model-url and --model name it. Searching the content needs none.",
  );

/** A page that matches, with its position in the whole list, from 1. */
interface PlacedHit {
  readonly hit: PageHit;
  readonly position: number;
}

async function findHits(
  { queries }: Context,
  spaces: readonly string[],
  query: string,
  request: ListRequest,
): Promise<{ hits: PlacedHit[]; total: number | undefined }> {
  const offset = readOffset(request);
  const found = await searchSections(queries, {
    spaces,
    query,
    limit: request.limit + 1,
    offset,
  });
  return { hits: found.pages.map((hit, index) => ({ hit, position: offset + index + 1 })), total: found.total };
}

async function presentHits(context: Context, space: Row<"space">, hits: readonly PlacedHit[]): Promise<PageResult[]> {
  const map = await revisionContent(context, space.id, space.revision);
  const pages = await findPages(
    map,
    hits.map(({ hit }) => hit.page),
  );
  const results: PageResult[] = [];
  for (const { hit, position } of hits) {
    const page = pages.get(hit.page);
    if (page === undefined) continue;
    results.push(await presentHit(context, space, map, hit, page, position));
  }
  return results;
}

async function presentHit(
  { origin }: Context,
  space: Row<"space">,
  map: StoredMap,
  hit: PageHit,
  page: PageRecord,
  rank: number,
): Promise<PageResult> {
  const above = await ancestors(map, page);
  const path = [...above, page].map((step) => step.slug).join("/");
  const app = `${origin}/app/${space.organization}/s/${space.id}/${path}`;
  return {
    id: page.id,
    title: page.title,
    description: page.description ?? "",
    path,
    score: hit.score,
    rank,
    sections: hit.sections.map((section) => ({
      id: `${page.id}#${section.anchor}`,
      title: section.title,
      path: section.anchor === "" ? path : `${path}#${section.anchor}`,
      body: section.body,
      highlights: section.highlights,
      score: section.score,
      urls: { app: section.anchor === "" ? app : `${app}#${section.anchor}` },
    })),
    ancestors: above.map((step) => ({ title: step.title })),
    urls: { app },
  };
}

/** Whoever may read may ask, and the operator pays: so many questions a minute for one user, all at once or not. */
const perMinute = 20;

const minute = 60_000;

/** Milliseconds after which one more may be asked. */
const each = minute / perMinute;

/**
 * Counts one question to a model, of the caller's in all processes on the data folder. Throws `too_many_requests` where
 * that is more than a user may ask.
 */
async function takeQuestion({ queries, user, now: at }: Context): Promise<void> {
  const now = Date.parse(at);
  const before = Date.parse((await allowanceWholeAt(queries, user.id)) ?? at);
  // None takes longer than a minute to be whole: one that does was noted before the clock was put back.
  const whole = (before > now && before <= now + minute ? before : now) + each;
  if (whole > now + minute) {
    const seconds = Math.ceil((whole - now - minute) / 1_000);
    throw new Problem(
      "too_many_requests",
      `query: you may ask ${perMinute} questions a minute. Wait ${seconds} s, or search the content, which has no such limit.`,
      seconds,
    );
  }
  await setAllowance(queries, user.id, new Date(whole).toISOString(), at);
}

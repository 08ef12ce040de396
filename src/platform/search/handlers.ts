import { organizationFor, spaceFor } from "../access/scope.ts";
import { visibleSpaceIds } from "../access/spaces-rows.ts";
import type { Context } from "../kernel/context.ts";
import type { Handlers } from "../kernel/handler.ts";
import { readPaging } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { findPassages } from "./find-passages.ts";
import { allowanceWholeAt, setAllowance } from "./question-allowances-rows.ts";
import { searchOneSpace, searchSpaces } from "./search-results.ts";

export const search: Handlers<"search"> = {
  async space(input, context) {
    const { space } = await spaceFor(context, input.spaceId, "view");
    const request = readPaging("search.space", [input.spaceId, input.query], input);
    return searchOneSpace(context, space, input.query, request);
  },

  async organization(input, context) {
    const { viewer } = await organizationFor(context, input.organizationId, "enter");
    const request = readPaging("search.organization", [input.organizationId, input.query], input);
    const visible = await visibleSpaceIds(context.queries, viewer);
    return searchSpaces(context, visible, input.query, request);
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

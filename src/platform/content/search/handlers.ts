import { organizationFor, spaceFor } from "../../access/scope.ts";
import { visibleSpaceIds } from "../../access/spaces-rows.ts";
import type { Context } from "../../kernel/context.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { readPaging } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { findPassages } from "./find-passages.ts";
import { loadAnswers, takeQuestion } from "./questions.ts";
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
    async prepare({ organizationId, query, previousQueries: before = [], format = "document" }, transactions) {
      const { model, passages } = await transactions.read(async (context) => {
        const { viewer } = await organizationFor(context, organizationId, "enter");
        if (context.model === undefined) throw noModel();
        const spaces = await visibleSpaceIds(context.queries, viewer);
        const passages = await findPassages(context.queries, { spaces, question: query, before });
        return { model: context.model, passages };
      });
      if (passages.length > 0) await transactions.write(takeUserQuestion);
      const { answerQuestion } = await loadAnswers();
      const answer = await answerQuestion(model, { question: query, before, format }, passages, transactions);
      // The model takes long, so check that the caller may still read the sources.
      return async (context) => {
        const { viewer } = await organizationFor(context, organizationId, "enter");
        const visible = new Set(await visibleSpaceIds(context.queries, viewer));
        if (passages.every(({ space }) => visible.has(space))) return { answer };
        throw new Problem("unavailable", "query: this token's access has changed in the meantime. Ask again.");
      };
    },
  },
};

const noModel = () =>
  new Problem(
    "not_implemented",
    "Answering questions requires a language model, and the embedded platform was started without one. Set it with --model-url and --model, or search the content, which needs none.",
  );

/** Every reader may ask questions and the operator pays, so there is a limit per user and minute. */
const allowed = { max: 20, period: 60_000 };

async function takeUserQuestion({ queries, user, now }: Context): Promise<void> {
  const seconds = await takeQuestion(queries, { asker: user.id, ...allowed }, now);
  if (seconds === undefined) return;
  throw new Problem(
    "too_many_requests",
    `query: you may ask ${allowed.max} questions a minute. Wait ${seconds} s, or search the content, which has no such limit.`,
    seconds,
    allowed.max,
  );
}

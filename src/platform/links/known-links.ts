import { setImmediate as nextTurn } from "node:timers/promises";
import { spaceFor } from "../access/scope.ts";
import type { Context } from "../context.ts";
import type { Desk, PreparedHandler } from "../handlers/handler.ts";
import { indexedRoot } from "../store/link-index.ts";
import { rootOf } from "../store/revisions.ts";
import type { Row } from "../store/tables.ts";
import { readNextPortion } from "./first-index.ts";
import type { KnownAnchors } from "./page-link-reader.ts";
import { updateLinks } from "./update-links.ts";

interface InSpace {
  readonly spaceId: string;
}

/** A handler that finds the links of a space's active revision known. */
export const withKnownLinks = <Input extends InSpace, Result>(
  run: (input: Input, context: Context) => Promise<Result>,
): PreparedHandler<Input, Result> => ({
  async prepare(input, desk) {
    await knowLinks(input, desk);
    return (context) => run(input, context);
  },
});

/**
 * Sees to it that the links of a space's active revision are known, in transactions of its own where they are not: the
 * first time many, so that nobody waits long for the write lock.
 */
async function knowLinks({ spaceId }: InSpace, desk: Desk): Promise<void> {
  const known = await desk.read(async (context) => {
    const { space } = await spaceFor(context, spaceId, "view");
    return (await indexedRoot(context.queries, spaceId)) === (await activeRoot(context, space));
  });
  if (known) return;
  const anchors: KnownAnchors = new Map();
  const readNext = () =>
    desk.write(async (context) => {
      const { space } = await spaceFor(context, spaceId, "view");
      return readNextPortion(context.queries, context.content, space, await activeRoot(context, space), anchors);
    });
  while (!(await readNext())) await nextTurn();
  await desk.write(async (context) => {
    const { space } = await spaceFor(context, spaceId, "view");
    await updateLinks(context.queries, context.content, space, await activeRoot(context, space));
  });
}

const activeRoot = ({ queries }: Context, space: Row<"space">) => rootOf(queries, space.id, space.revision);

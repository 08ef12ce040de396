import { describe, expect, it } from "vitest";
import {
  type CommentFilter,
  listComments,
  listReplies,
  listTargets,
} from "../../../../src/platform/review/comments/rows.ts";
import { plansOf } from "../../../support/query-plans.ts";

const filters: readonly Omit<CommentFilter, "contentId">[] = [
  {},
  { status: "open" },
  { page: "p" },
  { page: "p", status: "resolved" },
  { authors: ["u"] },
  { authors: ["u", "v"] },
];

describe("a page of a list of comments", () => {
  it.each(filters.flatMap((filter) => (["asc", "desc"] as const).map((order) => ({ filter, order }))))(
    "is read in order from an index, without sorting: $filter $order",
    async ({ filter, order }) => {
      const plans = await plansOf((queries) =>
        listComments(queries, { contentId: "s", ...filter }, { order, after: 7, limit: 50 }),
      );
      expect(plans).toHaveLength(filter.authors?.length ?? 1);
      for (const plan of plans) {
        expect(plan).toMatch(/^SEARCH comment USING INDEX \S+ \(place=\?.* AND number[<>]\?\)$/);
      }
    },
  );
});

it("the replies to a comment and the targets on a page use an index too", async () => {
  expect(await plansOf((queries) => listReplies(queries, "c", 7, 50))).toEqual([
    expect.stringMatching(/^SEARCH comment_reply USING INDEX \S+ \(comment=\? AND number>\?\)$/),
  ]);
  expect(await plansOf((queries) => listTargets(queries, "s", ["p", "q"]))).toEqual([
    expect.stringMatching(/^SEARCH comment USING INDEX \S+ \(place=\? AND page=\?\)$/),
  ]);
});

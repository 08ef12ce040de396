import { expect, it } from "vitest";
import { type ChangeRequestFilter, listChangeRequests } from "../../../src/platform/access/change-requests-rows.ts";
import { plansOf } from "../../support/query-plans.ts";

const filters: readonly ChangeRequestFilter[] = [
  { space: "s" },
  { space: "s", statuses: ["open"] },
  { space: "s", creator: "u" },
];

it.each(filters)("a page of a space's change requests is read in order from an index: %j", async (filter) => {
  const plans = await plansOf((queries) => listChangeRequests(queries, filter, 1000, 50));
  expect(plans).toEqual([expect.stringMatching(/^SEARCH change_request USING INDEX change_request_(status|space) /)]);
  expect(plans[0]).not.toContain("TEMP B-TREE");
});

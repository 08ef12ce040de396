import { expect, it } from "vitest";
import { listReadWithoutModel } from "../../../../src/platform/knowledge/conversations/conversation-rows.ts";
import { plansOf } from "../../../support/query-plans.ts";

it("conversations that a model has not read are found in order by an index", async () => {
  const before = ["2026-01-01T00:00:00.000Z", "c"] as const;
  const plans = await plansOf((queries) => listReadWithoutModel(queries, "o", before, { attempts: 3, limit: 4 }));
  expect(plans).toEqual([expect.stringMatching(/^SEARCH conversation USING INDEX conversation_analysis /)]);
  expect(plans[0]).not.toContain("TEMP B-TREE");
});

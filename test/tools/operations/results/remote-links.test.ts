import { expect, it } from "vitest";
import { readOperation } from "../../../../src/tools/operations/long-tail.ts";
import { Refusal, scriptedService } from "../../../support/scripted-service.ts";
import { callTool, fenced } from "../../catalog/call-tool.ts";

const around = { organization: { id: "o1", title: "Org" }, space: { id: "sP4c3I0fGu1d3s4nD5e6", title: "Guides" } };

const page = (id: string, path: string, title: string) => ({ id, path, title, type: "document", slug: path });

const place = (id: string, path: string, anchor?: string) => ({
  kind: "page",
  ...around,
  page: page(id, path, path),
  ...(anchor === undefined ? {} : { internalLocation: { type: "anchor", anchor } }),
});

const reusable = { kind: "reusable-content", ...around, reusableContent: { id: "r1", title: "Notice" } };

const texts = {
  "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/page/p1": {
    ...page("p1", "guides/billing", "Billing"),
    git: { oid: "1", path: "docs/guides/billing.md" },
    markdown:
      "# Billing\n\n[The fees](../pricing/fee.md)\n\n## Cards\n\n[Refund rules](../refunds.md#x), [again](/pages/p2)\n",
  },
  "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/page/p2": {
    ...page("p2", "refunds", "Refunds"),
    git: { oid: "2", path: "docs/refunds.md" },
    markdown: "# Refunds\n",
  },
  "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/reusable-contents/r1": {
    id: "r1",
    title: "Notice",
    git: { oid: "3", path: "docs/.gitbook/includes/notice.md" },
    markdown: "[Money back](../../refunds.md) and [fees](../pricing/fee.md)\n",
  },
};

const read = async (answers: Record<string, unknown>, operation: string, sent: Record<string, unknown>) => {
  const { client } = scriptedService({ ...texts, ...answers });
  const answer = await callTool(readOperation, client, { operation, arguments: sent });
  return { answer, told: JSON.parse(fenced(answer)[0] ?? "") as { items: unknown[] } };
};

it("the broken links of another service are supplemented from its pages and reusable contents", async () => {
  const { answer, told } = await read(
    {
      "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/links": {
        items: [
          {
            status: "broken",
            relation: "reference",
            targetReference: { kind: "url", url: "../pricing/fee.md" },
            locationReferences: [place("p1", "guides/billing"), reusable],
          },
        ],
        count: 1,
        stats: { total: 1200, broken: { total: 2 } },
      },
      "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/pages": { pages: [page("p3", "pricing/fees", "Fees")] },
    },
    "listSpaceLinks",
    { spaceId: "sP4c3I0fGu1d3s4nD5e6", status: "broken" },
  );
  expect(told.items).toEqual([
    {
      kind: "page",
      target: "../pricing/fee.md",
      nearest: "pricing/fees",
      in: { "guides/billing": ['top "The fees"'], "reusable content Notice (r1)": ['top "fees"'] },
    },
  ]);
  expect(answer).toMatch(
    /\n1 target in the whole list, each with its places\. Of all 1,200 targets here, 2 are broken\.$/,
  );
});

it("the backlinks of another service have the sections and texts of the links, however these are written", async () => {
  const { answer, told } = await read(
    {
      "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/page/p2/backlinks": {
        items: [place("p1", "guides/billing", "cards"), reusable],
        count: 2,
      },
    },
    "listSpacePageBacklinks",
    { spaceId: "sP4c3I0fGu1d3s4nD5e6", pageId: "p2" },
  );
  expect(told.items).toEqual([
    { from: "guides/billing", at: ['#cards "Refund rules"', '#cards "again"'] },
    { from: "reusable content Notice (r1)", at: ['top "Money back"'] },
  ]);
  expect(answer).toMatch(/\n2 sections with links to it in all\.$/);
});

it("backlinks are also listed from a service that does not return its pages", async () => {
  const { told } = await read(
    {
      "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/page/p2/backlinks": {
        items: [place("p1", "guides/billing", "cards")],
      },
      "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/page/p1": new Refusal(403, "no"),
      "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/page/p2": new Refusal(403, "no"),
    },
    "listSpacePageBacklinks",
    { spaceId: "sP4c3I0fGu1d3s4nD5e6", pageId: "p2" },
  );
  expect(told.items).toEqual([{ from: "guides/billing", at: ["#cards"] }]);
});

it("a group is never suggested, because it has no text to link to", async () => {
  const suggested = async (type: string) => {
    const { told } = await read(
      {
        "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/links": {
          items: [
            {
              status: "broken",
              relation: "reference",
              targetReference: { kind: "url", url: "../pricing/fee.md" },
              locationReferences: [place("p1", "guides/billing")],
            },
          ],
          count: 1,
          stats: { total: 1, broken: { total: 1 } },
        },
        "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/pages": {
          pages: [{ ...page("p3", "pricing/fees", "Fees"), type }],
        },
        "GET /v1/spaces/sP4c3I0fGu1d3s4nD5e6/content/files": { items: [], count: 0 },
      },
      "listSpaceLinks",
      { spaceId: "sP4c3I0fGu1d3s4nD5e6", status: "broken" },
    );
    return (told.items[0] as { nearest?: string }).nearest;
  };
  expect([await suggested("document"), await suggested("group")]).toEqual(["pricing/fees", undefined]);
});

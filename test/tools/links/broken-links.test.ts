import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readOperation } from "../../../src/tools/operations.ts";
import { estimateTokens } from "../../../src/tools/present/budget.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";
import { callTool, fenced } from "../catalog/call-tool.ts";

let workspace: Workspace;
let space: SeededSpace;

const billing = `# Billing

See [the *fees*](../pricing/fee.md) and [refunds](refunds.md#money-bak).

## Cards

<a href="guides/setup">Setting up</a> and [the **fees**](../pricing/fee.md).

![A chart](.gitbook/assets/no-chart.png)
`;

beforeAll(async () => {
  workspace = await openWorkspace();
  space = await workspace.makeSpace("Guides", [
    { markdown: billing },
    { markdown: "# Refunds\n\n## Money back\n\nSoon.\n" },
    { markdown: "# Fees\n\nFlat.\n" },
    { markdown: "# Guide\n\n[Billing](billing.md)\n", pages: [{ markdown: "# Set up\n" }] },
  ]);
});
afterAll(() => workspace.close());

const read = (input: Record<string, unknown>, answerTokens?: number) =>
  callTool(readOperation, workspace.client, { operation: "listSpaceLinks", ...input }, answerTokens);

interface Told {
  readonly items: readonly { target?: string; nearest?: string; in?: Record<string, string[]>; status?: string }[];
}

const toldIn = (answer: string) => JSON.parse(fenced(answer)[0] ?? "") as Told;

describe("a list of broken links", () => {
  it("tells the address as written, the page and section, what readers see, and what may be meant", async () => {
    const { items } = toldIn(await read({ arguments: { spaceId: space.id, status: "broken" } }));
    const told = new Map(items.map(({ target, ...rest }) => [target, rest]));
    expect(told.get("../pricing/fee.md")).toEqual({
      nearest: "fees",
      in: { billing: ['top "the fees"', '#cards "the fees"'] },
    });
    expect(told.get("refunds.md#money-bak")).toEqual({
      nearest: "refunds#money-back",
      in: { billing: ['top "refunds"'] },
    });
    expect(told.get("guides/setup")).toEqual({ nearest: "guide/set-up", in: { billing: ['#cards "Setting up"'] } });
    expect(told.get(".gitbook/assets/no-chart.png")).toEqual({ in: { billing: ['#cards "A chart"'] } });
  });

  it("names the target and the places of links that lead somewhere", async () => {
    const { items } = toldIn(await read({ arguments: { spaceId: space.id, status: "ok" } }));
    expect(items).toEqual([
      {
        targetReference: { kind: "page", page: { id: space.page("billing"), title: "Billing", path: "billing" } },
        locationReferences: [{ kind: "page", page: { id: space.page("guide"), title: "Guide", path: "guide" } }],
        status: "ok",
      },
    ]);
  });

  it("is the service's own where members are asked for", async () => {
    const { items } = toldIn(await read({ arguments: { spaceId: space.id, status: "broken" }, fields: "status" }));
    expect(new Set(items.map((item) => JSON.stringify(item)))).toEqual(new Set(['{"status":"broken"}']));
  });

  it("costs at most 1,500 tokens for fifteen of them", async () => {
    const lines = Array.from(
      { length: 15 },
      (_, at) => `## Section number ${at}\n\n[A link ${at}](../guide/missing-page-${at}.md)\n`,
    );
    const { id } = await workspace.makeSpace("Many", [{ markdown: `# A page with links\n\n${lines.join("\n")}` }]);
    const answer = await read({ arguments: { spaceId: id, status: "broken" } });
    expect(toldIn(answer).items).toHaveLength(15);
    expect(estimateTokens(answer)).toBeLessThan(1500);
  });

  it("reads no more than 25 pages, and says how many were not read", async () => {
    const pages = Array.from({ length: 30 }, (_, at) => ({
      markdown: `# Page ${at}\n\n[Lost ${at}](lost-${at}.md)\n`,
    }));
    const { id } = await workspace.makeSpace("Wide", pages);
    const answer = await read({ arguments: { spaceId: id, status: "broken" } }, 20_000);
    expect(toldIn(answer).items).toHaveLength(30);
    expect(answer).toContain("The texts of links on 5 more pages were not read.");
  });
});

it("a list of broken links comes also from a service that does not show its pages and files", async () => {
  const client = workspace.clientThrough(async (request, send) =>
    /\/content\/(page|pages|files)\b/.test(new URL(request.url).pathname)
      ? Response.json({ error: { code: 403, message: "no" } }, { status: 403 })
      : send(request),
  );
  const input = { operation: "listSpaceLinks", arguments: { spaceId: space.id, status: "broken" } };
  const { items } = toldIn(await callTool(readOperation, client, input));
  expect(items).toContainEqual({ target: "../pricing/fee.md", in: { billing: ["top", "#cards"] } });
});

describe("`fields`", () => {
  it("refuses a member that the operation does not answer, with the nearest", async () => {
    const call = callTool(readOperation, workspace.client, {
      operation: "getSpaceById",
      arguments: { spaceId: space.id },
      fields: "titel",
    });
    await expect(call).rejects.toThrow(
      /^`fields`: getSpaceById answers no member "titel"\. Did you mean title\? It has: object, id, title, /,
    );
  });

  it("shows what was left out", async () => {
    const about = { operation: "listSpacesInOrganizationById", arguments: { organizationId: workspace.organization } };
    const usual = await callTool(readOperation, workspace.client, about);
    expect(usual).toMatch(/\nLeft out: .*permissions.*\. read_operation with `fields` shows them\.$/);
    const chosen = await callTool(readOperation, workspace.client, { ...about, fields: "id, permissions.admin" });
    expect(toldIn(chosen).items[0]).toEqual({ id: expect.any(String), permissions: { admin: true } });
    expect(chosen).not.toContain("Left out");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { estimateTokens } from "../../../../src/present/budget.ts";
import { readOperation } from "../../../../src/tools/operations/long-tail.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../../support/workspace.ts";
import { callTool, fenced } from "../../catalog/call-tool.ts";

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
  readonly items: readonly {
    kind?: string;
    target?: string;
    nearest?: string;
    in?: Record<string, string[]>;
    status?: string;
  }[];
}

const toldIn = (answer: string) => JSON.parse(fenced(answer)[0] ?? "") as Told;

describe("a list of broken links", () => {
  it("contains the address as written, the page and section, the text that readers see, and a likely target", async () => {
    const { items } = toldIn(await read({ arguments: { spaceId: space.id, status: "broken" } }));
    const told = new Map(items.map(({ target, ...rest }) => [target, rest]));
    expect(told.get("../pricing/fee.md")).toEqual({
      kind: "page",
      nearest: "fees",
      in: { billing: ['top "the fees"', '#cards "the fees"'] },
    });
    expect(told.get("refunds.md#money-bak")).toEqual({
      kind: "anchor",
      nearest: "refunds#money-back",
      in: { billing: ['top "refunds"'] },
    });
    expect(told.get("guides/setup")).toEqual({
      kind: "page",
      nearest: "guide/set-up",
      in: { billing: ['#cards "Setting up"'] },
    });
    expect(told.get(".gitbook/assets/no-chart.png")).toEqual({
      kind: "image",
      in: { billing: ['#cards "A chart"'] },
    });
  });

  it("states the number of targets and links", async () => {
    const answer = await read({ arguments: { spaceId: space.id, status: "broken" } });
    expect(toldIn(answer)).not.toHaveProperty("count");
    expect(answer).toMatch(
      /\n4 targets in the whole list, each with its places\. Of all 6 links here, 5 are broken\.$/,
    );
  });

  it("contains only those of one kind on request", async () => {
    const answer = await read({ arguments: { spaceId: space.id, kind: "anchor" } });
    expect(toldIn(answer).items.map(({ target }) => target)).toEqual(["refunds.md#money-bak"]);
    expect(answer).toMatch(/\n1 broken target of kind anchor\. Of all 6 links here, 5 are broken\.$/);
    const other = read({ arguments: { spaceId: space.id, kind: "anchor", status: "ok" } });
    await expect(other).rejects.toThrow(/^`kind` is known for broken links only/);
  });

  it("suggests a page by the text of the link, and a heading by those of the existing page", async () => {
    const { id } = await workspace.makeSpace("Lost", [
      {
        markdown: `# Start

See [the sync settings](/broken/pages/Ab3dE6gH9jK2mN5pQ8sT), [more](/broken/pages/Zb3dE6gH9jK2mN5pQ8sT),
[a chart](/broken/files/Yb3dE6gH9jK2mN5pQ8sT) and ![](/broken/files/Xb3dE6gH9jK2mN5pQ8sT).

[The domain](sync-settings.md#set-domain), [limits](sync-settings.md#limits-of-all-plans), [gone](sync-settings.md#zebra)
and [configuration](sync-config.md).
`,
      },
      {
        markdown:
          "# Sync settings\n\n## Set the domain\n\n<details>\n\n<summary>Limits</summary>\n\nNone.\n\n</details>\n",
      },
      { markdown: "# Sync configuration\n" },
      { markdown: "# Connections\n" },
    ]);
    const { items } = toldIn(await read({ arguments: { spaceId: id, status: "broken" } }));
    expect(Object.fromEntries(items.map(({ target, kind, nearest }) => [target, [kind, nearest]]))).toEqual({
      "/broken/pages/Ab3dE6gH9jK2mN5pQ8sT": ["page", "sync-settings"],
      "/broken/pages/Zb3dE6gH9jK2mN5pQ8sT": ["page", undefined],
      "/broken/files/Yb3dE6gH9jK2mN5pQ8sT": ["file", undefined],
      "/broken/files/Xb3dE6gH9jK2mN5pQ8sT": ["image", undefined],
      "sync-settings.md#set-domain": ["anchor", "sync-settings#set-the-domain"],
      "sync-settings.md#limits-of-all-plans": ["anchor", "sync-settings#limits"],
      "sync-settings.md#zebra": ["anchor", undefined],
      "sync-config.md": ["page", "sync-configuration"],
    });
  });

  it("contains the target and the places of links that work", async () => {
    const { items } = toldIn(await read({ arguments: { spaceId: space.id, status: "ok" } }));
    expect(items).toEqual([
      {
        targetReference: { kind: "page", page: { id: space.page("billing"), title: "Billing", path: "billing" } },
        locationReferences: [{ kind: "page", page: { id: space.page("guide"), title: "Guide", path: "guide" } }],
        status: "ok",
      },
    ]);
  });

  it("is returned as the service has it if members are selected", async () => {
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

  it("reads no more than 50 pages, and names those that were not read", async () => {
    const pages = Array.from({ length: 53 }, (_, at) => ({
      markdown: `# Page ${at}\n\n[Lost ${at}](lost-${String(at).padStart(2, "0")}.md)\n`,
    }));
    const { id } = await workspace.makeSpace("Wide", pages);
    const answer = await read({ arguments: { spaceId: id, status: "broken", limit: 100 } }, 20_000);
    expect(toldIn(answer).items).toHaveLength(53);
    expect(answer).toContain(
      "Not read, so that link texts and suggestions are missing: page-50, page-51, page-52. At most 50 texts",
    );
  });
});

it("a list of broken links is also complete from a service that does not return its pages and files", async () => {
  const client = workspace.clientThrough(async (request, send) =>
    /\/content\/(page|pages|files)\b/.test(new URL(request.url).pathname)
      ? Response.json({ error: { code: 403, message: "no" } }, { status: 403 })
      : send(request),
  );
  const input = { operation: "listSpaceLinks", arguments: { spaceId: space.id, status: "broken" } };
  const answer = await callTool(readOperation, client, input);
  expect(answer).toContain("Not read, so that link texts and suggestions are missing: billing, refunds.");
  expect(toldIn(answer).items).toContainEqual({
    kind: "page",
    target: "../pricing/fee.md",
    in: { billing: ["top", "#cards"] },
  });
});

describe("the argument `fields`", () => {
  it("is refused for a member that the operation does not return, with the nearest", async () => {
    const call = callTool(readOperation, workspace.client, {
      operation: "getSpaceById",
      arguments: { spaceId: space.id },
      fields: "titel",
    });
    await expect(call).rejects.toThrow(
      /^`fields`: getSpaceById returns no member "titel"\. Did you mean title\? It has: object, id, title, /,
    );
  });

  it("can select what was omitted", async () => {
    const about = { operation: "listSpacesInOrganizationById", arguments: { organizationId: workspace.organization } };
    const usual = await callTool(readOperation, workspace.client, about);
    expect(usual).toMatch(/\nLeft out: .*permissions.*\. read_operation with `fields` shows them\.$/);
    const chosen = await callTool(readOperation, workspace.client, { ...about, fields: "id, permissions.admin" });
    expect(toldIn(chosen).items[0]).toEqual({ id: expect.any(String), permissions: { admin: true } });
    expect(chosen).not.toContain("Left out");
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { Client } from "../../src/client/client.ts";
import { SeenNames } from "../../src/resolve/seen-names.ts";
import { catalog } from "../../src/tools/catalog.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../support/workspace.ts";
import { callTool, refusal } from "./catalog/call-tool.ts";

let workspace: Workspace;
let guides: SeededSpace;
let draft: { id: string; number: number };
let requests = 0;
let client: Client;

beforeAll(async () => {
  workspace = await openWorkspace();
  guides = await workspace.makeSpace("User guides", [
    { markdown: "# First steps\n\nOne.\n", slug: "start" },
    { markdown: "# Billing\n\nTwo.\n", slug: "billing" },
  ]);
  await workspace.makeSpace("Handbook", [{ markdown: "# Rules\n" }]);
  draft = await workspace.openChangeRequest(guides.id, [
    { operation: "update_page", page: guides.page("start"), document: { markdown: "# First steps\n\nNew.\n" } },
  ]);
  client = workspace.clientThrough((request, send) => {
    requests += 1;
    return send(request);
  });
});

afterAll(() => workspace.close());

async function count(name: Name, input: Readonly<Record<string, unknown>>, seen: SeenNames): Promise<number> {
  requests = 0;
  await callTool(await catalog[name](), client, input, 6000, seen);
  return requests;
}

type Name = keyof typeof catalog;

const space = "User guides";

/** For each tool: the requests of the first call by names, of the next, and of one by ids. Adding any is a decision. */
const table: readonly (readonly [
  name: Name,
  names: Readonly<Record<string, unknown>>,
  ids: () => Readonly<Record<string, unknown>>,
  expected: readonly [cold: number, warm: number, byId: number],
])[] = [
  ["read_page", { space, page: "start" }, () => ({ space: guides.id, page: guides.page("start") }), [3, 2, 2]],
  ["read_page", { space, page: "First steps" }, () => ({ space: guides.id, page: guides.page("start") }), [4, 2, 2]],
  ["list_pages", { space }, () => ({ space: guides.id }), [3, 2, 2]],
  ["search_docs", { space, query: "steps" }, () => ({ space: guides.id, query: "steps" }), [3, 2, 2]],
  ["show_changes", { space }, () => ({ space: guides.id }), [3, 2, 2]],
  ["show_changes", { space, change_request: "#1" }, () => ({ space: guides.id, change_request: draft.id }), [9, 8, 10]],
];

describe("the number of requests to the service", () => {
  it.each(table)(
    "is as expected the first time, by known names and by ids: %s %j",
    async (name, names, ids, expected) => {
      const seen = new SeenNames();
      const cold = await count(name, names, seen);
      const warm = await count(name, names, seen);
      const byId = await count(name, ids(), new SeenNames());
      expect([cold, warm, byId]).toEqual(expected);
    },
  );
});

describe("a known name", () => {
  it("is looked up again when its object has been renamed", async () => {
    const seen = new SeenNames();
    const { id } = await workspace.makeSpace("Short lived", [{ markdown: "# Only page\n\nOld.\n" }]);
    const input = { space: "Short lived", page: "Only page" };
    await callTool(await catalog.read_page(), client, input, 6000, seen);
    await workspace.client.spaces.update({ spaceId: id, title: "Renamed" });
    expect(await refusal(callTool(await catalog.read_page(), client, input, 6000, seen))).toMatch(
      /There is no space "Short lived"/,
    );
    await workspace.makeSpace("Short lived", [{ markdown: "# Only page\n\nNew.\n" }]);
    expect(await callTool(await catalog.read_page(), client, input, 6000, seen)).toContain("New.");
  });

  it("is forgotten after five minutes", () => {
    let now = 0;
    const seen = new SeenNames(() => now);
    seen.note("space", "Guides", "s1");
    now = 299_999;
    expect(seen.find("space", "Guides")).toBe("s1");
    now = 300_000;
    expect(seen.find("space", "Guides")).toBeUndefined();
  });

  it("is one of at most 500 that are kept", () => {
    const seen = new SeenNames(() => 0);
    for (let at = 0; at <= 500; at += 1) seen.note("space", `Space ${at}`, String(at));
    expect([seen.find("space", "Space 0"), seen.find("space", "Space 1"), seen.find("space", "Space 500")]).toEqual([
      undefined,
      "1",
      "500",
    ]);
  });
});

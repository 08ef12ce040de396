import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Served, serve } from "../cli/program.ts";
import { openWorkspace, type Workspace } from "../support/workspace.ts";
import { type Agent, clientKinds, connectAgent } from "./agents.ts";

let workspace: Workspace;
let served: Served;
beforeAll(async () => {
  workspace = await openWorkspace();
  served = await serve(["--data", workspace.folder, "--confirm", "never"]);
});
afterAll(async () => {
  await served.stop();
  await workspace.close();
});

describe.each(clientKinds)("a reader on %s", (kind) => {
  let agent: Agent;
  beforeAll(async () => {
    agent = await connectAgent(kind, { url: served.ready.mcp ?? "" });
  });
  afterAll(() => agent.close());

  it("gets only text, and opens a page's resource by the ids in it", async () => {
    const space = await workspace.makeSpace(`Guides for ${kind}`, [{ markdown: "# Quills\n\nQuillwork.\n" }]);
    const named = { space: space.id };
    const page = space.page("quills");
    const calls = [
      ["search_docs", { ...named, query: "quillwork" }],
      ["list_pages", named],
      ["read_page", { ...named, page: "quills" }],
      ["show_organization", { about: "agent_instructions" }],
    ] as const;
    for (const [tool, input] of calls) expect(await agent.links(tool, input), tool).toEqual([]);
    expect(await agent.call("list_pages", named)).toContain(page);
    expect(await agent.read(`docs://spaces/${space.id}/pages/${page}`)).toContain("Quillwork.");
  });
});

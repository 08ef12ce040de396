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

  /** Opens everything an answer leads to, and answers the beginning of each with the link's name. */
  const follow = async (tool: string, input: Readonly<Record<string, unknown>>): Promise<string[]> => {
    const links = await agent.links(tool, input);
    return Promise.all(links.map(async ({ name, uri }) => `${name}: ${(await agent.read(uri)).slice(0, 12)}`));
  };

  it("opens what a search, a list, an edit and a merge lead to", async () => {
    const pages = Array.from({ length: 14 }, (_, at) => ({
      markdown: `# ${kind} page ${at}\n\nQuillwork.\n`,
      slug: `p${at}`,
    }));
    const space = await workspace.makeSpace(`Guides for ${kind}`, pages);
    const named = { space: space.id };
    const names = (count: number, beginning: string) =>
      Array.from({ length: count }, () => expect.stringContaining(beginning));

    expect(await follow("search_docs", { ...named, query: "quillwork", limit: 12 })).toEqual(names(10, ": Page "));
    expect(await follow("list_pages", named)).toEqual(
      Array.from({ length: 10 }, (_, at) => expect.stringMatching(`^${kind} page ${at}: Page `)),
    );
    expect(await follow("list_spaces", { query: space.title })).toEqual([
      `${space.title}: Space ${space.id.slice(0, 6)}`,
    ]);

    const { number } = await workspace.openChangeRequest(space.id);
    const draft = { ...named, change_request: String(number) };
    const create = { action: "create", title: "Added", markdown: "New.", ref: "added" };
    expect(await follow("write_pages", { ...draft, pages: [create, { action: "delete", page: "p1" }] })).toEqual([
      `#${number} Seed: show_changes`,
      expect.stringContaining("Added: Page "),
    ]);
    expect(await follow("show_changes", named)).toContainEqual(expect.stringContaining(`#${number} Seed: `));
    expect(await follow("merge_change_request", draft)).toEqual([
      expect.stringContaining(`${space.title}: Space `),
      expect.stringContaining(`#${number} Seed: `),
    ]);
  });

  it("opens the house rules that were set", async () => {
    const rules = { instructions: `Write plainly, says ${kind}.` };
    await follow("write_operation", { operation: "updateOrganizationAgentInstructions", arguments: rules });
    expect(await follow("show_organization", { about: "agent_instructions" })).toEqual([
      "Instructions for agents: Instructions",
    ]);
  });
});

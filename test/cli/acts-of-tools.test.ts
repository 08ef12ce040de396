import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcessClient } from "../../src/cli/connection.ts";
import { listActs } from "../../src/platform/access/audit/acts-rows.ts";
import { createToolCalls } from "../../src/server/calls/tool-calls.ts";
import { createResourceWatches } from "../../src/server/watches/resource-watches.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";
import { createSurface } from "../../src/tools/surface.ts";
import { openWorkspace, type Workspace } from "../support/workspace.ts";

let workspace: Workspace;
beforeAll(async () => {
  workspace = await openWorkspace();
});
afterAll(() => workspace.close());

describe("an act in this process", () => {
  it("names the tool whose call it belongs to, also if other tools and the command line act meanwhile", async () => {
    const { platform, organization, token } = workspace;
    const client = inProcessClient(platform, token);
    const { id: space } = await workspace.makeSpace("Rigging", [{ markdown: "# Knots\n" }]);
    const calls = createToolCalls({
      registry: generatedRegistry,
      surface: createSurface(generatedRegistry.entries, { toolsets: ["all"] }),
      client: async () => client,
      answerTokens: 2000,
      confirmPolicy: "never",
      watches: createResourceWatches({ client: async () => client }),
      log: () => {},
    });
    const call = (name: string, given: Record<string, unknown>) =>
      calls.call(
        { name, arguments: { space, ...given } },
        { id: 1, signal: new AbortController().signal, http: undefined, progress() {} },
      );
    await Promise.all([
      call("post_comment", { text: "A remark." }),
      call("open_change_request", { subject: "Splices" }),
      client.spaces.update({ spaceId: space, title: "Ropes" }),
    ]);
    const acts = await platform.database.read((queries) => listActs(queries, { organization, limit: 4 }));
    expect(acts.map(({ operation, program, tool }) => `${operation} ${program} ${tool}`).sort()).toEqual([
      "createChangeRequest mcp open_change_request",
      "postCommentInSpace mcp post_comment",
      "updateChangeRequestById mcp open_change_request",
      "updateSpaceById api null",
    ]);
  });
});

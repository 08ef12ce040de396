import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { generatedEntries } from "../../src/tools/generated-entries.ts";
import type { ToolEntry } from "../../src/tools/tool.ts";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { type Agent, connectAgent } from "./agents.ts";
import { handbook, writeFiles } from "./handbook.ts";

const folder = temporaryFolder();

const data = join(folder, "data");

beforeAll(async () => {
  await writeFiles(join(folder, "docs"), handbook);
  await copydesk(["import", join(folder, "docs"), "--data", data]);
});

const namesOf = (belongs: (entry: ToolEntry) => boolean) =>
  generatedEntries.filter(belongs).map(({ definition }) => definition.name);

const selections = [
  {
    flags: ["--read-only"],
    listed: [
      "find_operations",
      "list_comments",
      "list_issue_clusters",
      "list_pages",
      "list_spaces",
      "read_operation",
      "read_page",
      "search_docs",
      "show_changes",
      "show_organization",
    ],
    answer: '"merge_change_request" makes changes and this server is read-only here (--read-only).',
  },
  {
    flags: ["--tools", "list_spaces,read_page"],
    listed: ["list_spaces", "read_page"],
    answer:
      '"merge_change_request" is not among the tools selected here (--tools). Use one of: list_spaces, read_page.',
  },
  {
    flags: ["--exclude-tools", "merge_change_request,write_operation,delete_operation"],
    listed: namesOf(
      ({ toolsets, definition: { name } }) =>
        toolsets.includes("default") && !["merge_change_request", "write_operation", "delete_operation"].includes(name),
    ),
    answer: '"merge_change_request" is switched off here (--exclude-tools).',
  },
  {
    flags: ["--toolsets", "content"],
    listed: namesOf(
      (entry) => entry.toolsets.includes("content") || /^[a-z]+_operations?$/.test(entry.definition.name),
    ),
    answer:
      '"merge_change_request" belongs to the toolsets "default" and "changes", none of which is on here (--toolsets).',
  },
];

describe.each(selections)("a server started with $flags.0", ({ flags, listed, answer }) => {
  describe.each(["SDK v1 over stdio", "SDK v2 over HTTP"])("for %s", (host) => {
    let server: Served | undefined;
    let agent: Agent;
    beforeAll(async () => {
      const args = ["--data", data, ...flags];
      if (host === "SDK v1 over stdio") {
        agent = await connectAgent("SDK v1", { args });
      } else {
        server = await serve(args);
        agent = await connectAgent("SDK v2, modern", { url: server.ready.mcp ?? "" });
      }
    });
    afterAll(async () => {
      await agent.close();
      await server?.stop();
    });

    it("lists only the requested tools", async () => {
      expect(await agent.tools()).toEqual(listed);
    });

    it("refuses a tool it does not list, and says which flag hides it", async () => {
      expect(await agent.refusal("merge_change_request", { change_request: "1" })).toContain(answer);
    });

    it("continues to serve what it lists", async () => {
      expect(await agent.call("list_spaces")).toContain("- Tern handbook (id ");
    });
  });
});

describe("a server that only reads", () => {
  it("does not make a change through an operation either", async () => {
    const agent = await connectAgent("SDK v1", { args: ["--data", data, "--read-only"] });
    const refusal = await agent.refusal("read_operation", { operation: "createSpace", arguments: {} });
    expect(refusal).toMatch(/^createSpace /);
    await agent.close();
  });
});

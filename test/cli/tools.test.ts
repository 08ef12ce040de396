import { describe, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { copydesk } from "./program.ts";

const run = (...args: string[]) => answered(["tools", ...args]);

interface Row {
  readonly name: string;
  readonly toolsets: readonly string[];
  readonly readOnly: boolean;
  readonly tokens: number;
  readonly missing?: string;
}

describe("copydesk tools", () => {
  it("shows the cost of each listed tool, and the sum", async () => {
    const { code, stdout } = await copydesk(["tools"]);
    expect(code).toBe(0);
    const rows = [...stdout.matchAll(/^([a-z_]+) +(\d+) {2}default(?:, [a-z]+)? {2}[a-z_]+$/gm)];
    expect(rows.map(([, name]) => name)).toContain("edit_page");
    expect(rows.map(([, name]) => name)).toContain("find_operations");
    const sum = rows.reduce((total, [, , tokens]) => total + Number(tokens), 0);
    expect(stdout).toMatch(new RegExp(`^${rows.length} +${sum} {2}tools and tokens \\(o200k\\)$`, "m"));
    expect(stdout).toMatch(/^\d+ more are not listed\. "copydesk tools <tool or operation>" says why one is not, /m);
  });

  it("shows the cost of each toolset, and how much of it is listed", async () => {
    const { stdout } = await run("--toolsets", "git");
    const rows = [...stdout.matchAll(/^([a-z]+) +(\d+) {2}(\d+) of (\d+) tools {2}/gm)];
    expect(rows.map(([, name]) => name)).toEqual(
      "default content changes comments git openapi conversations translations sites organization integrations".split(
        " ",
      ),
    );
    const [, , tokens, listed, all] = rows[4] ?? [];
    expect(listed).toBe(all);
    expect(Number(tokens)).toBeGreaterThan(500);
    expect(rows[0]?.[3]).toBe("5");
  });

  it("shows the same as JSON, including what is missing", async () => {
    const rows = JSON.parse((await run("--json", "--read-only")).stdout) as Row[];
    expect(rows.find(({ name }) => name === "read_page")).toMatchObject({
      toolsets: ["default", "content"],
      readOnly: true,
    });
    expect(rows.find(({ name }) => name === "edit_page")).toMatchObject({ readOnly: false, missing: "read_only" });
    expect(rows.find(({ name }) => name === "get_space_by_id")).toMatchObject({ missing: "toolset" });
    expect(rows.filter(({ missing }) => missing === undefined).every(({ readOnly }) => readOnly)).toBe(true);
  });

  it.each<[string[], string]>([
    [["edit_page"], "edit_page: listed\nToolsets default, changes; "],
    [
      ["edit_page", "--read-only"],
      "edit_page: not listed, because it changes things and --read-only is on. To enable it: start without that.\n",
    ],
    [
      ["edit_page", "--exclude-tools", "edit_page"],
      "edit_page: not listed, because --exclude-tools names it. To enable it: remove it there.\n",
    ],
    [
      ["edit_page", "--tools", "read_page"],
      "edit_page: not listed, because --tools names others and not this one. To enable it: add edit_page there.\n",
    ],
    [
      ["edit_page", "--toolsets", "git"],
      "edit_page: not listed, because --toolsets names only git and it is in default or changes. To enable it: --toolsets git,changes.\n",
    ],
    [
      ["update_space_by_id"],
      "update_space_by_id: not listed, because only the toolset default is on and it is in content. To enable it: --toolsets default,content.\nIt is the tool of the operation updateSpaceById.\nwrite_operation calls that operation without it.\nToolsets content; ",
    ],
    [
      ["get_space_by_id", "--toolsets", "all"],
      "get_space_by_id: listed\nIt is the tool of the operation getSpaceById.\nToolsets content; ",
    ],
  ])("explains %j", async (args, beginning) => {
    const { code, stdout } = await run(...args);
    expect(stdout.slice(0, beginning.length)).toBe(beginning);
    expect(code).toBe(0);
  });

  it("explains an operation by its id, even if a hand-made tool covers it", async () => {
    expect((await run("getSpaceById")).stdout).toMatch(/^get_space_by_id: not listed, because /);
    expect((await run("mergeChangeRequest")).stdout).toMatch(
      /^merge_change_request: listed\nIt is the tool of the operation mergeChangeRequest\.\n/,
    );
  });

  it("names every setting that hides a tool, and no way around them", async () => {
    const flags = ["--read-only", "--exclude-tools", "delete_space_by_id", "--tools", "read_page,delete_operation"];
    const { stdout } = await run("delete_space_by_id", ...flags);
    expect(stdout.match(/not listed, because [^.]*/g)).toEqual([
      "not listed, because --exclude-tools names it",
      "not listed, because it changes things and --read-only is on",
      "not listed, because --tools names others and not this one",
    ]);
    expect(stdout).not.toContain("calls that operation");
  });

  it("prints the same as JSON", async () => {
    const { stdout } = await run("getSpaceById", "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      name: "get_space_by_id",
      operation: "getSpaceById",
      missing: "toolset",
      caller: "read_operation",
      obstacles: [{ reason: "toolset", source: "default", remedy: "--toolsets default,content" }],
      definition: { name: "get_space_by_id" },
    });
  });

  it.each([
    [
      ["no_such_tool_at_all"],
      'There is no tool or operation "no_such_tool_at_all". "copydesk tools --toolsets all" lists every tool.',
    ],
    [
      ["getSpaceByIdd"],
      'There is no tool or operation "getSpaceByIdd". Did you mean "get_space_by_id"? "copydesk tools --toolsets all" lists every tool.',
    ],
    [["--tools", "no_such_tool"], 'There is no tool "no_such_tool". `copydesk tools --toolsets all` lists every tool.'],
    [
      ["--toolsets", "write"],
      'There is no toolset "write". Toolsets: default, content, changes, comments, git, openapi, conversations, translations, sites, organization, integrations, all.',
    ],
    [["edit_page", "read_page"], "Usage: copydesk tools [name] [--json]"],
  ])("refuses %j", async (args, message) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
  });
});

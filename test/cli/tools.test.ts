import { describe, expect, it } from "vitest";
import { copydesk } from "./program.ts";

const run = (...args: string[]) => copydesk(["tools", ...args]);

interface Row {
  readonly name: string;
  readonly toolset: string;
  readonly readOnly: boolean;
  readonly tokens: number;
  readonly missing?: string;
}

describe("copydesk tools", () => {
  it("shows each tool that is listed with its cost, and their sum", async () => {
    const { code, stdout } = await run();
    expect(code).toBe(0);
    const rows = [...stdout.matchAll(/^(\w+) +(\d+) {2}(\w+)( {2}reads)?$/gm)];
    expect(rows.map(([, name]) => name)).toContain("edit_page");
    expect(rows).toHaveLength(13);
    const sum = rows.reduce((total, [, , tokens]) => total + Number(tokens), 0);
    expect(stdout).toMatch(new RegExp(`^13 +${sum} {2}tools and tokens \\(o200k\\)$`, "m"));
    expect(stdout).toMatch(/^\d+ not listed: its toolset is not on; name it with --toolsets$/m);
  });

  it("shows the same as JSON, with what is missing", async () => {
    const rows = JSON.parse((await run("--json", "--read-only")).stdout) as Row[];
    expect(rows.find(({ name }) => name === "read_page")).toMatchObject({ toolset: "read", readOnly: true });
    expect(rows.find(({ name }) => name === "edit_page")).toMatchObject({ readOnly: false, missing: "read_only" });
    expect(rows.find(({ name }) => name === "get_space_by_id")).toMatchObject({ missing: "toolset" });
    expect(rows.filter(({ missing }) => missing === undefined).every(({ readOnly }) => readOnly)).toBe(true);
  });

  it.each([
    [["edit_page"], "edit_page: listed\nToolset edit, "],
    [["edit_page", "--read-only"], "edit_page: not listed: --read-only is on and it changes things\n"],
    [["edit_page", "--exclude-tools", "edit_page"], "edit_page: not listed: --exclude-tools names it\n"],
    [["edit_page", "--tools", "read_page"], "edit_page: not listed: --tools names others and not this one\n"],
    [
      ["edit_page", "--toolsets", "read,review"],
      "edit_page: not listed: its toolset is not on; name it with --toolsets\n",
    ],
    [["get_space_by_id", "--toolsets", "all"], "get_space_by_id: listed\nToolset operations, "],
  ])("explains %j", async (args, beginning) => {
    const { code, stdout } = await run(...args);
    expect(stdout.slice(0, beginning.length)).toBe(beginning);
    expect(code).toBe(0);
  });

  it.each([
    [["no_such_tool"], 'There is no tool "no_such_tool". "copydesk tools --toolsets all" lists every tool.'],
    [["--tools", "no_such_tool"], 'There is no tool "no_such_tool". `copydesk tools --toolsets all` lists every tool.'],
    [["--toolsets", "write"], 'There is no toolset "write". Toolsets: read, edit, review, operations, all.'],
    [["edit_page", "read_page"], "Usage: copydesk tools [name] [--json]"],
  ])("refuses %j", async (args, message) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
  });
});

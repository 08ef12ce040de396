import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { temporaryFolder } from "./program.ts";
import { atTerminal } from "./pseudo-terminal.ts";
import { callOperation, writeFolder } from "./workspace.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const desk = (args: readonly string[], answers: Readonly<Record<string, string>> = {}) =>
  atTerminal([...args, "--data", data], { answers, variables: { PAGER: "cat" } });

const green = "\u001b[32m";

beforeAll(async () => {
  const handbook = writeFolder(join(folder, "handbook"), {
    "README.md": "# Handbook\n\nBegin here.\n",
    "holidays.md": `# Holidays\n\nThirty days.\n\n${"A line.\n\n".repeat(100)}`,
  });
  await desk(["import", handbook]);
});

describe("a terminal", () => {
  it("gets an explanation from copydesk without arguments, which does not wait for a host", async () => {
    const { code, screen } = await atTerminal([]);
    expect(code).toBe(0);
    expect(screen).toContain("a documentation desk for AI agents, and for people");
    expect(screen).toContain("copydesk help <command>");
  });

  it("supports a day's work, from a proposal through a comment to a merge, which asks first", async () => {
    const spaces = await desk(["spaces"]);
    expect(spaces.screen).toContain("- Handbook");
    const spaceId = "Handbook";
    const { number } = (await callOperation(data, "changeRequests.create", { spaceId, subject: "Sick leave" })) as {
      number: number;
    };
    const draft = ["--change-request", String(number)];
    const file = join(folder, "sick-leave.md");
    writeFileSync(file, "# Sick leave\n\nCall before nine.\n");
    expect((await desk(["upload", file, ...draft])).code).toBe(0);
    const diff = await desk(["diff", String(number)]);
    expect(diff.raw).toContain(`${green}+Call before nine.`);
    expect((await desk(["comment", "Before eight?", ...draft])).screen).toContain("Posted comment");
    expect((await desk(["comment", ...draft])).screen).toContain("Before eight?");
    const declined = await desk(["merge", String(number)], { "Do it? [y/N]": "n" });
    expect(declined.code).toBe(1);
    const agreed = await desk(["merge", String(number)], { "Do it? [y/N]": "y" });
    expect(agreed.code).toBe(0);
    expect((await desk(["read", "Sick leave"])).screen).toContain("Call before nine.");
    expect((await desk(["history"])).screen).toContain("Sick leave");
  });

  it("shows output longer than the screen in the pager", async () => {
    const kept = join(folder, "paged.txt");
    const shown = await atTerminal(["read", "Holidays", "--data", data], {
      variables: { PAGER: `tee '${kept}' >/dev/null` },
    });
    expect(shown.screen).not.toContain("Thirty days.");
    expect(readFileSync(kept, "utf8")).toContain("Thirty days.");
    const all = await atTerminal(["read", "Holidays", "--no-pager", "--data", data], {
      variables: { PAGER: "false" },
    });
    expect(all.screen).toContain("Thirty days.");
  });

  it("keeps the output if the pager is missing", async () => {
    const { code, screen } = await atTerminal(["read", "Holidays", "--data", data], {
      variables: { PAGER: "no-such-pager-at-all" },
    });
    expect(code).toBe(0);
    expect(screen).toContain("Thirty days.");
  });

  it("has no colors with NO_COLOR", async () => {
    const { raw } = await atTerminal(["read", "Handbook", "--data", data], {
      variables: { NO_COLOR: "1", PAGER: "cat" },
    });
    expect(raw).not.toContain("\u001b[");
  });

  it("is asked by setup before it writes", async () => {
    const home = writeFolder(join(folder, "home"), { ".cursor/mcp.json": "{}" });
    const options = { variables: { HOME: home } };
    const no = await atTerminal(["setup", "cursor"], { ...options, answers: { "Change it? [y/N]": "" } });
    expect([no.code, readFileSync(join(home, ".cursor/mcp.json"), "utf8")]).toEqual([1, "{}"]);
    const yes = await atTerminal(["setup", "cursor"], { ...options, answers: { "Change it? [y/N]": "yes" } });
    expect(yes.code).toBe(0);
    expect(readFileSync(join(home, ".cursor/mcp.json"), "utf8")).toContain("copydesk");
  });
});

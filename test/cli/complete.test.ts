import { describe, expect, it } from "vitest";
import { copydesk } from "./program.ts";

/** The words offered when Tab is pressed. */
const offered = async (...words: string[]) =>
  (await copydesk(["complete", "--", ...words])).stdout
    .split("\n")
    .filter((line) => line !== "" && !/^:\d+$/.test(line))
    .map((line) => line.split("\t")[0] ?? "");

describe("copydesk complete", () => {
  it.each(["bash", "zsh", "fish", "powershell"])("prints a script for %s", async (shell) => {
    const { code, stdout, stderr } = await copydesk(["complete", shell]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(/copydesk["'` ]+complete\b|complete --/);
  });

  it("completes commands", async () => {
    expect(await offered("re")).toEqual(expect.arrayContaining(["read", "restore", "review"]));
    expect(await offered("re")).not.toContain("merge");
  });

  it("completes flags of the command, and settings", async () => {
    const flags = await offered("merge", "--");
    expect(flags).toEqual(expect.arrayContaining(["--update-first", "--yes", "--data", "--read-only"]));
    expect(flags).not.toContain("--outline");
    expect(await offered("merge", "--help", "--upd")).toEqual(["--update-first"]);
  });

  it("completes first arguments from short lists", async () => {
    expect(await offered("token", "")).toEqual(["create", "list", "revoke"]);
    expect(await offered("setup", "cu")).toEqual(["cursor"]);
  });

  it("refuses a shell it does not know", async () => {
    const { code, stderr } = await copydesk(["complete", "tcsh"]);
    expect([code, stderr]).toEqual([1, "Usage: copydesk complete bash|zsh|fish|powershell\n"]);
  });
});

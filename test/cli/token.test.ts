import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { copydesk, serve, temporaryFolder } from "./program.ts";
import { tokenOf } from "./workspace.ts";

const data = join(temporaryFolder(), "data");
const run = (...args: string[]) => answered(["token", ...args, "--data", data]);
/** The program as it is built. */
const start = (...args: string[]) => copydesk(["token", ...args, "--data", data]);

const usage =
  "Usage: copydesk token create --name <name> [--user <id or e-mail address>] [--scope read|propose|write|merge|admin] [--expires <days>] | copydesk token list [--user <id or e-mail address>] [--json] | copydesk token revoke <id>";

interface Listed {
  readonly id: string;
  readonly name: string;
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
}
const list = async () => JSON.parse((await run("list", "--json")).stdout) as Listed[];

describe("copydesk token", () => {
  it("prints only the new token, which works until it is revoked", async () => {
    const made = await start("create", "--name", "Continuous integration");
    expect(made).toEqual({ code: 0, stdout: expect.stringMatching(/^cpd_\w{40}\n$/), stderr: "" });
    const token = made.stdout.trim();

    const server = await serve(["--data", data]);
    const status = async () =>
      (await fetch(`${server.ready.api}/user`, { headers: { Authorization: `Bearer ${token}` } })).status;
    expect(await status()).toBe(200);
    const id = (await list()).find(({ name }) => name === "Continuous integration")?.id ?? "";
    expect(await start("revoke", id)).toEqual({ code: 0, stdout: "", stderr: `Revoked ${id}.\n` });
    expect(await status()).toBe(401);
    await server.stop();

    expect((await start("list")).stdout).toMatch(/Continuous integration {2}.* {2}revoked\n/);
    expect(await run("revoke", id)).toMatchObject({ code: 1, stderr: expect.stringContaining("no working token") });
  });

  it("shows invisible and control characters in a name", async () => {
    const name = "ci\u202e\u009b2J\u001b[31m";
    await run("create", "--name", name);
    const { stdout } = await run("list");
    expect(stdout).toContain("ci\\u{202e}\\u{9b}2J\\u{1b}[31m");
    expect((await run("list", "--json")).stdout.trim()).not.toMatch(/[\p{Cc}\p{Cf}]/u);
    expect((await list()).map((token) => token.name)).toContain(name);
  });

  it("lists tokens by name and never shows one", async () => {
    const token = (await run("create", "--name", "Reader")).stdout.trim();
    const { stdout } = await run("list");
    expect(stdout).toMatch(/^\w{20} {2}\S+Z {2}This machine/m);
    expect(stdout).toMatch(/^\w{20} {2}\S+Z {2}Reader/m);
    for (const text of [stdout, (await run("list", "--json")).stdout]) {
      expect(text).not.toContain(token);
      expect(text).not.toContain(tokenOf(data));
      expect(text).not.toContain("cpd_");
    }
  });

  it("revokes this machine's token, readable only by its owner; the next start creates another", async () => {
    const own = join(data, "..", "of this machine");
    const there = (...args: string[]) => answered(["token", ...args, "--data", own]);
    const idOf = async () => /^(\w{20}) {2}\S+Z {2}This machine/m.exec((await there("list")).stdout)?.[1] ?? "";
    const works = async (token: string) => {
      const { ready, stop } = await serve(["--data", own]);
      const { status } = await fetch(`${ready.api}/user`, { headers: { Authorization: `Bearer ${token}` } });
      await stop();
      return status === 200;
    };
    await there("list");
    const first = tokenOf(own);
    expect((statSync(join(own, "token")).mode & 0o777).toString(8)).toBe("600");
    expect(await works(first)).toBe(true);
    expect((await there("revoke", await idOf())).code).toBe(0);
    expect(await works(first)).toBe(false);
    expect(tokenOf(own)).not.toBe(first);
    expect(await works(tokenOf(own))).toBe(true);
    expect((statSync(join(own, "token")).mode & 0o777).toString(8)).toBe("600");
  });

  it("creates a token that expires after the given days", async () => {
    await run("create", "--name", "Short", "--expires", "2");
    const short = (await list()).find(({ name }) => name === "Short");
    expect(Date.parse(short?.expiresAt ?? "") - Date.parse(short?.createdAt ?? "")).toBe(172_800_000);
    expect((await run("list")).stdout).toContain(`never used  expires ${short?.expiresAt}\n`);
  });

  it.each([
    [[], usage],
    [["make"], usage],
    [["create"], usage],
    [["create", "--name", " "], "--name is empty. Give it a value, or leave the flag out."],
    [["revoke"], usage],
    [["list", "all"], usage],
    [["create", "--name", "x", "--expires", "0"], '--expires takes a number of days, not "0".'],
    [["create", "--name", "x", "--expires", "soon"], '--expires takes a number of days, not "soon".'],
    [["revoke", "nothing"], 'There is no working token nothing. "copydesk token list" shows their ids.'],
    [
      ["list", "--base-url", "https://docs.example.com"],
      "Tokens of https://docs.example.com are created there. Leave out --base-url to manage the embedded platform's.",
    ],
  ])("refuses %j", async (args, message) => {
    expect(await run(...args)).toEqual({ code: 1, stdout: "", stderr: `${message}\n` });
  });
});

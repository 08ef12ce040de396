import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { environment, program, temporaryFolder } from "./program.ts";

const folder = temporaryFolder();
const dist = dirname(program);
const late = readdirSync(dist).filter((name) => /^late-[0-9a-f]{16}\.cjs$/.test(name));
const [lateName = ""] = late;

/** A copy of only the two files in a separate folder. */
function copied(): { readonly cli: string; readonly late: string } {
  const own = mkdtempSync(join(folder, "copy-"));
  const files = { cli: join(own, "cli.js"), late: join(own, lateName) };
  copyFileSync(program, files.cli);
  copyFileSync(join(dist, lateName), files.late);
  writeFileSync(join(own, "package.json"), '{"type":"module"}');
  return files;
}

function run(file: string, ...args: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    env: environment,
    encoding: "utf8",
  });
  return { status, stdout, stderr };
}

describe("the built program", () => {
  it("needs only one other file beside it, and names it if missing", () => {
    expect(late).toHaveLength(1);
    expect(readFileSync(program, "utf8")).toContain(`"./${lateName}"`);
    expect(run(copied().cli, "--version")).toEqual({ status: 0, stdout: "0.1.0\n", stderr: "" });
  });

  it("keeps what is loaded before the first answer small", () => {
    expect(readFileSync(program).length).toBeLessThan(300_000);
    expect(existsSync(join(dist, lateName)) && readFileSync(join(dist, lateName)).length).toBeGreaterThan(1_000_000);
  });

  it("has readable stack traces", () => {
    const files = copied();
    const built = readFileSync(files.late, "utf8");
    const head = /async function runCommand\(\w+,\w+\)\{/.exec(built);
    const at = (head?.index ?? 0) + (head?.[0].length ?? 0);
    const broken = `${built.slice(0, at)}throw new Error("unforeseen");${built.slice(at)}`;
    writeFileSync(files.late, broken);
    const lines = broken.slice(0, at).split("\n");
    const column = (lines.at(-1)?.length ?? 0) + "throw ".length + 1;
    const { status, stderr } = run(files.cli, "doctor");
    expect(status).toBe(1);
    expect(stderr).toContain(`Error: unforeseen\n    at runCommand (${files.late}:${lines.length}:${column})`);
  });

  it("suggests the nearest flag, whichever of its files knows the flags", () => {
    expect(run(program, "serve", "--prot", "0")).toEqual({
      status: 1,
      stdout: "",
      stderr: 'There is no flag --prot. Did you mean --port? "copydesk help" lists them.\n',
    });
    expect(run(program, "--tooslets", "all").stderr).toContain("Did you mean --toolsets?");
  });

  it("says so if another build replaced it during its start", () => {
    const files = copied();
    rmSync(files.late);
    expect(run(files.cli, "doctor")).toEqual({
      status: 1,
      stdout: "",
      stderr: `${lateName} is missing: Copydesk was replaced while it started. Start it again.\n`,
    });
  });
});

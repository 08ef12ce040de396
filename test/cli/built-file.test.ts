import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { environment, program, temporaryFolder } from "./program.ts";

const folder = temporaryFolder();
const built = readFileSync(program, "utf8");

/** Runs a copy of the program that stands alone in a folder. */
function run(text: string, ...args: string[]) {
  const file = join(folder, "copy.mjs");
  writeFileSync(file, text);
  const { status, stdout, stderr } = spawnSync(process.execPath, [file, ...args], {
    env: environment,
    encoding: "utf8",
  });
  return { file, status, stdout, stderr };
}

describe("the built file", () => {
  it("needs nothing beside it", () => {
    expect(run(built, "--version")).toMatchObject({ status: 0, stdout: "0.1.0\n", stderr: "" });
  });

  it("shows in stack traces where in it an error happened", () => {
    const head = /async function runCommand\(\w+,\w+\)\{/.exec(built);
    const at = (head?.index ?? 0) + (head?.[0].length ?? 0);
    const broken = `${built.slice(0, at)}throw new Error("unforeseen");${built.slice(at)}`;
    const lines = broken.slice(0, at).split("\n");
    const column = (lines.at(-1)?.length ?? 0) + "throw ".length + 1;
    const { file, status, stderr } = run(broken, "doctor");
    expect(status).toBe(1);
    expect(stderr).toContain(`Error: unforeseen\n    at runCommand (${file}:${lines.length}:${column})`);
  });

  it("says so when it was replaced by another version while it started", () => {
    const another = built.replace(/^\/\*[0-9a-f]{16}$/m, "/*0000000000000000");
    expect(another).not.toBe(built);
    const { file, status, stderr } = run(another, "doctor");
    expect(status).toBe(1);
    expect(stderr).toContain(`${file} was replaced while it started. Start it again.`);
  });
});

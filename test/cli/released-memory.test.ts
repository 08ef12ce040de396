import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { programFile } from "../support/program-file.ts";
import { temporaryFolder } from "./program.ts";

const folder = temporaryFolder();

const program = programFile(import.meta.dirname, "load-program.ts");

const { header } = process.report.getReport() as { header: { glibcVersionRuntime?: string } };

it.skipIf(header.glibcVersionRuntime === undefined)(
  "a process that loaded 8 MB of code returns to the system what it frees later",
  () => {
    const file = join(folder, "program.cjs");
    const padding = `/* ${"x".repeat(8_000_000)} */`;
    writeFileSync(file, `(function (exports, require, module, __filename, __dirname) {${padding}\n})`);
    const printed = execFileSync(process.execPath, ["--expose-gc", program, file], {
      encoding: "utf8",
      env: { ...process.env, XDG_CACHE_HOME: join(folder, "cache") },
    });
    const { used, kept } = JSON.parse(printed) as { used: number; kept: number };
    expect(used).toBeGreaterThan(10);
    expect(kept).toBeLessThan(4);
  },
);

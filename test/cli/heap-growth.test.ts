import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { programFile } from "../support/program-file.ts";

const program = programFile(import.meta.dirname, "heap-program.ts");

const largestHeap = (...percent: string[]): number =>
  Number(execFileSync(process.execPath, [program, ...percent], { encoding: "utf8" }));

it("a heap whose growth is limited stays near what it holds, however much is replaced", () => {
  const [unlimited, limited] = [largestHeap(), largestHeap("50")];
  expect(unlimited).toBeGreaterThan(150);
  // 32 MB held and half as much again, a young generation of 32 MB, and what the program itself takes.
  expect(limited).toBeLessThan(140);
});

import { join, relative } from "node:path";
import { inject } from "vitest";

const tests = join(import.meta.dirname, "..");

/** The name of a bundled program of the tests. */
export const programName = (path: string): string => relative(tests, path).replace(/[\\/]/g, "-").replace(/\.ts$/, "");

/** The bundle of a program, given by the source's folder and name, ready for Node to run. */
export const programFile = (folder: string, name: string): string =>
  join(inject("programs"), `${programName(join(folder, name))}.mjs`);

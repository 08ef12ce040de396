import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import type { TestProject } from "vitest/node";
import { programName } from "./program-file.ts";

const root = join(import.meta.dirname, "../..");
/** Programs that tests start as separate processes. */
const programs = [
  "test/cli/heap-program.ts",
  "test/cli/interrupt-program.ts",
  "test/cli/load-program.ts",
  "test/client/certificate-program.ts",
  "test/platform/content/computed/crash-worker.ts",
  "test/platform/knowledge/conversations/crash-analyst.ts",
  "test/platform/content/files/storage-memory-program.ts",
  "test/platform/exchange/git/crash-worker.ts",
  "test/platform/http/platform-process.ts",
  "test/platform/integrations/delivery-worker.ts",
  "test/platform/kernel/jobs/crash-worker.ts",
  "test/platform/content/openapi/crash-worker.ts",
  "test/platform/knowledge/translations/crash-worker.ts",
  "test/platform/knowledge/translations/halting-worker.ts",
  "test/server/transports/stdio-program.ts",
  "test/stories/crash-writer.ts",
  "test/support/postgres-preload.ts",
];

const options = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  target: "node20.19",
  packages: "external",
  logLevel: "warning",
} as const satisfies BuildOptions;

export const setup = (project: Pick<TestProject, "provide">): Promise<() => void> => buildPrograms(project);

/**
 * Bundles them once for all tests: from its source, a program takes seconds of processor time to start. `engine` is the
 * file that opens the database in them, if it is not the product's.
 */
export async function buildPrograms({ provide }: Pick<TestProject, "provide">, engine?: string): Promise<() => void> {
  // Below the packages, so that they are found.
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "test-programs-"));
  await build({
    ...options,
    entryPoints: Object.fromEntries(programs.map((path) => [programName(join(root, path)), path])),
    outdir: folder,
    format: "esm",
    splitting: true,
    plugins: engine === undefined ? [] : [openedBy(engine)],
    outExtension: { ".js": ".mjs" },
  });
  // Looked for next to the program.
  await build({
    ...options,
    packages: "bundle",
    entryPoints: {
      "openapi-worker": "src/platform/content/openapi/spec-worker.ts",
      "picture-worker": "src/platform/exchange/pdf/picture-worker.ts",
    },
    outdir: folder,
    outExtension: { ".js": ".cjs" },
    format: "cjs",
  });
  provide("programs", folder);
  return () => rmSync(folder, { recursive: true, force: true });
}

const openedBy = (engine: string): Plugin => ({
  name: "opened-by",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/engine\/open\.ts$/ }, () => ({ path: engine }));
  },
});

declare module "vitest" {
  interface ProvidedContext {
    /** Where they are. Tests of the projects "together" and "postgres" have it. */
    programs: string;
  }
}

import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Folders whose tests leave nothing behind in their process, so that its modules need to be loaded once for all. */
const together = [
  "contract",
  "completion",
  "pins",
  "platform",
  "prompts",
  "reference",
  "resources",
  "text",
  "tools",
].map((folder) => `test/${folder}/**/*.test.ts`);

/** Tests that start programs of ours from their source, which is bundled for all of them. */
const programs = [
  "test/cli/interrupt.test.ts",
  "test/client/{certificate,leftovers}.test.ts",
  "test/platform/*/*crash.test.ts",
  "test/platform/http/two-platforms.test.ts",
  "test/server/stdio.test.ts",
  "test/stories/crash.test.ts",
];

const settings = { setupFiles: ["test/support/property-seed.ts"], testTimeout: 20_000, hookTimeout: 30_000 };

export default defineConfig({
  test: {
    // Left to itself, the runner keeps one processor free, which is half of a machine with two.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      {
        test: {
          ...settings,
          name: "apart",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...programs, ...together],
        },
      },
      {
        test: {
          ...settings,
          name: "programs",
          include: programs,
          globalSetup: ["test/support/build-programs.ts"],
          isolate: false,
        },
      },
      { test: { ...settings, name: "together", include: together, exclude: programs, isolate: false } },
    ],
  },
});

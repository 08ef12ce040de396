import { availableParallelism } from "node:os";
import { defineConfig } from "vitest/config";

/** Tests that a process must be young for: they look at its timers, or at all of its memory. */
const apart = ["test/client/{leftovers,large-list}.test.ts", "test/server/start.test.ts"];

/** Tests that start programs of ours from their source, which is bundled for all of them. */
const programs = [
  "test/cli/interrupt.test.ts",
  "test/client/certificate.test.ts",
  "test/platform/*/*crash.test.ts",
  "test/platform/http/two-platforms.test.ts",
  "test/server/stdio.test.ts",
  "test/stories/crash.test.ts",
];

const settings = {
  setupFiles: ["test/support/property-seed.ts", "test/support/end-programs.ts"],
  // What takes two seconds takes twenty where a machine has much else to do.
  testTimeout: 40_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

/** All others leave nothing behind, so that the modules they test are loaded once for all. */
const together = { ...settings, isolate: false };

export default defineConfig({
  test: {
    // Left to itself, the runner keeps one processor free, which is half of a machine with two.
    maxWorkers: Math.max(2, availableParallelism()),
    projects: [
      { test: { ...settings, name: "apart", include: apart } },
      { test: { ...together, name: "programs", include: programs, globalSetup: ["test/support/build-programs.ts"] } },
      {
        test: {
          ...together,
          name: "together",
          include: ["test/**/*.test.ts"],
          exclude: ["**/node_modules/**", ...apart, ...programs],
        },
      },
    ],
  },
});

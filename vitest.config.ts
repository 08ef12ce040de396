import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests that a process must be young for: they look at its timers, or at all of its memory. */
const apart = ["test/client/{leftovers,large-list}.test.ts", "test/server/start.test.ts"];

/** Folders whose tests start no program and open no platform: the fast loop. */
const unitFolders = ["client", "config", "contract", "desk", "markdown", "reference", "site"].join("|");
/** In these folders, but of the whole run alone: one starts a program, one reads many megabytes. */
const slow = ["test/client/certificate.test.ts", "test/markdown/document/hostile-text.test.ts"];

const modules = "**/node_modules/**";

/** Storms, matrices and wide hostile inputs, which `.ci/run` alone runs: they take a third of the time of all tests. */
const exhaustive = [
  "test/cli/{copy,many-processes,uncaught}.test.ts",
  "test/client/package.test.ts",
  "test/markdown/document/hostile-text.test.ts",
  "test/platform/content/space-model.test.ts",
  "test/platform/git/{busy-branch,crash,hostile,limits,new-branch,round-trip,short-way}.test.ts",
  "test/platform/integrations/{crash,hostile-listener,storm}.test.ts",
  "test/platform/kernel/jobs/storm.test.ts",
  "test/platform/space-files/damaged-archive.test.ts",
  "test/platform/translations/providers/pages.property.test.ts",
  "test/stories/{confirmation,crash,untrusted-text}.test.ts",
  "test/tools/untrusted/{errors-and-logs,tool-answers}.test.ts",
  "test/vendor/documents.test.ts",
];

/** What is about the file that SQLite keeps in a data folder, or about how it plans statements. */
const ofFolders = [
  "test/platform/kernel/database/engine/sqlite/**",
  "test/platform/kernel/database/tables.test.ts",
  "test/platform/**/{query-plans,change-request-plans}.test.ts",
  // They read the catalogue of a data folder's database, share its commits, or start processes that open a folder.
  "test/platform/upkeep/{purge,purge-completeness}.test.ts",
  "test/platform/kernel/{grouped-writes,jobs/crash,jobs/storm,turns}.test.ts",
];

/** On PostgreSQL, `.ci/run` runs the rooms that lean on the engine most; the command alone a third of them. */
const onPostgres = [
  "test/platform/{kernel/database,search,change-requests}/**/*.test.ts",
  ...(process.env.EXHAUSTIVE_TESTS === "1"
    ? [
        "test/platform/{kernel,access,content,links,imports,upkeep,comments,reviews,people,invites}/**/*.test.ts",
        "test/pins/**/*.test.ts",
      ]
    : []),
];

const leftOut = process.env.EXHAUSTIVE_TESTS === "1" ? [] : exhaustive;

const settings = {
  setupFiles: ["test/support/property-seed.ts", "test/support/end-programs.ts"],
  // What takes two seconds takes twenty where a machine has much else to do.
  testTimeout: 40_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 15_000 } },
};

export default defineConfig({
  test: {
    // One more than there are processors: tests wait for processes, Git and files a good part of their time.
    maxWorkers: availableParallelism() + 1,
    projects: [
      { test: { ...settings, name: "apart", include: apart } },
      {
        test: {
          ...settings,
          name: "unit",
          include: [`test/@(${unitFolders})/**/*.test.ts`],
          exclude: [modules, ...apart, ...slow, ...leftOut],
          setupFiles: ["test/support/property-seed.ts"],
          isolate: false,
        },
      },
      { test: { ...settings, name: "browser", include: ["test/browser/**/*.test.ts"] } },
      {
        test: {
          ...settings,
          name: "together",
          include: [`test/!(${unitFolders}|browser)/**/*.test.ts`, "test/*.test.ts", ...slow],
          exclude: [modules, ...apart, ...leftOut, "test/platform/kernel/database/engine/postgres/**"],
          // All of them leave nothing behind, so that the modules they test are loaded once for all.
          isolate: false,
          globalSetup: ["test/support/build-programs.ts"],
        },
      },
      {
        // What stands on the database runs on PostgreSQL as well: the same tests, with a database where they have a folder.
        resolve: {
          alias: [
            {
              find: /^\.\/engine\/open\.ts$/,
              replacement: join(import.meta.dirname, "test/support/postgres-databases.ts"),
            },
          ],
        },
        test: {
          ...settings,
          name: "postgres",
          include: onPostgres,
          exclude: [modules, ...ofFolders, ...leftOut],
          setupFiles: [...settings.setupFiles, "test/support/postgres-setup.ts"],
          isolate: false,
          globalSetup: ["test/support/postgres-project.ts"],
        },
      },
    ],
  },
});

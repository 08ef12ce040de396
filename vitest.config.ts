import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { defineConfig } from "vitest/config";

/** Tests that a process must be young for: they look at its timers, or at all of its memory. */
const apart = ["test/client/{leftovers,large-list}.test.ts", "test/server/start.test.ts"];

/** Folders whose tests start no program and open no platform: the fast loop. */
const unitFolders = ["client", "config", "contract", "markdown", "present", "reference", "resolve", "site"].join("|");
/** In these folders, but of the whole run alone: they start a program, open a platform or read many megabytes. */
const slow = [
  "test/client/certificate.test.ts",
  "test/present/damaged-cursor.test.ts",
  "test/markdown/document/hostile-text.test.ts",
];

const modules = "**/node_modules/**";

/**
 * Only `.ci/run` runs these, because they take more than half of the time of all tests: storms, matrices and wide hostile
 * inputs, processes that are killed, and most of what starts a program or drives Git for each test.
 */
const exhaustive = [
  "test/accounts/{independent-providers,saml-attacks}.test.ts",
  "test/browser/{api-reference,previewing}.test.ts",
  "test/cli/{backup,behind-a-proxy,build,changes-across-processes,complete,connect-agent,copy,credentials,doctor,guessed-share-keys,import,jobs-after-restart,login,many-processes,metrics,rollback-storm,shutdown,start-on-postgresql,terminal,terminal-story,token,uncaught}.test.ts",
  "test/client/package.test.ts",
  "test/docs/host-settings.test.ts",
  "test/hosts/{bundle,containerfile-steps,installed-package}.test.ts",
  "test/markdown/document/hostile-text.test.ts",
  "test/platform/access/operations.test.ts",
  "test/platform/{content/computed,content/openapi,knowledge/conversations}/crash.test.ts",
  "test/platform/content/{ordered-map/sharing,ordered-map/update,space-model}.test.ts",
  "test/platform/knowledge/conversations/{hostile-model,model}.test.ts",
  "test/platform/content/files/object-storage.test.ts",
  "test/platform/exchange/git/{busy-branch,computed-pages,crash,credentials,git-info,hostile,includes,limits,new-branch,redirects,repository-data,round-trip,short-way,trusted-remotes}.test.ts",
  "test/platform/http/both-ways.test.ts",
  "test/platform/integrations/{crash,examples,hostile-listener,storm}.test.ts",
  "test/platform/kernel/{database/killed-while-migrating,jobs/crash,jobs/storm,secrets/killed-while-encrypting}.test.ts",
  "test/platform/exchange/pdf/{hostile-pictures,long-lines}.test.ts",
  "test/platform/publishing/published/{build-site,diagrams}.test.ts",
  "test/platform/exchange/space-files/damaged-archive.test.ts",
  "test/platform/knowledge/translations/{provided-runs,provider-crash}.test.ts",
  "test/platform/knowledge/translations/providers/pages.property.test.ts",
  "test/platform/operations/upkeep/sweep.test.ts",
  "test/server/propose-only-rows.test.ts",
  "test/stories/{confirmation,crash,git,hidden-tools,untrusted-text}.test.ts",
  "test/tools/untrusted/{errors-and-logs,resources-and-prompts,tool-answers}.test.ts",
  "test/vendor/documents.test.ts",
];

/** What is about the file that SQLite keeps in a data folder, or about how it plans statements. */
const ofFolders = [
  "test/platform/kernel/database/engine/sqlite/**",
  "test/platform/kernel/database/tables.test.ts",
  "test/platform/operations/copy/**",
  "test/platform/operations/backup/foreign-schema.test.ts",
  "test/platform/**/{query-plans,change-request-plans}.test.ts",
  // They read the catalogue of a data folder's database, share its commits, or start processes that open a folder.
  "test/platform/operations/upkeep/{purge,purge-completeness}.test.ts",
  "test/platform/integrations/crash.test.ts",
  "test/platform/kernel/{grouped-writes,jobs/crash,jobs/storm}.test.ts",
];

/** On PostgreSQL, `.ci/run` runs the platform, its pins and the stories; the command alone a part that leans on the engine. */
const onPostgres =
  process.env.EXHAUSTIVE_TESTS === "1"
    ? ["test/{platform,pins,stories}/**/*.test.ts"]
    : ["test/platform/{kernel/database,kernel/secrets,content/search,review}/**/*.test.ts"];

const leftOutOnPostgres =
  process.env.EXHAUSTIVE_TESTS === "1"
    ? []
    : [
        "test/platform/content/search/kept-up.test.ts",
        "test/platform/kernel/database/engine/postgres/connections.test.ts",
      ];

/** A whole installation, as `npm run postgres` is given, has the programs that this test tries. */
const withoutPrograms = existsSync(join(process.env.TEST_POSTGRES ?? "", "bin/pg_dump"))
  ? []
  : ["test/platform/kernel/database/engine/postgres/dump.test.ts"];

const leftOut = process.env.EXHAUSTIVE_TESTS === "1" ? [] : exhaustive;

/** How many files a pattern like `a/{b,c}.test.ts` names. */
const countFiles = (pattern: string) =>
  [...pattern.matchAll(/\{([^}]*)\}/g)].reduce((count, [, names = ""]) => count * names.split(",").length, 1);

/** Says at the end what was left out. */
const reportLeftOut = {
  onTestRunEnd() {
    if (leftOut.length === 0) return;
    const files = leftOut.reduce((sum, pattern) => sum + countFiles(pattern), 0);
    console.log(
      `Left out: ${files} files of storms, matrices, kills and Git rounds, and on PostgreSQL everything but ${onPostgres.join(", ")}. EXHAUSTIVE_TESTS=1 runs them.\n`,
    );
  },
};

const settings = {
  setupFiles: ["test/support/property-seed.ts", "test/support/end-programs.ts"],
  // A test that hangs ends. What takes five seconds takes a minute on a slow machine with much else to do.
  testTimeout: 180_000,
  hookTimeout: 180_000,
  expect: { poll: { timeout: 60_000 } },
};

export default defineConfig({
  test: {
    reporters: ["default", reportLeftOut],
    // One more than there are processors: tests wait for processes, Git and files a good part of their time.
    maxWorkers: availableParallelism() + 1,
    tags: [{ name: "long", description: "Takes a second or more. The fast loop, test:unit, skips it." }],
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
      {
        test: { ...settings, name: "browser", include: ["test/browser/**/*.test.ts"], exclude: [modules, ...leftOut] },
      },
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
          exclude: [modules, ...ofFolders, ...leftOut, ...leftOutOnPostgres, ...withoutPrograms],
          // First: what programs see of the environment is read when the others are loaded.
          setupFiles: ["test/support/postgres-setup.ts", ...settings.setupFiles],
          isolate: false,
          globalSetup: ["test/support/postgres-project.ts"],
        },
      },
    ],
  },
});

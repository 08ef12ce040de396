import { mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { join, relative } from "node:path";
import { build, type Plugin } from "esbuild";
import packageFile from "../../package.json" with { type: "json" };

const root = join(import.meta.dirname, "../..");

export interface NextRelease {
  /** The program, for Node to run. */
  readonly program: string;
  remove(): void;
}

/** The step of the next release; it can be told to wait half-way, so that a test can interrupt it. */
export const nextStep = "9000-add-origins";

/**
 * What the next release changes in the source of this one: a step that only adds, and code that writes the new columns
 * and tables, and a member of pages that this release does not know.
 */
const changes: Readonly<Record<string, readonly (readonly [before: string, after: string])[]>> = {
  "package.json": [[`"version": "${packageFile.version}"`, '"version": "99.0.0"']],
  "src/platform/kernel/database/migrations.ts": [
    [
      '  "0020-add-section-parts": addSectionParts,\n',
      `  "0020-add-section-parts": addSectionParts,
  "${nextStep}": async (database) => {
    const run = (text: string) => database.executeQuery(sql.raw(text).compile(database));
    await run("alter table comment add column origin text not null default 'this release'");
    await run("create table comment_note (comment text primary key, note text not null)");
    process.stderr.write("half of the step has run\\n");
    await new Promise((resolve) => setTimeout(resolve, Number(process.env.STEP_DELAY ?? 0)));
    await run("alter table change_request add column weight integer not null default 0");
    await run("create index comment_origin on comment (origin, place)");
  },
`,
    ],
    ['import type { Kysely } from "kysely";', 'import { type Kysely, sql } from "kysely";'],
  ],
  "src/platform/review/comments/rows.ts": [
    [
      `export const insertComment = compiledStatement((queries, row: NewRow<"comment">) =>
  queries.insertInto("comment").values(row),
);`,
      `const insertRow = compiledStatement((queries, row: NewRow<"comment">) =>
        queries.insertInto("comment").values({ ...row, origin: "next release" } as never));
      const insertNote = compiledStatement((queries, row: { comment: string; note: string }) =>
        queries.insertInto("comment_note" as never).values(row as never));
      export async function insertComment(queries: Queries, row: NewRow<"comment">): Promise<void> {
        await insertRow(queries, row);
        await insertNote(queries, { comment: row.id, note: "next release" });
      }`,
    ],
  ],
  "src/platform/content/records.ts": [
    [
      "[keys.page(page.id), JSON.stringify(page)],",
      '[keys.page(page.id), JSON.stringify({ ...page, origin: "next release" })],',
    ],
  ],
};

const changed = (applied: Set<string>): Plugin => ({
  name: "next-release",
  setup({ onLoad }) {
    onLoad({ filter: /(package\.json|migrations\.ts|rows\.ts|records\.ts)$/ }, ({ path }) => {
      const name = relative(root, path);
      const own = changes[name];
      if (own === undefined) return undefined;
      let contents = readFileSync(path, "utf8");
      for (const [before, after] of own) {
        if (contents.split(before).length !== 2) throw new Error(`${name} does not have this once: ${before}`);
        contents = contents.replace(before, () => after);
      }
      applied.add(name);
      return { contents, loader: name.endsWith(".json") ? "json" : "ts" };
    });
  },
});

/** Builds the release after this one. */
export async function buildNextRelease(): Promise<NextRelease> {
  // Below the packages, so that they are found.
  const cache = join(root, "node_modules/.cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(join(cache, "next-release-"));
  const applied = new Set<string>();
  await build({
    absWorkingDir: root,
    bundle: true,
    platform: "node",
    target: "node20.19",
    packages: "external",
    logLevel: "warning",
    entryPoints: { cli: "src/cli/main.ts" },
    outdir: folder,
    format: "esm",
    splitting: true,
    outExtension: { ".js": ".mjs" },
    plugins: [changed(applied)],
  });
  const missing = Object.keys(changes).filter((name) => !applied.has(name));
  if (missing.length > 0) throw new Error(`The next release would be this one: it does not load ${missing.join(", ")}`);
  return { program: join(folder, "cli.mjs"), remove: () => rmSync(folder, { recursive: true, force: true }) };
}

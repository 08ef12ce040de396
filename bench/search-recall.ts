// Prints how often search answers the page a person looked for, at places 1, 3 and 10.
//   tsx bench/search-recall.ts [--misses] [--postgres] vue=<checkout> prometheus=<checkout> …
// A set is a file in bench/questions; a checkout is of the repository and commit that the file names. Questions at odd
// places of a set are held out: only sums are printed for them, and nothing is tuned on them. With `--postgres`, the
// same questions are asked on PostgreSQL too.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { findSpace } from "../src/platform/access/spaces-rows.ts";
import { allPages } from "../src/platform/content/page-tree.ts";
import { findRevision } from "../src/platform/content/revisions-rows.ts";
import { searchSections } from "../src/platform/content/search/search.ts";
import { SpaceContent } from "../src/platform/content/space-content.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { importDocs, openWorkspace, type Workspace, withFolder } from "./workspace.ts";

interface Question {
  readonly kind: string;
  readonly query: string;
  /** Paths in `folder`; any of them will do. */
  readonly expected: readonly string[];
}

interface QuestionSet {
  readonly repository: string;
  readonly commit: string;
  /** The part of the repository that is imported. */
  readonly folder: string;
  readonly questions: readonly Question[];
}

interface Outcome extends Question {
  readonly set: string;
  readonly heldOut: boolean;
  /** From 1; undefined if it is not among the first ten. */
  readonly place: number | undefined;
  readonly first: string | undefined;
}

const deepest = 10;

const { values, positionals } = parseArgs({
  options: { misses: { type: "boolean", default: false }, postgres: { type: "boolean", default: false } },
  allowPositionals: true,
});

report(await askSets());
if (values.postgres) {
  console.log("\non PostgreSQL");
  report(await askSets(startPostgres));
}

async function askSets(start?: typeof startPostgres): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const given of positionals) {
    const [set = "", checkout = ""] = given.split(/=(.*)/s);
    const postgres = await start?.();
    outcomes.push(...(await askSet(set, checkout, postgres?.url).finally(() => postgres?.stop())));
  }
  return outcomes;
}

async function askSet(name: string, checkout: string, database: string | undefined): Promise<Outcome[]> {
  const set = JSON.parse(readFileSync(new URL(`questions/${name}.json`, import.meta.url), "utf8")) as QuestionSet;
  return withFolder("recall", async (folder) => {
    const workspace = await openWorkspace(folder, { database });
    try {
      const space = await importDocs(workspace, join(checkout, set.folder));
      const sources = await sourcesOf(workspace, space);
      const found: Outcome[] = [];
      for (const [index, question] of set.questions.entries()) {
        const answer = await workspace.platform.database.read((queries) =>
          searchSections(queries, { spaces: [space], query: question.query, limit: deepest, offset: 0 }),
        );
        const paths = answer.pages.map(({ page }) => sources.get(page) ?? page);
        const place = paths.findIndex((path) => question.expected.includes(path)) + 1 || undefined;
        found.push({ ...question, set: name, heldOut: index % 2 === 1, place, first: paths[0] });
      }
      return found;
    } finally {
      await workspace.platform.close();
    }
  });
}

function sourcesOf({ platform }: Workspace, id: string): Promise<Map<string, string>> {
  return platform.database.read(async (queries) => {
    const space = await findSpace(queries, id);
    const revision = space && (await findRevision(queries, id, space.revision));
    if (revision === undefined) throw new Error("The imported space has no revision");
    const pages = await allPages(new SpaceContent(queries).at(revision.root));
    return new Map(pages.map((page) => [page.id, page.source ?? page.slug]));
  });
}

function report(all: readonly Outcome[]): void {
  const line = (what: string, some: readonly Outcome[]) => {
    const recall = [1, 3, deepest].map((depth) => {
      const hits = some.filter(({ place }) => place !== undefined && place <= depth).length;
      return `@${depth} ${((100 * hits) / some.length).toFixed(0)}%`.padEnd(9);
    });
    console.log(`${what.padEnd(24)} ${String(some.length).padStart(3)}  ${recall.join(" ")}`);
  };
  for (const set of new Set(all.map((outcome) => outcome.set))) {
    line(
      set,
      all.filter((outcome) => outcome.set === set),
    );
  }
  for (const kind of new Set(all.map((outcome) => outcome.kind))) {
    line(
      kind,
      all.filter((outcome) => outcome.kind === kind),
    );
  }
  line(
    "tuned on",
    all.filter(({ heldOut }) => !heldOut),
  );
  line(
    "held out",
    all.filter(({ heldOut }) => heldOut),
  );
  line("all", all);
  if (!values.misses) return;
  for (const { set, query, place, first, expected, heldOut } of all) {
    if (!heldOut && place !== 1) console.log(`${set}: ${query}\n  ${place ?? "-"}: ${expected[0]}\n  1: ${first}`);
  }
}

import { mkdirSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { sectionTerms } from "../src/platform/content/search/section-index.ts";
import { storePlan } from "../src/platform/exchange/imports/store-plan.ts";
import { planImport } from "../src/platform/exchange/space-files/plan.ts";
import { generatePages, writeDocs } from "./generated-docs.ts";
import { type Measurement, type MeasureOptions, median, type Row, timed } from "./measurement.ts";
import { processorTime } from "./processor-time.ts";
import { openWorkspace, withFolder } from "./workspace.ts";

interface Round {
  /** Seconds to read the folder and plan, and to store what was planned. */
  readonly plan: number;
  readonly store: number;
  /** Seconds to put the same rows into an empty database. */
  readonly raw: number;
  /** Seconds of the processor for both, and for the raw inserts. */
  readonly processor: number;
  readonly rawProcessor: number;
}

/** Rate of importing a folder, compared with inserting the resulting rows directly. */
export async function measureImport({ quick }: MeasureOptions): Promise<Measurement> {
  const [pages, rounds] = quick ? [200, 1] : [2_000, 5];
  return withFolder("import", async (folder) => {
    const docs = join(folder, "docs");
    const bytes = writeDocs(docs, generatePages(pages));
    const results: Round[] = [];
    // The first round warms the compiler and the system's file cache.
    for (let round = -1; round < rounds; round += 1) {
      const result = await importOnce(docs, join(folder, `round-${round}`));
      if (round >= 0) results.push(result);
    }
    return report(results, pages, bytes);
  });
}

async function importOnce(docs: string, folder: string): Promise<Round> {
  const data = join(folder, "data");
  const { platform, organization, user } = await openWorkspace(data);
  try {
    const started = processorTime();
    let plan: Awaited<ReturnType<typeof planImport>> | undefined;
    const planned = await timed(async () => {
      plan = await planImport(docs);
    });
    if (plan === undefined || plan.warnings.length > 0) throw new Error("The generated folder has faults");
    const made = plan;
    const stored = await timed(() => storePlan(platform, made, { organization, user }));
    const processor = processorTime() - started;
    const { raw, rawProcessor } = await insertRows(join(data, "copydesk.sqlite"), join(folder, "raw"));
    return {
      plan: planned / 1000,
      store: stored / 1000,
      raw: raw / 1000,
      processor: processor / 1000,
      rawProcessor: rawProcessor / 1000,
    };
  } finally {
    await platform.close();
  }
}

interface SectionRow {
  readonly id: number;
  readonly anchor: string;
  readonly title: string;
  readonly page_title: string;
  readonly page_path: string;
  readonly body: string;
}

/** Copies a database row by row into an empty one in one transaction. Returns the milliseconds, also of the processor. */
async function insertRows(from: string, folder: string): Promise<{ raw: number; rawProcessor: number }> {
  mkdirSync(folder, { recursive: true });
  const source = new Sqlite(from, { readonly: true });
  const target = new Sqlite(join(folder, "raw.sqlite"));
  try {
    target.pragma("journal_mode = wal");
    target.pragma("synchronous = full");
    const insertions = prepareInsertions(source, target);
    const started = processorTime();
    const raw = await timed(() =>
      target.transaction(() => {
        for (const { statement, rows } of insertions) for (const row of rows) statement.run(row);
      })(),
    );
    return { raw, rawProcessor: processorTime() - started };
  } finally {
    source.close();
    target.close();
  }
}

function prepareInsertions(source: Sqlite.Database, target: Sqlite.Database) {
  const made = source
    .prepare(
      "select type, name, sql from sqlite_master where sql is not null and name not like 'section_text_%' and name not like 'sqlite_%' order by type desc",
    )
    .all() as { type: string; name: string; sql: string }[];
  for (const { sql } of made) target.exec(sql);
  const tables = made.filter(({ type, name }) => type === "table" && name !== "section_text");
  const insertions = tables.map(({ name }) => insertion(target, name, source.prepare(`select * from ${name}`).raw()));
  // The index answers what it was given no more; the terms are made again, before the clock starts.
  const sections = source.prepare("select * from section order by id").all() as SectionRow[];
  const terms = sections.map((section) => {
    const { title, page, salient, body } = sectionTerms(section, section.page_title, section.page_path);
    return [section.id, title, page, salient, body];
  });
  const index = target.prepare("insert into section_text (rowid, title, page, salient, body) values (?, ?, ?, ?, ?)");
  return [...insertions, { statement: index, rows: terms }];
}

function insertion(target: Sqlite.Database, table: string, select: Sqlite.Statement) {
  const places = select.columns().map(() => "?");
  return { statement: target.prepare(`insert into ${table} values (${places.join(", ")})`), rows: select.all() };
}

function report(rounds: readonly Round[], pages: number, bytes: number): Measurement {
  const of = (part: keyof Round) => median(rounds.map((round) => round[part]));
  const [plan, store, raw] = [of("plan"), of("store"), of("raw")];
  const whole = median(rounds.map((round) => round.plan + round.store));
  const row = (what: string, unit: Row["unit"], amount: number, seconds: number): Row => ({
    what,
    value: amount / seconds,
    against: { name: "raw inserts", value: amount / raw },
    unit,
  });
  const ms = (seconds: number) => `${Math.round(seconds * 1000)} ms`;
  return {
    rows: [
      { ...row("whole import", "pages/s", pages, whole), goal: { atLeast: 0.4 } },
      row("whole import", "MB/s", bytes / 1e6, whole),
      row("storing the plan", "pages/s", pages, store),
    ],
    notes: [
      `${pages.toLocaleString("en")} pages, ${(bytes / 1e6).toFixed(1)} MB, medians of ${rounds.length} rounds: planning ${ms(plan)}, storing ${ms(store)}, raw inserts ${ms(raw)}.`,
      `Of the processor: the import ${ms(of("processor"))}, raw inserts ${ms(of("rawProcessor"))}.`,
      "The raw inserts know every row, address and search term beforehand; the import reads, parses, hashes and analyses.",
    ],
  };
}

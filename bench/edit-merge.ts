import { execFileSync } from "node:child_process";
import { statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { generatePages } from "./generated-docs.ts";
import { type Measurement, type MeasureOptions, median, type Row, timed } from "./measurement.ts";
import { randomNumbers } from "./random.ts";
import { openWorkspace, storePages, type Workspace, withFolder } from "./workspace.ts";

interface Round {
  readonly ms: number;
  /** Milliseconds of processor time, without waiting for the disk. */
  readonly processor: number;
  /** Content of the added rows. */
  readonly rowBytes: number;
  /** Whole database pages, indexes included, written to the write-ahead log. */
  readonly logBytes: number;
}

interface Subject {
  readonly pages: number;
  readonly rounds: Round[];
  run(round: number): Promise<Round>;
  close(): Promise<void>;
}

/** Pages of the spaces. A space's shape depends on its random ids, so there are several small ones. */
const sizes = [100, 100, 100, 100, 1_000, 1_000, 10_000];
const rounds = 41;
const warmUp = 8;

/** Time and bytes of one edit and its merge, in spaces of growing size, which should not matter. */
export async function measureEditMerge({ quick }: MeasureOptions): Promise<Measurement> {
  return withFolder("edit-merge", async (folder) => {
    const subjects: Subject[] = [];
    try {
      for (const pages of quick ? [100, 300] : sizes) {
        subjects.push(await prepare(join(folder, String(subjects.length)), pages));
      }
      const count = quick ? 5 : rounds;
      // The system would write the imports' data back during the rounds and hold up their commits.
      execFileSync("sync");
      for (let round = -warmUp; round < count; round += 1) {
        for (const subject of rotated(subjects, round + warmUp)) {
          const result = await subject.run(round + warmUp);
          if (round >= 0) subject.rounds.push(result);
        }
      }
      return report(subjects, count);
    } finally {
      for (const subject of subjects) await subject.close();
    }
  });
}

/** Rotates the order each round, so that none always follows the same one. */
function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

async function prepare(folder: string, pages: number): Promise<Subject> {
  const workspace = await openWorkspace(folder);
  const space = await storePages(workspace, generatePages(pages));
  const meter = openMeter(workspace.folder);
  const order = await shuffledPages(workspace, space);
  return {
    pages,
    rounds: [],
    async run(round) {
      const timedEdit = await prepareEdit(workspace, space, order[(2 * round) % order.length] ?? "", round);
      const before = process.cpuUsage();
      const ms = await timed(timedEdit);
      const { user, system } = process.cpuUsage(before);
      // The size is measured with another edit: emptying the log beforehand also empties the database's cache.
      const weighedEdit = await prepareEdit(workspace, space, order[(2 * round + 1) % order.length] ?? "", round);
      meter.start();
      await weighedEdit();
      return { ms, processor: (user + system) / 1000, ...meter.read() };
    },
    async close() {
      meter.close();
      await workspace.platform.close();
    },
  };
}

/** Reads a page and returns the work to measure: its edit and merge. */
async function prepareEdit({ client }: Workspace, spaceId: string, page: string, round: number) {
  const { markdown: text = "" } = await client.pages.get({ spaceId, pageId: page, format: "markdown" });
  const middle = text.indexOf("\n* ", text.length / 2);
  const markdown = `${text.slice(0, middle)}\n* Edited in round ${round}.${text.slice(middle)}`;
  return async () => {
    const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Edit" });
    await client.changeRequestContent.apply({
      spaceId,
      changeRequestId,
      changes: [{ operation: "update_page", page, document: { markdown } }],
    });
    const { result } = await client.changeRequests.merge({ spaceId, changeRequestId });
    if (result !== "merge") throw new Error(`The merge ended with ${result}`);
  };
}

async function shuffledPages({ client }: Workspace, spaceId: string): Promise<string[]> {
  const { pages } = await client.pages.list({ spaceId });
  const ids = pages.flatMap((page) => [page.id, ...(page.pages ?? []).map((child) => child.id)]);
  const random = randomNumbers(ids.length);
  for (let index = ids.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [ids[index], ids[other]] = [ids[other] ?? "", ids[index] ?? ""];
  }
  return ids;
}

/** Content of the rows after a row id; a row of `section` replaces one of the same size. */
const newRowBytes: Readonly<Record<string, string>> = {
  node: "octet_length(address) + octet_length(data)",
  blob: "octet_length(address) + octet_length(data)",
  revision: "octet_length(id) + octet_length(root) + octet_length(parents)",
  section:
    "octet_length(anchor) + octet_length(title) + octet_length(page_title) + octet_length(page_path) + octet_length(body)",
};

/** Monitors a data folder through its own connection. */
function openMeter(folder: string) {
  const file = join(folder, "copydesk.sqlite");
  const database = new Sqlite(file);
  const tables = Object.entries(newRowBytes).map(([table, size]) => ({
    last: database.prepare(`select max(rowid) from ${table}`).pluck(),
    added: database.prepare(`select coalesce(sum(${size}), 0) from ${table} where rowid > ?`).pluck(),
    before: 0,
  }));
  return {
    /** Empties the log and remembers where every table ends. */
    start() {
      database.pragma("wal_checkpoint(truncate)");
      for (const table of tables) table.before = Number(table.last.get());
    },
    read: () => ({
      logBytes: statSync(`${file}-wal`).size,
      rowBytes: tables.reduce((sum, { added, before }) => sum + Number(added.get(before)), 0),
    }),
    close: () => database.close(),
  };
}

const figures = [
  { of: "time", unit: "ms", pick: (round: Round) => round.ms },
  { of: "processor time", unit: "ms", pick: (round: Round) => round.processor },
  { of: "new rows", unit: "bytes", pick: (round: Round) => round.rowBytes },
  { of: "log written", unit: "bytes", pick: (round: Round) => round.logBytes },
] as const;

function report(subjects: readonly Subject[], count: number): Measurement {
  const [smallest = 0, ...larger] = [...new Set(subjects.map(({ pages }) => pages))];
  const roundsOf = (pages: number) => subjects.flatMap((subject) => (subject.pages === pages ? subject.rounds : []));
  const rows = figures.flatMap(({ of, unit, pick }) =>
    larger.map(
      (pages): Row => ({
        what: `${of}, ${pages.toLocaleString("en")} pages`,
        value: median(roundsOf(pages).map(pick)),
        against: { name: `${smallest} pages`, value: median(roundsOf(smallest).map(pick)) },
        unit,
        goal: { atMost: 1.2 },
      }),
    ),
  );
  const mean = (pages: number) =>
    Math.round(roundsOf(pages).reduce((sum, round) => sum + round.logBytes, 0) / roundsOf(pages).length / 1000);
  const means = [smallest, ...larger].map((pages) => `${mean(pages)} kB (${pages.toLocaleString("en")} pages)`);
  return {
    rows,
    notes: [
      `A round opens a change request, adds a list item to a page of 3 KB, and merges: three durable transactions. Medians of ${count} rounds a space on pages drawn at random, spaces in turn.`,
      `The search index now and then merges its parts, which the medians leave out; the log's mean is ${means.join(", ")}.`,
    ],
  };
}

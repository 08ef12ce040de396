import { execFileSync } from "node:child_process";
import { rmSync, statSync } from "node:fs";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { writeDocs } from "./generated-docs.ts";
import { type Measurement, type MeasureOptions, median, type Row, timed } from "./measurement.ts";
import { randomNumbers } from "./random.ts";
import { importDocs, openWorkspace, type Workspace, withFolder } from "./workspace.ts";

interface Round {
  readonly ms: number;
  /** Content of the rows that were added. */
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

/** Time and bytes of one edit and its merge, in spaces of growing size: the space's size should not matter. */
export async function measureEditMerge({ quick }: MeasureOptions): Promise<Measurement> {
  const sizes = quick ? [100, 300] : [100, 1_000, 10_000];
  const [warmUp, rounds] = quick ? [2, 5] : [10, 41];
  return withFolder("edit-merge", async (folder) => {
    const subjects: Subject[] = [];
    try {
      for (const pages of sizes) subjects.push(await prepare(join(folder, String(pages)), pages));
      // The system would write the imports' data back during the rounds and hold up their commits.
      execFileSync("sync");
      for (let round = 0; round < warmUp + rounds; round += 1) {
        for (const subject of rotated(subjects, round)) {
          const result = await subject.run(round);
          if (round >= warmUp) subject.rounds.push(result);
        }
      }
      return report(subjects, rounds);
    } finally {
      for (const subject of subjects) await subject.close();
    }
  });
}

/** Another one begins each round, so that none always follows the same. */
function rotated<Item>(items: readonly Item[], by: number): Item[] {
  const start = by % items.length;
  return [...items.slice(start), ...items.slice(0, start)];
}

async function prepare(folder: string, pages: number): Promise<Subject> {
  const docs = join(folder, "docs");
  writeDocs(docs, pages);
  const workspace = await openWorkspace(join(folder, "data"));
  const space = await importDocs(workspace, docs);
  rmSync(docs, { recursive: true });
  const meter = openMeter(workspace.folder);
  const order = await shuffledPages(workspace, space);
  return {
    pages,
    rounds: [],
    async run(round) {
      const page = order[round % order.length] ?? "";
      const { markdown = "" } = await workspace.client.pages.get({ spaceId: space, pageId: page, format: "markdown" });
      meter.start();
      const ms = await timed(() => editAndMerge(workspace, space, page, edited(markdown, round)));
      return { ms, ...meter.read() };
    },
    async close() {
      meter.close();
      await workspace.platform.close();
    },
  };
}

/** One sentence of the middle of the page is another one afterwards. */
function edited(markdown: string, round: number): string {
  const middle = markdown.indexOf("\n* ", markdown.length / 2);
  return `${markdown.slice(0, middle)}\n* Edited in round ${round}.${markdown.slice(middle)}`;
}

async function editAndMerge({ client }: Workspace, spaceId: string, page: string, markdown: string): Promise<void> {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Edit" });
  await client.changeRequestContent.apply({
    spaceId,
    changeRequestId,
    changes: [{ operation: "update_page", page, document: { markdown } }],
  });
  const { result } = await client.changeRequests.merge({ spaceId, changeRequestId });
  if (result !== "merge") throw new Error(`The merge ended with ${result}`);
}

async function shuffledPages({ client }: Workspace, spaceId: string): Promise<string[]> {
  const { pages } = await client.pages.list({ spaceId });
  const ids = pages.flatMap((page) => [page.id, ...page.pages.map((child) => child.id)]);
  const random = randomNumbers(ids.length);
  for (let index = ids.length - 1; index > 0; index -= 1) {
    const other = Math.floor(random() * (index + 1));
    [ids[index], ids[other]] = [ids[other] ?? "", ids[index] ?? ""];
  }
  return ids;
}

/** Content of the rows above a row id; a row of `section` replaces one of the same size. */
const newRowBytes: Readonly<Record<string, string>> = {
  node: "octet_length(address) + octet_length(data)",
  blob: "octet_length(address) + octet_length(data)",
  revision: "octet_length(id) + octet_length(root) + octet_length(parents)",
  section: "octet_length(anchor) + octet_length(title) + octet_length(page_title) + octet_length(body)",
};

/** Watches a data folder through a connection of its own. */
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

function report(subjects: readonly Subject[], rounds: number): Measurement {
  const [smallest, ...larger] = subjects;
  if (smallest === undefined) throw new Error("Nothing was measured");
  const kinds = [
    { of: "time", unit: "ms", pick: (round: Round) => round.ms },
    { of: "new rows", unit: "bytes", pick: (round: Round) => round.rowBytes },
    { of: "log written", unit: "bytes", pick: (round: Round) => round.logBytes },
  ] as const;
  const rows = kinds.flatMap(({ of, unit, pick }) =>
    larger.map(
      (subject): Row => ({
        what: `${of}, space of ${subject.pages.toLocaleString("en")} pages`,
        value: median(subject.rounds.map(pick)),
        against: {
          name: `${smallest.pages} pages`,
          value: median(smallest.rounds.map(pick)),
        },
        unit,
        goal: { atMost: 1.2 },
      }),
    ),
  );
  const notes = [
    `One round opens a change request, rewrites one page of 3 KB with a new list item, and merges: three durable transactions. Median of ${rounds} rounds on pages drawn at random, sizes in turn.`,
  ];
  return { rows, notes };
}

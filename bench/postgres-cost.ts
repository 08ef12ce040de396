import { readdirSync, readFileSync } from "node:fs";
import { sql } from "kysely";
import pg from "pg";
import type { Client } from "../src/client/client.ts";
import type { Database } from "../src/platform/kernel/database/database.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import type { Measurement, MeasureOptions, Row } from "./measurement.ts";
import { processorTime } from "./processor-time.ts";
import { openWorkspace, type Workspace, withFolder } from "./workspace.ts";

/** What one operation takes, on average. */
interface Cost {
  /** Round trips to the database, those of transactions included. */
  readonly statements: number;
  /** Milliseconds of processor time: of this process, its client's part included. */
  readonly process: number;
  /** Milliseconds of processor time of the server of the database; 0 where there is none. */
  readonly server: number;
}

const spaces = 8;

const paragraph = "Boil the water, add the salt, and stir. ".repeat(60);

/**
 * Statements and processor time of a page read, and of opening, editing and merging a change request, on PostgreSQL
 * beside SQLite. Neither depends on what else the machine does, so what more processors would carry follows from them.
 */
export function measurePostgresCost({ quick }: MeasureOptions): Promise<Measurement> {
  return withFolder("postgres-cost", async (folder) => {
    const [reads, merges] = quick ? [100, 10] : [3000, 300];
    const sqlite = await costs(await openWorkspace(`${folder}/sqlite`), reads, merges, async () => 0);
    const postgres = await startPostgres({ durable: true });
    try {
      const workspace = await openWorkspace(`${folder}/postgres`, { database: postgres.url });
      const server = await serverTime(workspace.platform.database);
      const { read, merge } = await costs(workspace, reads, merges, server);
      const rows = (["read", "merge"] as const).map((name): Row => {
        const { process, server } = { read, merge }[name];
        return {
          what: `${titles[name]}: processor time, the server's included`,
          value: process + server,
          against: { name: "SQLite", value: sqlite[name].process },
          unit: "ms",
        };
      });
      const shown = ({ statements, process, server }: Cost) =>
        `${statements.toFixed(1)} statements, ${process.toFixed(2)} ms of Node.js, ${server.toFixed(2)} ms of PostgreSQL`;
      return {
        rows,
        notes: [
          `${titles.read}: ${shown(read)}. ${titles.merge}: ${shown(merge)}.`,
          `One processor for Node.js carries ${perSecond(read.process)} reads or ${perSecond(merge.process)} merges a second at most, one for PostgreSQL ${perSecond(read.server)} or ${perSecond(merge.server)}: worked out from these times, not measured.`,
          "Goals: 4 statements a read and 45 a merge; 0.3 ms of PostgreSQL a read. The process calls itself without HTTP.",
        ],
      };
    } finally {
      await postgres.stop();
    }
  });
}

const titles = { read: "page read", merge: "open, edit and merge" };

const perSecond = (milliseconds: number) => Math.round(1000 / milliseconds).toLocaleString("en");

async function costs(
  { platform, client, organization: organizationId }: Workspace,
  reads: number,
  merges: number,
  server: () => Promise<number>,
): Promise<{ read: Cost; merge: Cost }> {
  try {
    const made: { spaceId: string; pageId: string }[] = [];
    for (let number = 0; number < spaces; number += 1) {
      const { id: spaceId } = await client.spaces.create({ organizationId, title: `Space ${number}` });
      await mergePage(client, spaceId, "First");
      const { pages } = await client.pages.list({ spaceId });
      made.push({ spaceId, pageId: pages[0]?.id ?? "" });
    }
    const placeOf = (turn: number) => made[turn % made.length] ?? { spaceId: "", pageId: "" };
    const read = (turn: number) => client.pages.get({ ...placeOf(turn), format: "markdown" });
    const merge = (turn: number) => mergePage(client, placeOf(turn).spaceId, `Turn ${turn}`);
    return { read: await cost(read, reads, server), merge: await cost(merge, merges, server) };
  } finally {
    await platform.close();
  }
}

async function mergePage(client: Client, spaceId: string, title: string): Promise<void> {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
  const changes = [
    { operation: "insert_page" as const, title, document: { markdown: `# ${title}\n\n${paragraph}\n` } },
  ];
  await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
  const { result } = await client.changeRequests.merge({ spaceId, changeRequestId });
  if (result !== "merge") throw new Error(`The merge ended with ${result}`);
}

async function cost(
  work: (turn: number) => Promise<unknown>,
  times: number,
  server: () => Promise<number>,
): Promise<Cost> {
  for (let turn = 0; turn < times / 5; turn += 1) await work(turn);
  const [serverBefore, before, counter] = [await server(), processorTime(), countStatements()];
  for (let turn = 0; turn < times; turn += 1) await work(turn);
  const [used, statements] = [processorTime() - before, counter.end()];
  const serverUsed = (await server()) - serverBefore;
  return { statements: statements / times, process: used / times, server: serverUsed / times };
}

/** Counts what the driver sends, until it is ended. */
function countStatements(): { end(): number } {
  let count = 0;
  const { query } = pg.Client.prototype;
  pg.Client.prototype.query = function counted(this: pg.Client, ...given: unknown[]) {
    count += 1;
    return Reflect.apply(query, this, given) as ReturnType<typeof query>;
  } as typeof query;
  return {
    end() {
      pg.Client.prototype.query = query;
      return count;
    },
  };
}

/** Milliseconds of a tick, in which Linux counts the processor time of processes. */
const tick = 10;

/** The processor time of all processes of the server, in milliseconds. Linux alone tells it. */
async function serverTime(database: Database): Promise<() => Promise<number>> {
  const { rows } = await database.read((queries) =>
    sql<{ pid: string }>`select split_part(pg_read_file('postmaster.pid'), chr(10), 1) as pid`.execute(queries),
  );
  const main = Number(rows[0]?.pid);
  return async () => {
    let ticks = 0;
    for (const { pid, parent, own, ended } of processes()) {
      if (pid === main) ticks += own + ended;
      else if (parent === main) ticks += own;
    }
    return ticks * tick;
  };
}

function* processes() {
  for (const name of readdirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    let text: string;
    try {
      text = readFileSync(`/proc/${name}/stat`, "utf8");
    } catch {
      // It has ended since.
      continue;
    }
    // The name of the program stands in parentheses and may hold spaces; numbers follow it.
    const fields = text.slice(text.lastIndexOf(")") + 2).split(" ");
    const number = (at: number) => Number(fields[at]);
    yield { pid: Number(name), parent: number(1), own: number(11) + number(12), ended: number(13) + number(14) };
  }
}

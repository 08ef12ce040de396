import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type Client, createClient } from "../src/client/client.ts";
import { startPostgres } from "../test/support/postgres-server.ts";
import { type Measurement, type MeasureOptions, percentile, type Row } from "./measurement.ts";
import { withService } from "./service.ts";
import { copydesk } from "./stdio-server.ts";
import { withFolder } from "./workspace.ts";

/** Concurrent requests per process. */
const concurrency = 4;

const spaces = 8;

interface Rate {
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
}

/**
 * Page reads and merges a second of one, two and four processes on one PostgreSQL database, beside one process on a data
 * folder. Everything, the load and the database too, shares the processors of this machine.
 */
export async function measurePostgres({ quick }: MeasureOptions): Promise<Measurement> {
  const seconds = quick ? 2 : 15;
  return withFolder("postgres", async (folder) => {
    const alone = await onProcesses(folder, 1, undefined, (clients) => measure(clients, seconds));
    const rows: Row[] = [];
    const notes: string[] = [];
    for (const count of quick ? [1, 2] : [1, 2, 4]) {
      // A database of its own for each count, so that none is larger than another's.
      const postgres = await startPostgres({ durable: true });
      const { read, merge } = await onProcesses(join(folder, `of ${count}`), count, postgres.url, (clients) =>
        measure(clients, seconds),
      );
      await postgres.stop();
      const of = `${count} ${count === 1 ? "process" : "processes"}`;
      const against = (rate: Rate) => ({ name: "SQLite", value: rate.perSecond });
      rows.push(
        { what: `page reads, ${of}`, value: read.perSecond, against: against(alone.read), unit: "calls/s" },
        { what: `open, edit and merge, ${of}`, value: merge.perSecond, against: against(alone.merge), unit: "calls/s" },
      );
      notes.push(`p99 with ${of}: ${read.p99.toFixed(0)} ms a read, ${merge.p99.toFixed(0)} ms a merge.`);
    }
    notes.push(
      `Goals: 900 reads/s a process; 80, 90 and 80 merges/s with 1, 2 and 4 processes, p99 0.9 s. ${spaces} spaces, ${concurrency} requests under way at each process, over HTTP. The server of PostgreSQL acknowledges commits that the system has, as it does not wait for the disk here.`,
    );
    return { rows, notes };
  });
}

/** Starts processes that serve one database, and passes on a client of each. */
function onProcesses<Result>(
  folder: string,
  count: number,
  database: string | undefined,
  work: (clients: readonly Client[]) => Promise<Result>,
): Promise<Result> {
  const next = (clients: readonly Client[], token: string): Promise<Result> => {
    if (clients.length === count) return work(clients);
    const data = join(folder, String(clients.length));
    const options = ["--port", "0", "--rate-limit", "0", ...(database === undefined ? [] : ["--database", database])];
    return withService(copydesk(data, ["serve", ...options]), ({ api }) => {
      const known = token === "" ? readFileSync(join(data, "token"), "utf8").trim() : token;
      const client = createClient({ baseUrl: new URL(api).origin, token: known });
      return next([...clients, client], known);
    });
  };
  return next([], "");
}

async function measure(clients: readonly Client[], seconds: number): Promise<{ read: Rate; merge: Rate }> {
  const [first] = clients;
  if (first === undefined) throw new Error("There is no process to ask.");
  const { items } = await first.organizations.list({});
  const organizationId = items[0]?.id ?? "";
  const made: { spaceId: string; page: string }[] = [];
  for (let number = 0; number < spaces; number += 1) {
    const { id: spaceId } = await first.spaces.create({ organizationId, title: `Space ${number}` });
    await mergePage(first, spaceId, "First");
    const { pages } = await first.pages.list({ spaceId });
    made.push({ spaceId, page: pages[0]?.id ?? "" });
  }
  const placeOf = (turn: number) => made[turn % made.length] ?? { spaceId: "", page: "" };
  const read = await rate(clients, seconds, (client, turn) => {
    const { spaceId, page: pageId } = placeOf(turn);
    return client.pages.get({ spaceId, pageId, format: "markdown" });
  });
  const merge = await rate(clients, seconds, (client, turn) => {
    return mergePage(client, placeOf(turn).spaceId, `Turn ${turn}`);
  });
  return { read, merge };
}

const paragraph = "Boil the water, add the salt, and stir. ".repeat(60);

/** Opens a change request, adds a page to it and merges it. */
async function mergePage(client: Client, spaceId: string, title: string): Promise<void> {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
  const document = { markdown: `# ${title}\n\n${paragraph}\n` };
  const changes = [{ operation: "insert_page" as const, title, document }];
  await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
  const { result } = await client.changeRequests.merge({ spaceId, changeRequestId });
  if (result !== "merge") throw new Error(`The merge ended with ${result}`);
}

/** Asks all processes at once for a time. */
async function rate(
  clients: readonly Client[],
  seconds: number,
  call: (client: Client, turn: number) => Promise<unknown>,
): Promise<Rate> {
  const times: number[] = [];
  let turn = 0;
  const started = performance.now();
  const end = started + seconds * 1000;
  const worker = async (client: Client) => {
    while (performance.now() < end) {
      turn += 1;
      const begun = performance.now();
      await call(client, turn);
      times.push(performance.now() - begun);
    }
  };
  await Promise.all(clients.flatMap((client) => Array.from({ length: concurrency }, () => worker(client))));
  return { perSecond: (times.length * 1000) / (performance.now() - started), p99: percentile(times, 0.99) };
}

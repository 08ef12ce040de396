import { setTimeout as sleep } from "node:timers/promises";
import type { Client, PoolClient } from "pg";
import { isBroken } from "./errors.ts";

/** Milliseconds after which the server has to confirm that it still works on a statement. */
const patience = 15_000;

/** Milliseconds for a response that is already on its way, and until a look that failed is repeated. */
const grace = 1_000;

/** The server's side of a connection. */
export interface ServerProcess {
  readonly id: number;
  /** When it started, in seconds since 1970, because ids are reused; null if it is hidden from the user. */
  readonly started: string | null;
}

/** Columns that return the `ServerProcess` of the connection they are read on. */
export const ownProcess = `pg_backend_pid() as id,
  (select extract(epoch from backend_start)::text from pg_stat_activity where pid = pg_backend_pid()) as started`;

/** "unknown" if the server did not respond, "working" if it only refused to say. */
type Whereabouts = "working" | "lost" | "unknown";

/**
 * Ends statements whose text or response was lost: a firewall that drops connections silently leaves both sides
 * waiting, for a quarter of an hour and longer.
 */
export class LostStatements {
  readonly #makeClient: () => Client;
  /** Of connections that lead directly to the server. */
  readonly #processes = new WeakMap<PoolClient, ServerProcess>();
  /** Connections made since the last one was lost. */
  #recent = new WeakSet<PoolClient>();

  /**
   * `makeClient` creates a connection in addition to those of the pool, with limits for connecting and for each query.
   */
  constructor(makeClient: () => Client) {
    this.#makeClient = makeClient;
  }

  /**
   * A pooler in between gives a connection another process for each transaction, so its connections are not watched.
   */
  add(client: PoolClient, process: ServerProcess): void {
    this.#recent.add(client);
    const { processID } = client as unknown as { readonly processID: number | null };
    if (processID === process.id) this.#processes.set(client, process);
  }

  /** Whether a connection may be as lost as another one was that was made at its time. */
  isDoubtful = (client: PoolClient): boolean => !this.#recent.has(client);

  /** Watches a statement that has been sent. Returns a function to call when it has ended. */
  watch(client: PoolClient): () => void {
    const process = this.#processes.get(client);
    if (process === undefined) return () => {};
    let hasEnded = false;
    let hasFailed = false;
    let timer: NodeJS.Timeout;
    const lookAfter = (milliseconds: number) => {
      timer = setTimeout(() => void look(), milliseconds).unref();
    };
    const look = async () => {
      const found = await this.#find(process, () => hasEnded);
      if (hasEnded) return;
      const failedBefore = hasFailed;
      hasFailed = found === "unknown";
      if (found === "working") return lookAfter(patience);
      if (found === "unknown" && !failedBefore) return lookAfter(grace);
      this.#recent = new WeakSet();
      // The driver breaks a connection that still has a statement.
      await client.end().catch(() => {});
    };
    lookAfter(patience);
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }

  /** Also ends the lost connection on the server, which keeps its locks. */
  async #find(process: ServerProcess, hasEnded: () => boolean): Promise<Whereabouts> {
    let client: Client | undefined;
    try {
      client = this.#makeClient();
      client.on("error", () => {});
      await client.connect();
      if (await isWorking(client, process)) return "working";
      await sleep(grace, undefined, { ref: false });
      if (await isWorking(client, process)) return "working";
      // A connection whose statement has ended is idle without being lost.
      if (!hasEnded()) await terminate(client, process);
      return "lost";
    } catch (error) {
      return isBroken(error) ? "unknown" : "working";
    } finally {
      // Not waited for: the network may lose this connection too.
      void client?.end().catch(() => {});
    }
  }
}

/** Whether the process exists and is not known to be idle: its state is hidden from some users and by some settings. */
async function isWorking(client: Client, { id, started }: ServerProcess): Promise<boolean> {
  const query = `select coalesce(state not like 'idle%', true) as working from pg_stat_activity
    where pid = $1 and coalesce(extract(epoch from backend_start)::text = $2, true)`;
  const { rows } = await client.query<{ working: boolean }>(query, [id, started]);
  return rows[0]?.working ?? false;
}

async function terminate(client: Client, { id, started }: ServerProcess): Promise<void> {
  const query = `select pg_terminate_backend(pid) from pg_stat_activity
    where pid = $1 and extract(epoch from backend_start)::text = $2 and usename = current_user and state like 'idle%'`;
  await client.query(query, [id, started]);
}

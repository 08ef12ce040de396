import { setTimeout as sleep } from "node:timers/promises";
import type { Client, PoolClient } from "pg";
import { isBroken } from "./errors.ts";

/** Milliseconds after which the server is asked whether it still works on a statement. */
const patience = 15_000;

/** Milliseconds for an answer that is already on its way. */
const grace = 1_000;

/**
 * Ends statements whose text or answer was lost: a firewall that drops connections silently leaves both sides waiting,
 * for a quarter of an hour and longer.
 */
export class LostStatements {
  readonly #makeClient: () => Client;
  /** Process ids of the server's side, of connections that lead directly to it. */
  readonly #processes = new WeakMap<PoolClient, number>();
  /** Connections made since the last one was lost. */
  #recent = new WeakSet<PoolClient>();

  /** `makeClient` makes a connection besides those of the pool. */
  constructor(makeClient: () => Client) {
    this.#makeClient = makeClient;
  }

  /** A pooler in between gives a connection another process for each transaction, so its connections are not watched. */
  add(client: PoolClient, process: number): void {
    this.#recent.add(client);
    const { processID } = client as unknown as { readonly processID: number | null };
    if (processID === process) this.#processes.set(client, process);
  }

  /** Whether a connection may be as lost as another one was that was made at its time. */
  isDoubtful = (client: PoolClient): boolean => !this.#recent.has(client);

  /** Watches a statement that has been sent. Returns a function to call when it has ended. */
  watch(client: PoolClient): () => void {
    const process = this.#processes.get(client);
    if (process === undefined) return () => {};
    let hasEnded = false;
    let timer: NodeJS.Timeout;
    const lookLater = () => {
      timer = setTimeout(() => void look(), patience).unref();
    };
    const look = async () => {
      const isLost = await this.#isLost(process);
      if (hasEnded) return;
      if (!isLost) return lookLater();
      this.#recent = new WeakSet();
      // The driver breaks a connection that still has a statement.
      await client.end().catch(() => {});
    };
    lookLater();
    return () => {
      hasEnded = true;
      clearTimeout(timer);
    };
  }

  /** Also ends the lost connection on the server, which keeps its locks. */
  async #isLost(process: number): Promise<boolean> {
    let client: Client | undefined;
    try {
      client = this.#makeClient();
      client.on("error", () => {});
      await client.connect();
      if (await isWorking(client, process)) return false;
      await sleep(grace, undefined, { ref: false });
      if (await isWorking(client, process)) return false;
      const query = "select pg_terminate_backend(pid) from pg_stat_activity where pid = $1 and usename = current_user";
      await client.query(query, [process]);
      return true;
    } catch (error) {
      return isBroken(error);
    } finally {
      await client?.end().catch(() => {});
    }
  }
}

async function isWorking(client: Client, process: number): Promise<boolean> {
  const { rows } = await client.query<{ state: string }>("select state from pg_stat_activity where pid = $1", [
    process,
  ]);
  return rows[0]?.state === "active";
}

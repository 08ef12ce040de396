import { networkInterfaces } from "node:os";
import type { Config } from "../config/config.ts";
import { type Platform, parts } from "../platform/index.ts";
import type { Log } from "../server/log.ts";
import { forward, wasForwarded } from "../server/transports/forward.ts";

/** Milliseconds between this process's heartbeats, and after which a silent process is forgotten. */
const noteEvery = 10 * 60_000;

const forgottenAfter = 24 * 60 * 60_000;

const separator = ".";

/**
 * Which process has the session of a 2025-era client if several serve one database: a session id begins with
 * the process id, and the database has the address of each process.
 */
export class SessionOwners {
  readonly #platform: Platform;
  readonly #log: Log;
  #id = "";
  #noting: NodeJS.Timeout | undefined;

  constructor(platform: Platform, log: Log) {
    this.#platform = platform;
    this.#log = log;
  }

  /** The prefix of this process's session ids; empty before it serves. */
  get prefix(): string {
    return this.#id === "" ? "" : `${this.#id}${separator}`;
  }

  /** Publishes this process's address to the others. */
  async serveAt(url: string, config: Pick<Config, "host">): Promise<void> {
    const [{ createId }, rows] = await Promise.all([parts.ids(), parts.servingProcesses()]);
    const { database, now } = this.#platform;
    this.#id = createId();
    const note = () =>
      database.write(async (queries) => {
        await rows.noteServingProcess(queries, this.#id, reachable(url, config), now());
        await rows.forgetServingProcesses(queries, new Date(Date.parse(now()) - forgottenAfter).toISOString());
      });
    await note();
    this.#noting = setInterval(() => void note().catch(() => {}), noteEvery).unref();
  }

  /** Has the process with the session answer; undefined if that is this process, or there is none. */
  async answerElsewhere(session: string, request: Request, body: unknown): Promise<Response | undefined> {
    const owner = session.slice(0, session.indexOf(separator));
    if (owner === "" || owner === this.#id || wasForwarded(request)) return undefined;
    const { findServingProcess } = await parts.servingProcesses();
    const origin = await this.#platform.database.read((queries) => findServingProcess(queries, owner));
    const response = origin === undefined ? undefined : await forward(request, body, origin);
    if (origin !== undefined && response === undefined) {
      this.#log("info", `http: the process at ${origin} has a session and cannot be reached`);
    }
    return response;
  }

  async close(): Promise<void> {
    clearInterval(this.#noting);
    if (this.#id === "") return;
    const { removeServingProcess } = await parts.servingProcesses();
    await this.#platform.database.write((queries) => removeServingProcess(queries, this.#id)).catch(() => {});
  }
}

/** An address at which other machines reach this one: they cannot use the wildcard address. */
function reachable(url: string, { host }: Pick<Config, "host">): string {
  if (host.value !== "0.0.0.0" && host.value !== "::") return url;
  const outside = Object.values(networkInterfaces())
    .flatMap((addresses) => addresses ?? [])
    .find(({ internal, family }) => !internal && family === "IPv4");
  const { port } = new URL(url);
  return `http://${outside?.address ?? "127.0.0.1"}:${port}`;
}

import {
  type DatabaseConnection,
  HandleEmptyInListsPlugin,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresDialectConfig,
  PostgresDriver,
  type PostgresPoolClient,
  type PostgresQueryResult,
  replaceWithNoncontingentExpression,
} from "kysely";
import type { ClientConfig, Pool, PoolClient } from "pg";
import type { Tables } from "../../tables.ts";
import { giveWords } from "../engine.ts";
import { endsConnection, isOutdated, unknownOutcome, zeroCharacter } from "./errors.ts";
import { LostStatements, ownProcess, type ServerProcess } from "./lost-statements.ts";
import { postgresWords } from "./section-search.ts";
import { findStatementName, renameStatements } from "./statement-names.ts";

/** Milliseconds. */
const maxConnectMs = 5_000;

/** For a turn, behind those who use all connections of this process: so many writes can wait for one space. */
const maxPoolWaitMs = 60_000;

/** For a response about another statement. */
const maxLookupMs = 5_000;

const maxIdleMs = 60_000;

/** Milliseconds without traffic before a connection is probed. */
const silence = 10_000;

/** How the server finds out that this process's machine or the network is gone; until then it keeps the locks. */
const lifeSigns = {
  tcp_keepalives_idle: "10s",
  tcp_keepalives_interval: "5s",
  tcp_keepalives_count: "4",
  tcp_user_timeout: "30s",
};

/** Limits of a connection that takes locks others wait for. */
export const whileWriting = { lock_timeout: "60s", idle_in_transaction_session_timeout: "60s" };

const int8 = 20;

const numeric = 1700;

interface ServerPool {
  readonly pool: Pool;
  readonly lost: LostStatements;
}

/** Opens connections as needed, up to `maxConnections`, with these settings of the server. */
export async function openPool(
  url: string,
  maxConnections: number,
  settings: Readonly<Record<string, string>> = {},
): Promise<ServerPool> {
  const { driver: pg } = await import("./driver.ts");
  class QuickClient extends pg.Client {
    constructor(config?: ClientConfig) {
      super({ ...config, connectionTimeoutMillis: maxConnectMs });
      // The driver leaves a connection open that it cannot sign in on.
      this.connection.once("error", () => this.connection.stream.destroy());
    }
  }
  const lost = new LostStatements(
    () => new QuickClient({ connectionString: url, application_name: "copydesk", query_timeout: maxLookupMs }),
  );
  const pool = new pg.Pool({
    Client: QuickClient,
    connectionString: url,
    application_name: "copydesk",
    max: maxConnections,
    connectionTimeoutMillis: maxPoolWaitMs,
    idleTimeoutMillis: maxIdleMs,
    keepAlive: true,
    keepAliveInitialDelayMillis: silence,
    // Idle connections must not keep a command from exiting.
    allowExitOnIdle: true,
    onConnect: async (client) => {
      const allSettings = Object.entries({ ...lifeSigns, ...settings });
      const set = allSettings.map((_, at) => `set_config($${2 * at + 1}, $${2 * at + 2}, false)`).join(", ");
      const { rows } = await client.query<ServerProcess>(`select ${ownProcess}, ${set}`, allSettings.flat());
      lost.add(client as PoolClient, rows[0] ?? { id: 0, started: null });
    },
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === int8 || oid === numeric
          ? Number
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // A broken connection emits the error on itself while in use and on the pool while idle. Unhandled, either would end
  // the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return { pool, lost };
}

/** Queries over a pool; `location` names the server in errors. */
export const queriesOver = (opened: ServerPool, location: string): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new ServerDialect(opened, location),
    // PostgreSQL does not allow an empty `in` list; SQLite does.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });

class ServerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #location: string;

  constructor({ pool, lost }: ServerPool, location: string) {
    const connect = async () => {
      let client = await pool.connect();
      while (lost.isDoubtful(client)) {
        client.release(true);
        client = await pool.connect();
      }
      return named(client, lost);
    };
    const config = { pool: { connect, end: () => pool.end() } };
    super(config);
    this.#config = config;
    this.#location = location;
  }

  override createDriver(): PostgresDriver {
    return new ServerDriver(this.#config, this.#location);
  }

  override createAdapter(): PostgresAdapter {
    return giveWords(new PostgresAdapter(), postgresWords);
  }
}

class ServerDriver extends PostgresDriver {
  readonly #location: string;

  constructor(config: PostgresDialectConfig, location: string) {
    super(config);
    this.#location = location;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection).catch((error: unknown) => {
      throw endsConnection(error) ? unknownOutcome(this.#location, error) : error;
    });
  }

  /** A broken connection has already rolled back; an error here would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

/** A connection that names its statements and is not reused after it breaks. */
function named(client: PoolClient, lost: LostStatements): PostgresPoolClient {
  let isBroken = false;
  async function query<R>(text: unknown, parameters?: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (typeof text !== "string") throw new Error("Cursors are not supported.");
    const values = parameters ?? [];
    if (values.some(hasZero)) throw zeroCharacter();
    const name = values.length === 0 ? undefined : findStatementName(text);
    const end = lost.watch(client);
    try {
      const result = await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      isBroken ||= endsConnection(error);
      if (isOutdated(error)) renameStatements();
      throw error;
    } finally {
      end();
    }
  }
  return { query: query as PostgresPoolClient["query"], release: () => client.release(isBroken) };
}

function hasZero(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return Array.isArray(value) && value.some(hasZero);
}

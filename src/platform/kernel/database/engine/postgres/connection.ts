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
import type { Pool, PoolClient } from "pg";
import type { Tables } from "../../tables.ts";
import { giveWords } from "../engine.ts";
import { endsConnection, unknownOutcome, zeroCharacter } from "./errors.ts";
import { postgresWords } from "./section-search.ts";
import { nameOf } from "./statement-names.ts";

/** Milliseconds. */
const longestConnecting = 5_000;

const longestIdle = 60_000;

const int8 = 20;

const numeric = 1700;

/** Opens connections when they are needed, `most` at once. */
export async function openPool(url: string, most: number): Promise<Pool> {
  const { driver: pg } = await import("./driver.ts");
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "copydesk",
    max: most,
    connectionTimeoutMillis: longestConnecting,
    idleTimeoutMillis: longestIdle,
    keepAlive: true,
    // A command that ends waits for no idle connection.
    allowExitOnIdle: true,
    types: {
      getTypeParser: ((oid: number, format?: "text" | "binary") =>
        oid === int8 || oid === numeric
          ? Number
          : pg.types.getTypeParser(oid, format)) as typeof pg.types.getTypeParser,
    },
  });
  // A connection that breaks says so on itself while it is in use, on the pool while it is not: unheard, either would
  // end the process.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  return pool;
}

/** Queries over a pool; `place` names the server in errors. */
export const queriesOver = (pool: Pool, place: string): Kysely<Tables> =>
  new Kysely<Tables>({
    dialect: new ServerDialect(pool, place),
    // The server's language has no list without a value; SQLite's has.
    plugins: [new HandleEmptyInListsPlugin({ strategy: replaceWithNoncontingentExpression })],
  });

class ServerDialect extends PostgresDialect {
  readonly #config: PostgresDialectConfig;
  readonly #place: string;

  constructor(pool: Pool, place: string) {
    const config = { pool: { connect: async () => named(await pool.connect()), end: () => pool.end() } };
    super(config);
    this.#config = config;
    this.#place = place;
  }

  override createDriver(): PostgresDriver {
    return new ServerDriver(this.#config, this.#place);
  }

  override createAdapter(): PostgresAdapter {
    return giveWords(new PostgresAdapter(), postgresWords);
  }
}

class ServerDriver extends PostgresDriver {
  readonly #place: string;

  constructor(config: PostgresDialectConfig, place: string) {
    super(config);
    this.#place = place;
  }

  override async commitTransaction(connection: DatabaseConnection): Promise<void> {
    await super.commitTransaction(connection).catch((error: unknown) => {
      throw endsConnection(error) ? unknownOutcome(this.#place, error) : error;
    });
  }

  /** A connection that broke has rolled back already; saying so would hide why it was to. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch(() => {});
  }
}

/** A connection that names its statements, and that is not used again once it broke. */
function named(client: PoolClient): PostgresPoolClient {
  let isBroken = false;
  async function query<R>(text: unknown, parameters?: readonly unknown[]): Promise<PostgresQueryResult<R>> {
    if (typeof text !== "string") throw new Error("Cursors are not used.");
    const values = parameters ?? [];
    if (values.some(hasZero)) throw zeroCharacter();
    const name = values.length === 0 ? undefined : nameOf(text);
    try {
      const result = await client.query({ text, values: [...values], ...(name === undefined ? {} : { name }) });
      return result as unknown as PostgresQueryResult<R>;
    } catch (error) {
      isBroken ||= endsConnection(error);
      throw error;
    }
  }
  return { query: query as PostgresPoolClient["query"], release: () => client.release(isBroken) };
}

function hasZero(value: unknown): boolean {
  if (typeof value === "string") return value.includes("\0");
  return Array.isArray(value) && value.some(hasZero);
}

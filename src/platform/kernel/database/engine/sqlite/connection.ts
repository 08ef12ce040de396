import {
  CompiledQuery,
  type DatabaseConnection,
  type SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { giveWords } from "../engine.ts";
import { noEngine, UnsafeSqliteError } from "./missing-engine.ts";
import { sqliteWords } from "./section-search.ts";

/**
 * The oldest SQLite that is safe for two processes: earlier versions can lose a committed write when the log is reset.
 */
const oldestSafeVersion = [3, 51, 3];

class RollingBackDriver extends SqliteDriver {
  /** On a full disk or a damaged file the engine has already rolled back; an error here would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes("no transaction is active"))) throw error;
    });
  }
}

/** Writes take the lock when they begin, so that two writers wait for each other instead of failing half-way. */
class ImmediateDriver extends RollingBackDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

class ImmediateDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): ImmediateDriver {
    return new ImmediateDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return giveWords(super.createAdapter() as SqliteAdapter, sqliteWords);
  }
}

class ReadingDialect extends SqliteDialect {
  readonly #database: SqliteDatabase;

  constructor(database: SqliteDatabase) {
    super({ database });
    this.#database = database;
  }

  override createDriver(): RollingBackDriver {
    return new RollingBackDriver({ database: this.#database });
  }

  override createAdapter(): SqliteAdapter {
    return giveWords(super.createAdapter() as SqliteAdapter, sqliteWords);
  }
}

interface OpenSqlite {
  readonly dialect: SqliteDialect;
  /** Closes the engine's handle. The dialect closes it only if it was used. */
  close(): void;
}

/**
 * Opens a database: for writing alongside other processes, for reading, or as a standalone file that no one else has
 * open and that stays a single file.
 */
export async function openSqlite(file: string, mode: "write" | "read" | "alone"): Promise<OpenSqlite> {
  const database = withStatementCache(await openEngine(file));
  try {
    prepareConnection(database, mode);
  } catch (error) {
    database.close();
    throw error;
  }
  const dialect = mode !== "read" ? new ImmediateDialect(database) : new ReadingDialect(database);
  return { dialect, close: () => database.close() };
}

function prepareConnection(database: SqliteDatabase, mode: "write" | "read" | "alone"): void {
  const execute = (statement: string) => database.prepare(statement).run([]);
  // Turning on the log needs exclusive access, so two first starts wait for each other here.
  execute("PRAGMA busy_timeout = 5000");
  execute("PRAGMA synchronous = FULL");
  execute("PRAGMA cache_size = -16000");
  execute("PRAGMA mmap_size = 268435456");
  if (mode === "read") execute("PRAGMA query_only = ON");
  else database.prepare(`PRAGMA journal_mode = ${mode === "write" ? "WAL" : "DELETE"}`).all([]);
  // From here on the engine must hardly wait: waiting blocks the whole process, which may itself hold the lock.
  execute("PRAGMA busy_timeout = 5");
}

/** Reads the version of a database's content, which differs after each commit of any other connection. */
export async function openVersion(file: string): Promise<{ read(): number; close(): void }> {
  const database = await openEngine(file, 5);
  const statement = database.prepare("PRAGMA data_version");
  return {
    read: () => (statement.all([])[0] as { data_version: number }).data_version,
    close: () => database.close(),
  };
}

/** Locks a file without data until it is closed. Throws the engine's SQLITE_BUSY without waiting. */
export async function openLock(file: string, how: "shared" | "alone"): Promise<{ release(): void }> {
  const database = await openEngine(file, 0);
  try {
    database.prepare(how === "alone" ? "begin exclusive" : "begin").run([]);
    // A transaction takes its shared lock at its first read.
    database.prepare("select count(*) from sqlite_schema").all([]);
  } catch (error) {
    database.close();
    throw error;
  }
  return { release: () => database.close() };
}

/** Copies the current data to another file, which must be missing or empty, while others read and write. */
export async function copySqlite(file: string, to: string): Promise<void> {
  const database = await openEngine(file);
  try {
    database.prepare("PRAGMA busy_timeout = 5000").all([]);
    database.prepare("vacuum into ?").run([to]);
  } finally {
    database.close();
  }
}

/** `patience`: how many milliseconds the engine blocks the process while another holds the lock. */
const openEngine = async (file: string, patience = 5000) =>
  (await openWithNode(file, patience)) ?? (await openWithBetterSqlite(file, patience));

/** Preparing a statement usually costs more than running it, so frequently used statements are cached. */
function withStatementCache(database: SqliteDatabase): SqliteDatabase {
  const maxStatements = 500;
  const statements = new Map<string, SqliteStatement>();
  let open = true;
  return {
    close() {
      if (open) database.close();
      open = false;
    },
    prepare(text) {
      const cached = statements.get(text);
      if (cached !== undefined) return cached;
      const statement = database.prepare(text);
      if (statements.size === maxStatements) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

async function openWithNode(file: string, patience: number): Promise<SqliteDatabase | undefined> {
  if (!isSafe(process.versions.sqlite)) return undefined;
  const node = loadNodeSqlite();
  if (node === undefined) return undefined;
  const database = new node.DatabaseSync(file);
  database.exec(`PRAGMA busy_timeout = ${patience}`);
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = database.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        iterate: (parameters) => statement.iterate(...parameters),
      };
    },
  };
}

/** The part of `node:sqlite` used here; the types of the oldest supported Node lack it. */
interface NodeSqlite {
  readonly DatabaseSync: new (
    file: string,
  ) => {
    exec(text: string): void;
    close(): void;
    prepare(text: string): {
      columns(): readonly unknown[];
      all(...parameters: readonly unknown[]): unknown[];
      run(...parameters: readonly unknown[]): { changes: number | bigint; lastInsertRowid: number | bigint };
      iterate(...parameters: readonly unknown[]): IterableIterator<unknown>;
    };
  };
}

/** Node 22 warns that the module is experimental. Loading is synchronous, so no other warning is suppressed. */
function loadNodeSqlite(): NodeSqlite | undefined {
  const { emitWarning } = process;
  process.emitWarning = () => undefined;
  try {
    return process.getBuiltinModule("node:sqlite") as NodeSqlite | undefined;
  } finally {
    process.emitWarning = emitWarning;
  }
}

async function openWithBetterSqlite(file: string, patience: number): Promise<SqliteDatabase> {
  const { default: Database } = await import("better-sqlite3").catch(() => {
    throw noEngine("absent");
  });
  const database = openNative(() => new Database(file, { timeout: patience }));
  try {
    const version = database.prepare("select sqlite_version()").pluck().get();
    if (!isSafe(String(version))) {
      throw new UnsafeSqliteError(`SQLite ${version} is older than ${oldestSafeVersion.join(".")}.`);
    }
  } catch (error) {
    // This reads the file, which another process may have locked.
    database.close();
    throw error;
  }
  return database as SqliteDatabase;
}

/** The package may be installed with its native part missing or built for another system or Node. */
function openNative<Database>(open: () => Database): Database {
  try {
    return open();
  } catch (error) {
    // The engine's own errors are about the file; this one came from loading the engine.
    if (error instanceof Error && error.name !== "SqliteError" && !(error instanceof TypeError)) {
      throw noEngine("unbuilt");
    }
    throw error;
  }
}

function isSafe(version: string | undefined): boolean {
  const parts = (version ?? "0").split(".").map(Number);
  for (const [index, oldest] of oldestSafeVersion.entries()) {
    const part = parts[index] ?? 0;
    if (part !== oldest) return part > oldest;
  }
  return true;
}

/** The engine's result codes: better-sqlite3 reports their names, `node:sqlite` their extended numbers. */
const resultCodes = {
  SQLITE_BUSY: 5,
  SQLITE_READONLY: 8,
  SQLITE_IOERR: 10,
  SQLITE_CORRUPT: 11,
  SQLITE_FULL: 13,
  SQLITE_CANTOPEN: 14,
  SQLITE_NOTADB: 26,
} as const;

export function isSqliteError(error: unknown, ...codes: readonly (keyof typeof resultCodes)[]): error is Error {
  if (!(error instanceof Error)) return false;
  return codes.some((code) => {
    if ("errcode" in error && typeof error.errcode === "number") return (error.errcode & 0xff) === resultCodes[code];
    return "code" in error && typeof error.code === "string" && error.code.startsWith(code);
  });
}

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

/** The oldest SQLite that two processes may share: earlier ones can lose a committed write when the log is reset. */
const oldestSafeVersion = [3, 51, 3];

/** Writes take the lock when they begin, so that two writers wait for each other instead of failing half-way. */
class ImmediateDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** On a full disk the engine has rolled back already; saying so again would hide why. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    await super.rollbackTransaction(connection).catch((error: unknown) => {
      if (!(error instanceof Error && error.message.includes("no transaction is active"))) throw error;
    });
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
  override createAdapter(): SqliteAdapter {
    return giveWords(super.createAdapter() as SqliteAdapter, sqliteWords);
  }
}

interface OpenSqlite {
  readonly dialect: SqliteDialect;
  /** Closes the engine's handle, which the dialect does only once it was used. */
  close(): void;
}

/**
 * Opens a database: to write beside other processes, to read, or as a file of its own that nobody else has open and
 * that stays one file.
 */
export async function openSqlite(file: string, mode: "write" | "read" | "alone"): Promise<OpenSqlite> {
  const database = keepStatements(await openEngine(file));
  try {
    prepareConnection(database, mode);
  } catch (error) {
    database.close();
    throw error;
  }
  const dialect = mode !== "read" ? new ImmediateDialect(database) : new ReadingDialect({ database });
  return { dialect, close: () => database.close() };
}

function prepareConnection(database: SqliteDatabase, mode: "write" | "read" | "alone"): void {
  const execute = (statement: string) => database.prepare(statement).run([]);
  // Turning the log on needs the whole file, so two first starts wait for each other here.
  execute("PRAGMA busy_timeout = 5000");
  execute("PRAGMA synchronous = FULL");
  execute("PRAGMA cache_size = -16000");
  execute("PRAGMA mmap_size = 268435456");
  if (mode === "read") execute("PRAGMA query_only = ON");
  else database.prepare(`PRAGMA journal_mode = ${mode === "write" ? "WAL" : "DELETE"}`).all([]);
  // From here on the engine hardly waits: it would stop the whole process, which may itself hold the lock.
  execute("PRAGMA busy_timeout = 5");
}

/** Locks a file that holds no data, until it is closed. Throws the engine's SQLITE_BUSY at once. */
export async function openLock(file: string, how: "shared" | "alone"): Promise<{ release(): void }> {
  const database = await openEngine(file, 0);
  try {
    database.prepare(how === "alone" ? "begin exclusive" : "begin").run([]);
    // A transaction takes its shared lock with its first read.
    database.prepare("select count(*) from sqlite_schema").all([]);
  } catch (error) {
    database.close();
    throw error;
  }
  return { release: () => database.close() };
}

/** Writes the data as it is now into another file, which must be missing or empty, while others read and write. */
export async function copySqlite(file: string, to: string): Promise<void> {
  const database = await openEngine(file);
  try {
    database.prepare("PRAGMA busy_timeout = 5000").all([]);
    database.prepare("vacuum into ?").run([to]);
  } finally {
    database.close();
  }
}

/** `patience` is for how many milliseconds the engine stops the process where another holds the lock. */
const openEngine = async (file: string, patience = 5000) =>
  (await openWithNode(file, patience)) ?? (await openWithBetterSqlite(file, patience));

/** Preparing a statement costs more than running most of ours, so the most used ones are kept. */
function keepStatements(database: SqliteDatabase): SqliteDatabase {
  const most = 500;
  const statements = new Map<string, SqliteStatement>();
  let open = true;
  return {
    close() {
      if (open) database.close();
      open = false;
    },
    prepare(text) {
      const kept = statements.get(text);
      if (kept !== undefined) return kept;
      const statement = database.prepare(text);
      if (statements.size === most) statements.clear();
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

/** What is used of `node:sqlite`, which the types of the oldest supported Node do not have. */
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

/** Node 22 warns of it as experimental. It is loaded without a turn in between, so no other warning is lost. */
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
    // It reads the file, which another may have locked.
    database.close();
    throw error;
  }
  return database as SqliteDatabase;
}

/** The module is there and its native part is not, or was built for another system or another Node. */
function openNative<Database>(open: () => Database): Database {
  try {
    return open();
  } catch (error) {
    // The engine's own errors are about the file; this one came before there was an engine.
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

/** The engine's result codes: better-sqlite3 says their names, `node:sqlite` their extended numbers. */
const resultCodes = {
  SQLITE_BUSY: 5,
  SQLITE_READONLY: 8,
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

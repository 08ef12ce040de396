// src/platform/store/search.ts
import { sql } from "kysely";

// src/platform/search/word-forms.ts
import { stemmer } from "stemmer";

// src/platform/search/recent-values.ts
var RecentValues = class {
  #capacity;
  #compute;
  #young = /* @__PURE__ */ new Map();
  #old = /* @__PURE__ */ new Map();
  constructor(capacity, compute) {
    this.#capacity = capacity;
    this.#compute = compute;
  }
  get(key) {
    const young = this.#young.get(key);
    if (young !== void 0) return young;
    const old = this.#old.get(key);
    if (old !== void 0) return this.#keep(key, old);
    const copy = Buffer.from(key, "utf16le").toString("utf16le");
    return this.#keep(copy, this.#compute(copy));
  }
  get size() {
    return this.#young.size + this.#old.size;
  }
  #keep(key, value) {
    if (this.#young.size >= this.#capacity) {
      this.#old = this.#young;
      this.#young = /* @__PURE__ */ new Map();
    }
    this.#young.set(key, value);
    return value;
  }
};

// src/platform/search/word-forms.ts
var LONGEST = 64;
var MOST_PARTS = 12;
var JOINERS = /[._,'’\-‐‑]+/;
var VERSION = /^v?(\d+(?:\.\d+)+)$/i;
var GROUPED_NUMBER = /^\d+(?:,\d+)+$/;
var CASE_BORDERS = /(?<=\p{Ll}|\p{N})(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/u;
var INVISIBLE = /[\u00ad\u200c\u200d]/g;
var MARKED_LETTERS = /(?<=[\p{Script=Latin}\p{Script=Greek}])\p{Mn}+/gu;
var UNMARKED = {
  \u00DF: "ss",
  \u00E6: "ae",
  \u0153: "oe",
  \u00F8: "o",
  \u0142: "l",
  \u0111: "d",
  \u00F0: "d",
  \u00FE: "th",
  \u0131: "i",
  \u03C2: "\u03C3"
};
var words = new RecentValues(3e4, computeWord);
var forms = new RecentValues(3e4, computeForm);
function wordOf(raw) {
  return raw.length > 2 * LONGEST ? computeWord(raw) : words.get(raw);
}
function fold(text) {
  const lower = text.toLowerCase();
  if (!/[^\0-\x7f]/.test(lower)) return lower;
  return lower.normalize("NFKD").toLowerCase().replace(MARKED_LETTERS, "").normalize("NFC").replace(INVISIBLE, "").replace(/[ßæœøłđðþıς]/g, (letter) => UNMARKED[letter] ?? letter);
}
function stemOf(folded) {
  return /^[a-z]{3,}$/.test(folded) ? stemmer(folded) : folded;
}
function computeWord(raw) {
  const version = VERSION.exec(raw)?.[1];
  if (version !== void 0) return single({ folded: version.slice(0, LONGEST), stem: version.slice(0, LONGEST) });
  const owned = raw.slice(0, 2 * LONGEST).replace(/['’]s$/i, "");
  const pieces = owned.split(JOINERS).filter((piece) => piece !== "");
  const whole = form(pieces.join(""));
  if (GROUPED_NUMBER.test(owned)) return single(whole);
  const parts = pieces.flatMap((piece) => piece.split(CASE_BORDERS)).slice(0, MOST_PARTS).map(form).filter(({ folded }) => folded !== "");
  if (parts.length < 2) return single(whole);
  return { ...whole, parts, terms: [whole.stem, ...parts.map(({ stem }) => stem)] };
}
function single({ folded, stem }) {
  return { folded, stem, parts: [], terms: stem === "" ? [] : [stem] };
}
function form(raw) {
  return forms.get(raw);
}
function computeForm(raw) {
  const folded = fold(raw).slice(0, LONGEST).replace(/[\ud800-\udbff]$/, "");
  return { folded, stem: stemOf(folded) };
}

// src/platform/search/words.ts
var SEPARATOR = 1;
var LETTER = 2;
var MARK = 3;
var UNSEGMENTED = 4;
var LETTERS = /[\p{L}\p{N}]/u;
var MARKS = /[\p{M}\u00ad\u200c\u200d]/u;
var UNSEGMENTED_SCRIPTS = /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}]/u;
var UNDERSCORE = 95;
var COMMA = 44;
var SINGLE_JOINERS = /* @__PURE__ */ new Set([46, 45, 8208, 8209, 39, 8217]);
var LONGEST_JOINED = 64;
var classes = new Uint8Array(65536);
function visitWords(text, visit) {
  let at = 0;
  while (at < text.length) {
    const start = at;
    const kind = classAt(text, start);
    if (kind === UNSEGMENTED) {
      at = endOfCharacters(text, start);
      visit(start, at, "characters");
    } else if (kind === LETTER) {
      at = endOfLetters(text, start);
      const end = endOfJoined(text, start, at);
      visit(start, end, end === at ? "plain" : "joined");
      at = end;
    } else {
      at += widthAt(text, at);
    }
  }
}
function listCharacters(text, start, end) {
  const characters = [];
  for (let at = start; at < end; ) {
    const next = at + widthAt(text, at);
    const last = characters.at(-1);
    if (last !== void 0 && classAt(text, at) === MARK) last.end = next;
    else characters.push({ start: at, end: next });
    at = next;
  }
  return characters;
}
function endOfCharacters(text, start) {
  let at = start;
  while (at < text.length) {
    const kind = classAt(text, at);
    if (kind !== UNSEGMENTED && kind !== MARK) break;
    at += widthAt(text, at);
  }
  return at;
}
function endOfLetters(text, start) {
  let at = start;
  while (at < text.length) {
    if (classes[text.charCodeAt(at)] === LETTER) {
      at += 1;
      continue;
    }
    const kind = classAt(text, at);
    if (kind !== LETTER && kind !== MARK) break;
    at += widthAt(text, at);
  }
  return at;
}
function endOfJoined(text, start, firstEnd) {
  let end = firstEnd;
  while (end < text.length && end - start < LONGEST_JOINED) {
    const next = afterJoiner(text, end);
    if (next === end) break;
    end = endOfLetters(text, next);
  }
  return end;
}
function afterJoiner(text, at) {
  const joiner = text.charCodeAt(at);
  let next = at + 1;
  if (joiner === UNDERSCORE) while (text.charCodeAt(next) === UNDERSCORE) next += 1;
  else if (joiner === COMMA) return isDigit(text.charCodeAt(at - 1)) && isDigit(text.charCodeAt(next)) ? next : at;
  else if (!SINGLE_JOINERS.has(joiner)) return at;
  return next < text.length && classAt(text, next) === LETTER ? next : at;
}
function isDigit(unit) {
  return unit >= 48 && unit <= 57;
}
function classAt(text, at) {
  const unit = text.charCodeAt(at);
  const known = classes[unit];
  if (known) return known;
  if (widthAt(text, at) === 2) return classify(text.slice(at, at + 2));
  const kind = classify(text.charAt(at));
  if (unit < 55296 || unit > 57343) classes[unit] = kind;
  return kind;
}
function classify(character) {
  if (LETTERS.test(character)) return UNSEGMENTED_SCRIPTS.test(character) ? UNSEGMENTED : LETTER;
  return MARKS.test(character) ? MARK : SEPARATOR;
}
function widthAt(text, at) {
  const unit = text.charCodeAt(at);
  if (unit < 55296 || unit > 56319) return 1;
  const next = text.charCodeAt(at + 1);
  return next >= 56320 && next <= 57343 ? 2 : 1;
}

// src/platform/search/analysis.ts
function visitText(text, visitor) {
  visitWords(text, (start, end, kind) => {
    if (kind === "characters") visitPairs(text, start, end, visitor);
    else if (!visitor.skips?.(start, end, kind === "joined")) visitor.word(wordOf(text.slice(start, end)), start, end);
  });
}
function visitPairs(text, start, end, visitor) {
  const characters = listCharacters(text, start, end);
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1];
    const pairEnd = (next ?? character).end;
    const place = next !== void 0 ? "pair" : index === 0 ? "only" : "last";
    visitor.characters(fold(text.slice(character.start, pairEnd)), character.start, pairEnd, place);
  }
}

// src/platform/search/section-index.ts
var LONGEST_WHOLE_TITLE = 8;
var MARK2 = "~";
function beginning(letters) {
  return `${letters}${MARK2}`;
}
function wholeTitle(terms) {
  return terms.length === 0 || terms.length > LONGEST_WHOLE_TITLE ? "" : `${MARK2}${terms.join(MARK2)}`;
}

// src/platform/store/search.ts
var ID_BITS = 30;
var IDS_OF_SPACE = 2 ** ID_BITS;
async function findScope(queries, spaces2) {
  const { rows } = await sql`
    select number from section_space where space in (select value from json_each(${JSON.stringify(spaces2)}))
    order by number`.execute(queries);
  return { numbers: rows.map(({ number }) => number) };
}
async function countSections(queries, { numbers }, expressions, most) {
  const { rows } = await sql`
    select (select count(*) from (
      select 1 from section_text where section_text match wanted.value and ${isIn(numbers)} limit ${most})) as found
    from json_each(${JSON.stringify(expressions.map(matchOf))}) as wanted
    order by wanted.key`.execute(queries);
  return rows.map(({ found }) => found);
}
async function findSections(queries, { numbers }, expression, { ranked, fields, limit }) {
  const match = fields === void 0 ? matchOf(expression) : `{${fields.join(" ")}} : ${matchOf(expression)}`;
  const order = ranked ? sql`order by bm25(section_text, 6, 1, 1, 1), rowid` : sql``;
  const { rows } = await sql`
    select rowid as id from section_text
    where section_text match ${match} and ${isIn(numbers)} ${order} limit ${limit}`.execute(queries);
  return rows.map(({ id }) => id);
}
async function readSections(queries, ids) {
  const { rows } = await sql`
    select * from section where id in (select value from json_each(${JSON.stringify(ids)})) order by id`.execute(
    queries
  );
  return rows;
}
function idsOf(numbers) {
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? 0;
  return { low: first * IDS_OF_SPACE, high: (last + 1) * IDS_OF_SPACE - 1 };
}
function isIn(numbers) {
  const { low, high } = idsOf(numbers);
  const range = sql`rowid between ${low} and ${high}`;
  const first = numbers[0] ?? 0;
  if (numbers.every((number, index) => number === first + index)) return range;
  return sql`${range} and (rowid >> ${ID_BITS}) in (select value from json_each(${JSON.stringify(numbers)}))`;
}
function matchOf(expression) {
  if ("term" in expression) {
    return `"${expression.term.replaceAll('"', '""')}"${expression.beginning ? " *" : ""}`;
  }
  const [operator, inner] = "all" in expression ? ["AND", expression.all] : ["OR", expression.any];
  return `(${inner.map(matchOf).join(` ${operator} `)})`;
}

// src/platform/store/database.ts
import { accessSync, constants, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { Kysely, sql as sql3 } from "kysely";

// src/platform/store/migrations.ts
import { sql as sql2 } from "kysely";
var migrations = {
  "0001-content": async (database) => {
    const { schema } = database;
    await schema.createTable("organization").addColumn("id", "text", (column) => column.primaryKey()).addColumn("title", "text", (column) => column.notNull()).addColumn("default_role", "text").addColumn("created_at", "text", (column) => column.notNull()).execute();
    await schema.createTable("user").addColumn("id", "text", (column) => column.primaryKey()).addColumn("display_name", "text", (column) => column.notNull()).addColumn("email", "text", (column) => column.unique()).addColumn("created_at", "text", (column) => column.notNull()).execute();
    await schema.createTable("member").addColumn("organization", "text", (column) => column.notNull()).addColumn("user", "text", (column) => column.notNull()).addColumn("role", "text").addColumn("joined_at", "text", (column) => column.notNull()).addPrimaryKeyConstraint("member_key", ["organization", "user"]).execute();
    await schema.createIndex("member_user").on("member").columns(["user"]).execute();
    await schema.createTable("token").addColumn("id", "text", (column) => column.primaryKey()).addColumn("hash", "text", (column) => column.notNull().unique()).addColumn("user", "text", (column) => column.notNull()).addColumn("name", "text", (column) => column.notNull()).addColumn("created_at", "text", (column) => column.notNull()).addColumn("expires_at", "text").addColumn("revoked_at", "text").execute();
    await schema.createTable("agent_instructions").addColumn("organization", "text", (column) => column.primaryKey()).addColumn("instructions", "text", (column) => column.notNull()).addColumn("updated_at", "text", (column) => column.notNull()).addColumn("updated_by", "text", (column) => column.notNull()).execute();
    await schema.createTable("space").addColumn("id", "text", (column) => column.primaryKey()).addColumn("organization", "text", (column) => column.notNull()).addColumn("parent", "text").addColumn("title", "text", (column) => column.notNull()).addColumn("emoji", "text", (column) => column.notNull()).addColumn("visibility", "text", (column) => column.notNull()).addColumn("edit_mode", "text", (column) => column.notNull()).addColumn("default_level", "text").addColumn("language", "text").addColumn("merge_rules", "text", (column) => column.notNull()).addColumn("revision", "text", (column) => column.notNull()).addColumn("last_number", "integer", (column) => column.notNull().defaultTo(0)).addColumn("created_at", "text", (column) => column.notNull()).addColumn("updated_at", "text", (column) => column.notNull()).addColumn("deleted_at", "text").execute();
    await schema.createIndex("space_organization").on("space").columns(["organization", "created_at", "id"]).execute();
    await schema.createTable("revision").addColumn("id", "text", (column) => column.primaryKey()).addColumn("space", "text", (column) => column.notNull()).addColumn("root", "text", (column) => column.notNull()).addColumn("parents", "text", (column) => column.notNull()).addColumn("type", "text", (column) => column.notNull()).addColumn("merged_from", "text").addColumn("created_at", "text", (column) => column.notNull()).addColumn("created_by", "text", (column) => column.notNull()).execute();
    await schema.createTable("node").addColumn("address", "text", (column) => column.primaryKey()).addColumn("data", "text", (column) => column.notNull()).execute();
    await schema.createTable("blob").addColumn("address", "text", (column) => column.primaryKey()).addColumn("data", "blob", (column) => column.notNull()).execute();
    await schema.createTable("change_request").addColumn("id", "text", (column) => column.primaryKey()).addColumn("space", "text", (column) => column.notNull()).addColumn("number", "integer", (column) => column.notNull()).addColumn("status", "text", (column) => column.notNull()).addColumn("subject", "text", (column) => column.notNull()).addColumn("description", "text").addColumn("revision", "text", (column) => column.notNull()).addColumn("revision_initial", "text", (column) => column.notNull()).addColumn("revision_merged_ancestor", "text").addColumn("revision_merged", "text").addColumn("issues_cluster", "text").addColumn("created_by", "text", (column) => column.notNull()).addColumn("created_at", "text", (column) => column.notNull()).addColumn("updated_at", "text", (column) => column.notNull()).addUniqueConstraint("change_request_number", ["space", "number"]).execute();
    await schema.createIndex("change_request_status").on("change_request").columns(["space", "status", "number"]).execute();
    await schema.createTable("contributor").addColumn("change_request", "text", (column) => column.notNull()).addColumn("user", "text", (column) => column.notNull()).addPrimaryKeyConstraint("contributor_key", ["change_request", "user"]).execute();
    await schema.createTable("setting").addColumn("name", "text", (column) => column.primaryKey()).addColumn("value", "text", (column) => column.notNull()).execute();
  },
  "0002-search": async (database) => {
    const { schema } = database;
    await schema.createTable("section").addColumn("id", "integer", (column) => column.primaryKey()).addColumn("space", "text", (column) => column.notNull()).addColumn("page", "text", (column) => column.notNull()).addColumn("position", "integer", (column) => column.notNull()).addColumn("anchor", "text", (column) => column.notNull()).addColumn("title", "text", (column) => column.notNull()).addColumn("page_title", "text", (column) => column.notNull()).addColumn("body", "text", (column) => column.notNull()).execute();
    await schema.createIndex("section_page").on("section").columns(["space", "page"]).execute();
    await schema.createTable("section_space").addColumn("number", "integer", (column) => column.primaryKey().autoIncrement()).addColumn("space", "text", (column) => column.notNull().unique()).execute();
    await sql2`CREATE VIRTUAL TABLE section_text USING fts5(title, page, salient, body, content='', contentless_delete=1, tokenize="ascii tokenchars '.~'")`.execute(
      database
    );
  }
};

// src/platform/store/sqlite.ts
import {
  CompiledQuery,
  SqliteDialect,
  SqliteDriver
} from "kysely";
var oldestSafeVersion = [3, 51, 3];
var UnsafeSqliteError = class extends Error {
  name = "UnsafeSqliteError";
};
var ImmediateDriver = class extends SqliteDriver {
  async beginTransaction(connection) {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
};
var ImmediateDialect = class extends SqliteDialect {
  #database;
  constructor(database) {
    super({ database });
    this.#database = database;
  }
  createDriver() {
    return new ImmediateDriver({ database: this.#database });
  }
};
async function openSqlite(file, mode) {
  const database = keepStatements(await openWithNode(file) ?? await openWithBetterSqlite(file));
  const execute = (statement) => database.prepare(statement).run([]);
  execute("PRAGMA busy_timeout = 5000");
  execute("PRAGMA synchronous = FULL");
  execute("PRAGMA cache_size = -16000");
  execute("PRAGMA mmap_size = 268435456");
  if (mode === "read") execute("PRAGMA query_only = ON");
  else database.prepare("PRAGMA journal_mode = WAL").all([]);
  return mode === "write" ? new ImmediateDialect(database) : new SqliteDialect({ database });
}
function keepStatements(database) {
  const most = 500;
  const statements = /* @__PURE__ */ new Map();
  return {
    close: () => database.close(),
    prepare(text) {
      const kept = statements.get(text);
      if (kept !== void 0) return kept;
      const statement = database.prepare(text);
      if (statements.size === most) statements.clear();
      statements.set(text, statement);
      return statement;
    }
  };
}
async function openWithNode(file) {
  if (!isSafe(process.versions.sqlite)) return void 0;
  const { DatabaseSync } = await import("node:sqlite").catch(() => ({ DatabaseSync: void 0 }));
  if (DatabaseSync === void 0) return void 0;
  const database = new DatabaseSync(file);
  return {
    close: () => database.close(),
    prepare(text) {
      const statement = database.prepare(text);
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters),
        run: (parameters) => statement.run(...parameters),
        iterate: (parameters) => statement.iterate(...parameters)
      };
    }
  };
}
async function openWithBetterSqlite(file) {
  const { default: Database } = await import("better-sqlite3").catch(() => {
    throw new UnsafeSqliteError(
      `This Node (${process.version}) has no SQLite that several processes can share, and the optional package better-sqlite3 is not installed. Run "npm install better-sqlite3", or use Node 22.23 or newer.`
    );
  });
  const database = new Database(file);
  const version = database.prepare("select sqlite_version()").pluck().get();
  if (!isSafe(String(version))) {
    database.close();
    throw new UnsafeSqliteError(`SQLite ${version} is older than ${oldestSafeVersion.join(".")}.`);
  }
  return database;
}
function isSafe(version) {
  const parts = (version ?? "0").split(".").map(Number);
  for (const [index, oldest] of oldestSafeVersion.entries()) {
    const part = parts[index] ?? 0;
    if (part !== oldest) return part > oldest;
  }
  return true;
}

// src/platform/store/database.ts
var DataFolderError = class extends Error {
  name = "DataFolderError";
  problem;
  constructor(problem, message, options) {
    super(message, options);
    this.problem = problem;
  }
};
var networkFileSystems = /* @__PURE__ */ new Map([
  [26985, "NFS"],
  [20859, "SMB"],
  [4283649346, "CIFS"],
  [4266872130, "SMB2"]
]);
async function openDatabase(folder) {
  prepareFolder(folder);
  const file = join(folder, "copydesk.sqlite");
  const writer = new Kysely({ dialect: await openSqlite(file, "write").catch(explain(folder)) });
  await migrate(writer, folder).catch(async (error) => {
    await writer.destroy();
    return explain(folder)(error);
  });
  const reader = new Kysely({ dialect: await openSqlite(file, "read") });
  return {
    read: (work) => reader.transaction().execute(work),
    write: (work) => retryWhileBusy(() => writer.transaction().execute(work)).catch(explain(folder)),
    async close() {
      await reader.destroy();
      await writer.destroy();
    }
  };
}
function prepareFolder(folder) {
  try {
    mkdirSync(folder, { recursive: true, mode: 448 });
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new DataFolderError(
      "not_writable",
      `The data folder ${folder} cannot be written. Give this user the right to write there, or choose another folder with --data.`,
      { cause: error }
    );
  }
  const network = networkFileSystems.get(statfsSync(folder).type);
  if (network !== void 0) {
    throw new DataFolderError(
      "network_file_system",
      `The data folder ${folder} is on a network file system (${network}), where two processes could damage it. Choose a folder on a local disk with --data.`
    );
  }
}
async function migrate(database, folder) {
  await database.transaction().execute(async (transaction) => {
    await sql3`create table if not exists schema_step (name text primary key, applied_at text not null)`.execute(
      transaction
    );
    const { rows } = await sql3`select name from schema_step`.execute(transaction);
    const applied = new Set(rows.map((row) => row.name));
    const unknown = [...applied].find((name) => migrations[name] === void 0);
    if (unknown !== void 0) {
      throw new DataFolderError(
        "newer_version",
        `The data folder ${folder} was written by a newer Copydesk (schema step ${unknown}). Update Copydesk, or choose another folder with --data.`
      );
    }
    for (const [name, apply] of Object.entries(migrations)) {
      if (applied.has(name)) continue;
      await apply(transaction);
      await sql3`insert into schema_step values (${name}, ${(/* @__PURE__ */ new Date()).toISOString()})`.execute(transaction);
    }
  });
}
async function retryWhileBusy(work) {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await work();
    } catch (error) {
      if (attempt === 6 || !isSqliteError(error, "SQLITE_BUSY")) throw error;
    }
  }
}
function explain(folder) {
  return (error) => {
    if (isSqliteError(error, "SQLITE_FULL")) {
      throw new DataFolderError("disk_full", `The disk that holds ${folder} is full. Free some room and try again.`, {
        cause: error
      });
    }
    if (isSqliteError(error, "SQLITE_READONLY") || isSqliteError(error, "SQLITE_CANTOPEN")) {
      throw new DataFolderError("not_writable", `The database in ${folder} cannot be written.`, { cause: error });
    }
    if (isSqliteError(error, "SQLITE_NOTADB") || isSqliteError(error, "SQLITE_CORRUPT")) {
      throw new DataFolderError(
        "not_a_database",
        `The file copydesk.sqlite in ${folder} is damaged or is not a Copydesk database. Restore it from a backup, or choose another folder with --data.`,
        { cause: error }
      );
    }
    throw error;
  };
}
function isSqliteError(error, code) {
  return error instanceof Error && "code" in error && typeof error.code === "string" && error.code.startsWith(code);
}

// src/platform/search/function-words.ts
var FUNCTION_WORDS = new Set(
  "a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its may me might my of on onto or our please should so some than that the their them then there these they this those to up us was we were what when where which who why will with would you your".split(" ")
);
function isFunctionWord(folded) {
  return FUNCTION_WORDS.has(folded);
}

// src/platform/search/unfinished-word.ts
var SUFFIXES = [
  "ability",
  "ables",
  "alism",
  "ality",
  "ances",
  "ation",
  "ational",
  "ations",
  "ators",
  "ences",
  "encies",
  "fulness",
  "ibility",
  "ically",
  "iveness",
  "ivity",
  "ization",
  "izations",
  "izers",
  "izing",
  "ments",
  "nesses",
  "ousness",
  "tional",
  "tions"
];
var SHORTEST = 4;
function possibleStems(unfinished) {
  if (unfinished.length < SHORTEST || !/^[a-z]+$/.test(unfinished)) return [];
  const stems = /* @__PURE__ */ new Set();
  for (const suffix of SUFFIXES) {
    for (let typed = Math.min(suffix.length, unfinished.length - 2); typed > 0; typed -= 1) {
      if (!unfinished.endsWith(suffix.slice(0, typed))) continue;
      const stem = stemOf(unfinished + suffix.slice(typed));
      if (!stem.startsWith(unfinished)) stems.add(stem);
    }
  }
  stems.delete(stemOf(unfinished));
  return [...stems];
}

// src/platform/search/query.ts
var LONGEST_QUERY = 500;
var MOST_TERMS = 16;
function readQuery(text) {
  const typed = text.slice(0, LONGEST_QUERY);
  const words2 = [];
  let room = MOST_TERMS;
  visitText(typed, {
    word(word, _start, end) {
      if (word.folded !== "") add(wordQuery(word, end === typed.length));
    },
    characters(folded, _start, _end, place) {
      const term = { folded, stem: folded, unfinished: place === "only" };
      if (place !== "last") add({ whole: term, terms: [term], compound: false, possibleStems: [], optional: false });
    }
  });
  return withOptional(words2);
  function add(word) {
    const terms = word.terms.slice(0, room);
    if (terms.length === 0 || words2.some((known) => isSame(known.whole, word.whole))) return;
    room -= terms.length;
    words2.push({ ...word, terms });
  }
}
function wordQuery({ folded, stem, parts }, unfinished) {
  const whole = { folded, stem, unfinished };
  const terms = parts.map((part, index) => ({ ...part, unfinished: unfinished && index === parts.length - 1 }));
  return {
    whole,
    terms: terms.length > 0 ? terms : [whole],
    compound: terms.length > 0,
    possibleStems: unfinished ? possibleStems(folded) : [],
    optional: false
  };
}
function isSame(one, other) {
  return one.folded === other.folded && one.unfinished === other.unfinished;
}
function withOptional(words2) {
  const marked = words2.map((word) => ({ ...word, optional: !word.compound && isFunctionWord(word.whole.folded) }));
  return marked.every(({ optional }) => optional) ? [...words2] : marked;
}

// src/platform/search/candidates.ts
var COMMON = 1e3;
var MOST_SECTIONS = 200;
var FEW_SECTIONS = 20;
var MOST_RANKED = 2e3;
var WEIGHT_OF_OPTIONAL = 0.3;
async function findCandidates(queries, scope, words2) {
  const counted = await countWords(queries, scope, words2);
  const required = counted.filter(({ word }) => !word.optional);
  const present = required.filter(({ count }) => count > 0);
  const found = /* @__PURE__ */ new Set();
  let complete = true;
  const isFew = () => found.size < FEW_SECTIONS;
  const keep = (ids) => {
    for (const id of ids.slice(0, MOST_SECTIONS)) found.add(id);
    if (ids.length > MOST_SECTIONS) complete = false;
  };
  if (present.length === required.length) keep(await findEvery(queries, scope, words2, required));
  const wider = present.filter(({ word }) => !isBrief(word.whole)).map((word) => ({ ...word, expression: word.wide }));
  const isWider = wider.length < required.length || wider.some(({ narrow }) => narrow);
  if (isFew() && wider.length > 0 && isWider) keep(await findEvery(queries, scope, words2, wider));
  if (isFew() && present.length > 1) keep(await findSome(queries, scope, present));
  const [only] = words2;
  if (isFew() && words2.length === 1 && only) keep(await findBrief(queries, scope, only));
  return {
    sections: await readSections(queries, [...found]),
    weights: counted.map(({ word, count }) => word.optional ? WEIGHT_OF_OPTIONAL : weightOf(count)),
    complete
  };
}
async function countWords(queries, scope, words2) {
  const exact = await countSections(
    queries,
    scope,
    words2.map((word) => expressionOfWord(finished(word))),
    COMMON
  );
  const counted = [];
  for (const [index, word] of words2.entries()) {
    const count = exact[index] ?? 0;
    const wide = expressionOfWord(word);
    if (!word.whole.unfinished || count >= COMMON) {
      const expression = expressionOfWord(finished(word));
      counted.push({ word, expression, wide, narrow: word.whole.unfinished, count });
    } else {
      const [all] = await countSections(queries, scope, [wide], COMMON);
      counted.push({ word, expression: wide, wide, narrow: false, count: all ?? 0 });
    }
  }
  return counted;
}
function finished(word) {
  const finish = (term) => ({ ...term, unfinished: false });
  return { ...word, whole: finish(word.whole), terms: word.terms.map(finish) };
}
async function findBrief(queries, scope, { whole }) {
  if (!isBrief(whole) || whole.folded.length === 1) return [];
  const beginsLikeIt = { term: whole.folded, beginning: true };
  return findSections(queries, scope, beginsLikeIt, { ranked: false, limit: MOST_SECTIONS + 1 });
}
async function findEvery(queries, scope, words2, counted) {
  const every = { all: counted.map(({ expression }) => expression) };
  const limit = MOST_SECTIONS + 1;
  const any = await findSections(queries, scope, every, { ranked: false, limit });
  if (any.length <= MOST_SECTIONS) return any;
  if (counted.every(({ count }) => count < COMMON)) return findSections(queries, scope, every, { ranked: true, limit });
  const found = /* @__PURE__ */ new Set();
  const add = async (expression, fields) => {
    if (found.size >= limit) return;
    const options = { ranked: false, limit, ...fields && { fields } };
    for (const id of await findSections(queries, scope, expression, options)) found.add(id);
  };
  await add(expressionOfTitle(words2), ["title"]);
  await add(every, ["title"]);
  await add(every, ["title", "salient"]);
  for (const id of any) found.add(id);
  return [...found].slice(0, limit);
}
async function findSome(queries, scope, present) {
  const ranked = [];
  let matches = 0;
  for (const { expression, count } of [...present].sort((one, other) => one.count - other.count)) {
    matches += count;
    if (count >= COMMON || matches > MOST_RANKED) break;
    ranked.push(expression);
  }
  const limit = MOST_SECTIONS + 1;
  if (ranked.length > 0) return findSections(queries, scope, { any: ranked }, { ranked: true, limit });
  const any = { any: present.map(({ expression }) => expression) };
  const titled = await findSections(queries, scope, any, { ranked: false, fields: ["title"], limit });
  if (titled.length === limit) return titled;
  const others = await findSections(queries, scope, any, { ranked: false, limit });
  return [.../* @__PURE__ */ new Set([...titled, ...others])].slice(0, limit);
}
function weightOf(count) {
  return Math.log(1 + 4 * COMMON / (count + 1));
}
function expressionOfWord({ whole, terms, compound, possibleStems: possibleStems2 }) {
  const single2 = { any: [...expressionsOfTerm(whole), ...possibleStems2.map(exactly)] };
  if (!compound) return single2;
  const parts = terms.filter((term) => !isBrief(term)).map((term) => ({ any: expressionsOfTerm(term) }));
  return parts.length > 0 ? { any: [...single2.any, { all: parts }] } : single2;
}
function expressionsOfTerm(term) {
  const { folded, stem, unfinished } = term;
  if (!unfinished) return [exactly(stem)];
  if (!isBrief(term)) return [exactly(stem), { term: folded, beginning: true }];
  return folded.length > 1 ? [exactly(stem), exactly(beginning(folded))] : [exactly(stem)];
}
function isBrief({ folded, unfinished }) {
  return unfinished && /^[a-z0-9]{1,3}$/.test(folded);
}
function expressionOfTitle(words2) {
  const terms = words2.flatMap(({ whole, terms: terms2, compound }) => compound ? [whole, ...terms2] : [whole]);
  const stems = terms.map(({ stem }) => stem);
  const last = terms.at(-1);
  const exact = exactly(wholeTitle(stems));
  if (!last?.unfinished) return exact;
  return { any: [exact, { term: wholeTitle([...stems.slice(0, -1), last.folded]), beginning: true }] };
}
function exactly(term) {
  return { term, beginning: false };
}

// src/platform/search/beginnings.ts
var LETTERS2 = 37;
var LETTER_NUMBERS = Uint8Array.from({ length: 128 }, (_, unit) => {
  const character = String.fromCharCode(unit).toLowerCase();
  return /[a-z0-9]/.test(character) ? Number.parseInt(character, 36) + 1 : 0;
});
var SHORT_STEM = 3;
var Beginnings = class {
  #known = new Uint8Array(LETTERS2 ** 3);
  constructor(terms) {
    for (const { folded, stem, unfinished } of terms) {
      const key = keyAt(folded, 0, folded.length);
      if (key === void 0) continue;
      this.#known[key] = 1;
      const start = key - key % LETTERS2;
      if (stem.length <= SHORT_STEM || unfinished && folded.length === 2) this.#known.fill(1, start, start + LETTERS2);
    }
  }
  /** For a word without joiners between two offsets of a text. False only for words that cannot match. */
  mayMatch(text, start, end) {
    const key = keyAt(text, start, end);
    return key === void 0 || this.#known[key] === 1 || mayBeCompound(text, start, end);
  }
};
function keyAt(text, start, end) {
  let key = 0;
  for (let at = start; at < start + 3; at += 1) {
    const unit = at < end ? text.charCodeAt(at) : 0;
    if (unit > 127) return void 0;
    key = key * LETTERS2 + (LETTER_NUMBERS[unit] ?? 0);
  }
  return key;
}
function mayBeCompound(text, start, end) {
  for (let at = start + 1; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit > 127 || unit >= 65 && unit <= 90) return true;
  }
  return false;
}

// src/platform/search/matcher.ts
var SAME_STEM = 0.9;
var SAME_BEGINNING = 0.6;
var PART_OF_COMPOUND = 0.8;
var Matcher = class {
  /** The word of the query that each term belongs to. */
  wordOfTerm;
  #words;
  #beginnings;
  #seenWords = /* @__PURE__ */ new Map();
  #seenCharacters = /* @__PURE__ */ new Map();
  constructor(words2) {
    this.#words = words2;
    this.#beginnings = new Beginnings(words2.flatMap(({ whole, terms }) => [whole, ...terms]));
    this.wordOfTerm = words2.flatMap(({ terms }, index) => terms.map(() => index));
  }
  /** Visits the matches in a text and answers how many words the text has. */
  visit(text, visit) {
    let position = 0;
    visitText(text, {
      skips: (start, end, joined) => {
        if (joined || this.#beginnings.mayMatch(text, start, end)) return false;
        position += 1;
        return true;
      },
      word: (word, start, end) => {
        const match = this.#matchWord(word);
        if (match !== null) visit(match, position, start, end);
        position += 1;
      },
      characters: (folded, start, end) => {
        const match = this.#matchCharacters(folded);
        if (match !== null) visit(match, position, start, end);
        position += 1;
      }
    });
    return position;
  }
  #matchWord(word) {
    const seen = this.#seenWords.get(word);
    if (seen !== void 0) return seen;
    const match = this.#match((term) => wordStrength(word, term));
    this.#seenWords.set(word, match);
    return match;
  }
  #matchCharacters(folded) {
    const seen = this.#seenCharacters.get(folded);
    if (seen !== void 0) return seen;
    const match = this.#match((term) => {
      if (term.folded === folded) return 1;
      return term.unfinished && folded.startsWith(term.folded) ? PART_OF_COMPOUND : 0;
    });
    this.#seenCharacters.set(folded, match);
    return match;
  }
  #match(strengthOf) {
    const strengths = new Float64Array(this.wordOfTerm.length);
    let compound = -1;
    let index = 0;
    for (const [number, word] of this.#words.entries()) {
      const whole = strengthOf(word.whole);
      if (word.compound && whole === 1) compound = number;
      for (const term of word.terms) strengths[index++] = Math.max(whole, word.compound ? strengthOf(term) : 0);
    }
    return strengths.some((strength) => strength > 0) ? { strengths, compound } : null;
  }
};
function wordStrength(word, term) {
  let strength = formStrength(word, term);
  for (const part of word.parts) strength = Math.max(strength, PART_OF_COMPOUND * formStrength(part, term));
  return strength;
}
function formStrength({ folded, stem }, term) {
  if (folded === term.folded) return 1;
  if (stem === term.stem) return SAME_STEM;
  const begins = term.unfinished && term.folded.length > 1 && folded.startsWith(term.folded);
  return begins ? SAME_BEGINNING : 0;
}

// src/platform/search/rank.ts
var TITLE = 5;
var PAGE_TITLE = 1.5;
var NEAR_IN_TITLE = 1.5;
var LITERAL_COMPOUND = 3;
var EVERY_TERM = 1.5;
var SHORT_LEAD = 1.1;
var SHORT_LEAD_CHARACTERS = 600;
var SATURATION = 1.2;
var LENGTH_INFLUENCE = 0.7;
var USUAL_WORDS = 120;
var LARGEST_GAP = 3;
function rankSection(matcher, weights, section) {
  const title = matchField(matcher, section.title);
  const page = section.page_title === section.title ? void 0 : matchField(matcher, section.page_title);
  const body = matchField(matcher, section.body);
  const share = title.words === 0 ? 0 : title.matched / title.words;
  let score = 0;
  let presentWeight = 0;
  let wholeWeight = 0;
  let own = false;
  for (const [term, word] of matcher.wordOfTerm.entries()) {
    const weight = weights[word] ?? 0;
    const inTitle = title.best[term] ?? 0;
    const inPage = page?.best[term] ?? 0;
    const inBody = saturate(body.sum[term] ?? 0, body.words);
    const near = Math.max(NEAR_IN_TITLE * (title.near[term] ?? 0), body.near[term] ?? 0);
    score += weight * (TITLE * inTitle * (0.5 + share / 2) + PAGE_TITLE * inPage + inBody + near);
    wholeWeight += weight;
    if (inTitle + inBody > 0) own = true;
    if (inTitle + inBody + inPage > 0) presentWeight += weight;
  }
  for (const word of /* @__PURE__ */ new Set([...title.compounds, ...body.compounds])) score += LITERAL_COMPOUND * (weights[word] ?? 0);
  score *= presentWeight >= wholeWeight ? EVERY_TERM : presentWeight / wholeWeight;
  if (section.position === 0 && section.body.length < SHORT_LEAD_CHARACTERS) score *= SHORT_LEAD;
  return { section, score: Math.round(score * 1e4) / 1e4, own };
}
function saturate(sum, words2) {
  const length = 1 - LENGTH_INFLUENCE + LENGTH_INFLUENCE * words2 / USUAL_WORDS;
  return sum * (SATURATION + 1) / (sum + SATURATION * length);
}
function matchField(matcher, text) {
  const terms = matcher.wordOfTerm.length;
  const [best, sum, near] = [new Float64Array(terms), new Float64Array(terms), new Float64Array(terms)];
  const latest = new Float64Array(terms).fill(Number.NEGATIVE_INFINITY);
  const compounds = /* @__PURE__ */ new Set();
  let matched = 0;
  const words2 = matcher.visit(text, ({ strengths, compound }, position) => {
    matched += 1;
    if (compound >= 0) compounds.add(compound);
    for (let term = terms - 1; term >= 0; term -= 1) {
      const strength = strengths[term] ?? 0;
      if (strength === 0) continue;
      best[term] = Math.max(best[term] ?? 0, strength);
      sum[term] = (sum[term] ?? 0) + strength;
      latest[term] = position;
      const gap = position - (latest[term - 1] ?? Number.NEGATIVE_INFINITY);
      if (gap > 0 && gap <= LARGEST_GAP) near[term] = Math.max(near[term] ?? 0, 1 / gap);
    }
  });
  return { best, sum, near, compounds, words: words2, matched };
}

// src/platform/search/snippet.ts
var LENGTH = 200;
var LEAD_IN = 60;
function snippet(matcher, text) {
  const matches = [];
  matcher.visit(text, ({ strengths }, _position, start2, end2) => matches.push({ start: start2, end: end2, strengths }));
  const densest = densestStart(matches);
  const start = densest <= LEAD_IN ? 0 : borderBefore(text, densest - LEAD_IN, densest);
  const end = start + LENGTH >= text.length ? text.length : borderAfter(text, start, start + LENGTH);
  const passage = mark(text, start, end, matches).replace(/\s+/g, " ").trim();
  return `${start > 0 ? "\u2026" : ""}${passage}${end < text.length ? "\u2026" : ""}`;
}
function densestStart(matches) {
  let best = { value: 0, start: 0 };
  for (const [index, first] of matches.entries()) {
    const terms = new Float64Array(first.strengths.length);
    let count = 0;
    for (let at = index; at < matches.length; at += 1) {
      const match = matches[at];
      if (match === void 0 || match.end > first.start + LENGTH - LEAD_IN) break;
      count += 1;
      for (const [term, strength] of match.strengths.entries()) terms[term] = Math.max(terms[term] ?? 0, strength);
    }
    const value = terms.reduce((sum, strength) => sum + strength, 0) * 100 + Math.min(count, 50);
    if (value > best.value) best = { value, start: first.start };
  }
  return best.start;
}
function borderBefore(text, from, until) {
  for (let at = from; at < until; at += 1) if (isSpace(text, at - 1)) return at;
  return wholeCharacter(text, from);
}
function borderAfter(text, from, until) {
  for (let at = until; at > from + LENGTH / 2; at -= 1) if (isSpace(text, at)) return at;
  return wholeCharacter(text, until);
}
function isSpace(text, at) {
  return /\s/.test(text.charAt(at));
}
function wholeCharacter(text, at) {
  return /[\ud800-\udbff]/.test(text.charAt(at - 1)) && /[\udc00-\udfff]/.test(text.charAt(at)) ? at - 1 : at;
}
function mark(text, from, to, matches) {
  let marked = "";
  let done = from;
  let open;
  for (const { start, end } of matches) {
    if (start < from || end > to) continue;
    if (open !== void 0 && start <= open.end) {
      open.end = Math.max(open.end, end);
      continue;
    }
    close();
    open = { start, end };
  }
  close();
  return marked + text.slice(done, to);
  function close() {
    if (open === void 0) return;
    marked += `${text.slice(done, open.start)}**${text.slice(open.start, open.end)}**`;
    done = open.end;
  }
}

// src/platform/search/search.ts
var MOST_PAGES = 200;
var MOST_SECTIONS_OF_PAGE = 3;
async function searchSections(queries, { spaces: spaces2, query, limit, offset }) {
  const words2 = readQuery(query);
  const scope = await findScope(queries, spaces2);
  if (words2.length === 0 || scope.numbers.length === 0) return { total: 0, pages: [] };
  const { sections, weights, complete } = await findCandidates(queries, scope, words2);
  const matcher = new Matcher(words2);
  const ranked = sections.map((section) => rankSection(matcher, weights, section)).filter(({ score }) => score > 0);
  const pages = groupByPage(ranked);
  return {
    ...complete && { total: pages.length },
    pages: pages.slice(offset, offset + limit).map((page) => pageHit(matcher, page))
  };
}
function groupByPage(ranked) {
  const pages = /* @__PURE__ */ new Map();
  for (const hit of ranked) {
    const { space, page } = hit.section;
    const key = JSON.stringify([space, page]);
    const known = pages.get(key);
    if (known === void 0) pages.set(key, { space, page, score: hit.score, sections: [hit] });
    else {
      known.sections.push(hit);
      known.score = Math.max(known.score, hit.score);
    }
  }
  return [...pages.values()].sort((one, other) => other.score - one.score || compare(one.page, other.page) || compare(one.space, other.space)).slice(0, MOST_PAGES);
}
function pageHit(matcher, { space, page, score, sections }) {
  return { space, page, score, sections: bestSections(sections).map((hit) => sectionHit(matcher, hit)) };
}
function bestSections(sections) {
  const own = sections.filter((hit) => hit.own);
  const byScore = (own.length > 0 ? own : [...sections]).sort(
    (one, other) => other.score - one.score || one.section.position - other.section.position
  );
  const best = /* @__PURE__ */ new Map();
  for (const hit of byScore) if (!best.has(hit.section.anchor)) best.set(hit.section.anchor, hit);
  return [...best.values()].slice(0, MOST_SECTIONS_OF_PAGE);
}
function sectionHit(matcher, { section: { anchor, title, body }, score }) {
  return { anchor, title, body: snippet(matcher, body), score };
}
function compare(one, other) {
  return one < other ? -1 : one > other ? 1 : 0;
}

// bench/tmp-st2.ts
var db = await openDatabase("/tmp/sdb");
var spaces = Array.from({ length: 20 }, (_, i) => `space-${i}`);
var t = async (name, f) => {
  for (let i = 0; i < 5; i++) await f();
  const ts = [];
  let r;
  for (let i = 0; i < 30; i++) {
    const s = performance.now();
    r = await f();
    ts.push(performance.now() - s);
  }
  ts.sort((a, b) => a - b);
  console.log("  ", name.padEnd(30), ts[8].toFixed(2));
  return r;
};
await db.read(async (q) => {
  const scope = await findScope(q, spaces);
  for (const text of ["joormenter staprosable noxe ina", "pasta seror", "jovista", "comtra hafor", "zevierable "]) {
    const words2 = readQuery(text);
    console.log(text);
    await t("total", () => searchSections(q, { spaces, query: text, limit: 20, offset: 0 }));
    const c = await t("candidates", () => findCandidates(q, scope, words2));
    console.log(c.sections.length);
    const ids = c.sections.map((s) => s.id);
    for (const w of words2) await t("count " + w.whole.stem, () => countSections(q, scope, [{ term: w.whole.stem, beginning: false }], 2e3));
    await t("read", () => readSections(q, ids));
    await t("rank", async () => {
      const m = new Matcher(words2);
      return c.sections.map((s) => rankSection(m, c.weights, s));
    });
    await t("snippets", async () => {
      const m = new Matcher(words2);
      return c.sections.slice(0, 40).map((s) => snippet(m, s.body));
    });
    const any = { any: words2.map((w) => ({ term: w.whole.stem, beginning: false })) };
    await t("any ranked", () => findSections(q, scope, any, { ranked: true, limit: 200 }));
    await t("any unranked", () => findSections(q, scope, any, { ranked: false, limit: 200 }));
  }
});

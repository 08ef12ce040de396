// bench/tmp-ins.ts
import { rmSync, mkdirSync as mkdirSync2 } from "node:fs";

// src/platform/store/database.ts
import { accessSync, constants, mkdirSync, statfsSync } from "node:fs";
import { join } from "node:path";
import { Kysely, sql as sql2 } from "kysely";

// src/platform/store/migrations.ts
import { sql } from "kysely";
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
    await sql`CREATE VIRTUAL TABLE section_text USING fts5(title, page, salient, body, content='', contentless_delete=1, tokenize="ascii tokenchars '.~'")`.execute(
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
    await sql2`create table if not exists schema_step (name text primary key, applied_at text not null)`.execute(
      transaction
    );
    const { rows } = await sql2`select name from schema_step`.execute(transaction);
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
      await sql2`insert into schema_step values (${name}, ${(/* @__PURE__ */ new Date()).toISOString()})`.execute(transaction);
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
function indexTerms(text) {
  const terms = [];
  visitText(text, {
    word(word) {
      for (let index = 0; index < word.terms.length; index += 1) terms.push(word.terms[index] ?? "");
    },
    characters: (folded) => terms.push(folded)
  });
  return terms;
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
var SALIENT = 3;
var LONGEST_WHOLE_TITLE = 8;
var MARK2 = "~";
function sectionTerms({ title, body }, pageTitle) {
  const titleTerms = indexTerms(title);
  const bodyTerms = indexTerms(body);
  return {
    title: [...titleTerms, ...beginnings(titleTerms), wholeTitle(titleTerms)].filter((term) => term !== ""),
    page: title === pageTitle ? [] : indexTerms(pageTitle),
    salient: repeated(bodyTerms),
    body: bodyTerms
  };
}
function beginning(letters) {
  return `${letters}${MARK2}`;
}
function wholeTitle(terms) {
  return terms.length === 0 || terms.length > LONGEST_WHOLE_TITLE ? "" : `${MARK2}${terms.join(MARK2)}`;
}
function beginnings(terms) {
  const found = /* @__PURE__ */ new Set();
  for (const term of terms) {
    for (const length of [2, 3]) {
      if (term.length > length && /^[a-z0-9]+$/.test(term.slice(0, length)))
        found.add(beginning(term.slice(0, length)));
    }
  }
  return [...found];
}
function repeated(terms) {
  const counts = /* @__PURE__ */ new Map();
  const found = [];
  for (const term of terms) {
    const count = (counts.get(term) ?? 0) + 1;
    counts.set(term, count);
    if (count === SALIENT) found.push(term);
  }
  return found;
}

// src/platform/store/search.ts
import { sql as sql3 } from "kysely";
var ID_BITS = 30;
var IDS_OF_SPACE = 2 ** ID_BITS;
var BATCH = 500;
async function replaceSections(queries, space, pages2) {
  const number = await claimNumber(queries, space);
  let id = await lastId(queries, number);
  let batch = [];
  let rows = 0;
  for (const page of pages2) {
    batch.push(page);
    rows += page.sections.length;
    if (rows >= BATCH) await flush();
  }
  await flush();
  async function flush() {
    await removePageSections(
      queries,
      space,
      batch.map(({ page }) => page)
    );
    await insertSections(queries, space, batch, id + 1);
    id += rows;
    batch = [];
    rows = 0;
  }
}
async function removePageSections(queries, space, pages2) {
  if (pages2.length === 0) return;
  const { rows } = await sql3`
    select id from section
    where space = ${space} and page in (select value from json_each(${JSON.stringify(pages2)}))`.execute(queries);
  if (rows.length === 0) return;
  const ids = JSON.stringify(rows.map(({ id }) => id));
  await sql3`delete from section_text where rowid in (select value from json_each(${ids}))`.execute(queries);
  await sql3`delete from section where id in (select value from json_each(${ids}))`.execute(queries);
}
async function findScope(queries, spaces) {
  const { rows } = await sql3`
    select number from section_space where space in (select value from json_each(${JSON.stringify(spaces)}))
    order by number`.execute(queries);
  return { numbers: rows.map(({ number }) => number) };
}
async function insertSections(queries, space, pages2, firstId) {
  const rows = [];
  const texts = [];
  for (const { page, sections } of pages2) {
    const pageTitle = sections[0]?.title ?? "";
    for (const [position, section] of sections.entries()) {
      const id = firstId + rows.length;
      rows.push([id, space, page, position, section.anchor, section.title, pageTitle, section.body]);
      const { title, page: context, salient, body } = sectionTerms(section, pageTitle);
      texts.push([id, title.join(" "), context.join(" "), salient.join(" "), body.join(" ")]);
    }
  }
  if (rows.length === 0) return;
  await sql3`
    insert into section (id, space, page, position, anchor, title, page_title, body)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4, value ->> 5, value ->> 6, value ->> 7
    from json_each(${JSON.stringify(rows)})`.execute(queries);
  await sql3`
    insert into section_text (rowid, title, page, salient, body)
    select value ->> 0, value ->> 1, value ->> 2, value ->> 3, value ->> 4
    from json_each(${JSON.stringify(texts)})`.execute(queries);
}
async function claimNumber(queries, space) {
  await sql3`insert into section_space (space) values (${space}) on conflict do nothing`.execute(queries);
  const [number] = (await findScope(queries, [space])).numbers;
  if (number === void 0) throw new Error(`Space ${space} has no number in the search index.`);
  return number;
}
async function lastId(queries, number) {
  const { low, high } = idsOf([number]);
  const { rows } = await sql3`
    select max(id) as id from section where id between ${low} and ${high}`.execute(queries);
  return rows[0]?.id ?? low;
}
function idsOf(numbers) {
  const first = numbers[0] ?? 0;
  const last = numbers.at(-1) ?? 0;
  return { low: first * IDS_OF_SPACE, high: (last + 1) * IDS_OF_SPACE - 1 };
}

// bench/tmp-ins.ts
import { sql as sql4 } from "kysely";
var src = await openDatabase("/tmp/sdb");
var cpu = () => {
  const u = process.cpuUsage();
  return (u.user + u.system) / 1e3 | 0;
};
var pages = await src.read(async (q) => {
  const { rows } = await sql4`select * from section where id < 6*1073741824`.execute(q);
  const m = /* @__PURE__ */ new Map();
  for (const r of rows) {
    const k = r.space + r.page;
    if (!m.has(k)) m.set(k, { page: k, sections: [] });
    m.get(k).sections.push(r);
  }
  return [...m.values()];
});
var n = pages.reduce((s, p) => s + p.sections.length, 0);
var c = cpu();
for (const p of pages) for (const s of p.sections) sectionTerms(s, p.sections[0].title);
console.log(n, "analysis", cpu() - c);
rmSync("/tmp/ins", { recursive: true, force: true });
mkdirSync2("/tmp/ins");
var db = await openDatabase("/tmp/ins");
c = cpu();
var t = performance.now();
await db.write((q) => replaceSections(q, "s", pages));
console.log("all", cpu() - c, "wall", performance.now() - t | 0);
c = cpu();
t = performance.now();
await db.write((q) => replaceSections(q, "s", pages.slice(0, 1)));
console.log("one page", cpu() - c, "wall", performance.now() - t | 0);
await db.close();

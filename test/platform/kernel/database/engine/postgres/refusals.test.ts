import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { sql } from "kysely";
import pg from "pg";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openServer } from "../../../../../../src/platform/kernel/database/engine/postgres/open.ts";
import { certificate, key } from "../../../../../client/self-signed-certificate.ts";
import { type PostgresServer, startPostgres } from "../../../../../support/postgres-server.ts";

const folder = mkdtempSync(join(tmpdir(), "copydesk-refusals-"));
let server: PostgresServer;
let data = "";

/** Runs statements, on the database of the server's URL without another one. */
async function run(statements: readonly string[], url = server.url): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const answers: string[] = [];
    for (const statement of statements) {
      const { rows } = await client.query<Record<string, string>>(statement);
      answers.push(...rows.flatMap((row) => Object.values(row)));
    }
    return answers;
  } finally {
    await client.end();
  }
}

beforeAll(async () => {
  server = await startPostgres();
  const [rules = ""] = await run(["show hba_file"]);
  data = dirname(rules);
  writeFileSync(rules, `host all keyed 127.0.0.1/32 scram-sha-256\n${readFileSync(rules, "utf8")}`);
  await run(["create role keyed login password 'p@ss/w#rd'", "create role guest login", "select pg_reload_conf()"]);
});

afterAll(async () => {
  await server?.stop();
  rmSync(folder, { recursive: true });
});

/** The URL of a new database, made by a statement and changed by others, for a user and with options. */
async function databaseWith(
  name: string,
  { changes = [], user = "copydesk", options = "", make = "" }: Readonly<Partial<Changed>> = {},
): Promise<string> {
  await run([`create database ${name} ${make}`, ...changes.map((change) => `alter database ${name} ${change}`)]);
  return urlOf(name, user, options);
}

interface Changed {
  readonly changes: readonly string[];
  readonly user: string;
  readonly options: string;
  readonly make: string;
}

const urlOf = (name: string, user = "copydesk", options = "") =>
  server.url.replace("copydesk@", `${user}@`).replace(/\/postgres$/, `/${name}${options}`);

async function messageOf(url: string): Promise<string> {
  const opened = await openServer(join(folder, "data"), url).catch((error: unknown) => error);
  if (!(opened instanceof Error)) {
    await (opened as Awaited<ReturnType<typeof openServer>>).close();
    return "opened";
  }
  expect(opened.name).toBe("DatabaseServerError");
  return opened.message.replace(/127\.0\.0\.1:\d+/, "HOST");
}

it.each<[string, () => Promise<string> | string, string]>([
  [
    "a password that is missing",
    () => urlOf("postgres", "keyed"),
    "The database at HOST/postgres requires a password, and its URL has none.",
  ],
  [
    "a wrong password",
    () => urlOf("postgres", "keyed:wrong"),
    'The database at HOST/postgres refuses: password authentication failed for user "keyed". Check the user, the password and whether it requires sslmode.',
  ],
  [
    "a database that does not exist",
    () => urlOf("nowhere"),
    'The database at HOST/nowhere refuses: database "nowhere" does not exist. Create it with the encoding UTF8, or name another.',
  ],
  [
    "another encoding",
    () => databaseWith("latin", { make: "encoding 'LATIN1' template template0 locale 'C'" }),
    "The database at HOST/latin has the encoding LATIN1. Create one with the encoding UTF8.",
  ],
  [
    "tables of another program",
    async () => {
      const url = await databaseWith("taken");
      await run(["create table revision (id int)"], url);
      return url;
    },
    'The database at HOST/taken is not empty: relation "revision" already exists. Name an empty one.',
  ],
  [
    "a user who may create no tables",
    async () => {
      // As it is since version 15.
      await run(["revoke create on schema public from public"], await databaseWith("guarded"));
      return urlOf("guarded", "guest");
    },
    "The database at HOST/guarded refuses: permission denied for schema public. Grant Copydesk's user the right to create and use tables there.",
  ],
  [
    "a search path without a schema",
    () => databaseWith("pathless", { changes: ["set search_path = 'nowhere'"] }),
    "The database at HOST/pathless refuses: no schema has been selected to create in. Set a search_path that begins with a schema that exists.",
  ],
  [
    "a database that is read-only",
    () => databaseWith("standby", { changes: ["set default_transaction_read_only = on"] }),
    "The database at HOST/standby is read-only, as a standby is. Name the primary server in its URL.",
  ],
  [
    "a statement timeout that is too short",
    () => databaseWith("hurried", { changes: ["set statement_timeout = 1"] }),
    "The database at HOST/hurried stopped a statement: canceling statement due to statement timeout. Try again, or set a longer statement_timeout.",
  ],
  [
    "no connections left",
    async () => {
      await run(["create role single login connection limit 0"]);
      return urlOf("postgres", "single");
    },
    'The database at HOST/postgres has no connection left: too many connections for role "single". Allow more, or run fewer processes: each opens up to 10.',
  ],
  [
    "TLS that is not there",
    () => urlOf("postgres", "copydesk", "?sslmode=verify-full"),
    "The database at HOST/postgres does not offer TLS. Leave sslmode out of its URL, or set up TLS there.",
  ],
  [
    "a file of the URL that is missing",
    () => urlOf("postgres", "copydesk", "?sslmode=verify-full&sslrootcert=/nowhere.pem"),
    "A file that the URL of the database at HOST/postgres names cannot be read: ENOENT: no such file or directory, open '/nowhere.pem'.",
  ],
  [
    "a socket that is missing",
    () => "postgres://ada:secret@%2Fnowhere/docs",
    "The database at /nowhere/docs does not respond: there is no such socket. Try again soon.",
  ],
  [
    "a host that is not encoded",
    () => "postgres://ada:secret@%2Ftmp%zz/docs",
    "The database is not a URL like postgres://user:password@host:5432/name.",
  ],
  [
    "a host that does not exist",
    () => "postgres://ada:secret@nowhere.invalid/docs",
    "The database at nowhere.invalid/docs does not respond: there is no such host. Try again soon.",
  ],
])("%s", async (_, url, message) => {
  expect(await messageOf(await url())).toBe(message);
});

it("a password may have any characters, encoded", async () => {
  await run(["create database secured owner keyed"]);
  expect(await messageOf(urlOf("secured", "keyed:p%40ss%2Fw%23rd"))).toBe("opened");
});

it("a certificate is checked", async () => {
  for (const [name, text] of Object.entries({ "server.crt": certificate, "server.key": key })) {
    writeFileSync(join(data, name), text, { mode: 0o600 });
  }
  await run(["alter system set ssl = on"]);
  await run(["select pg_reload_conf()", "create database encrypted"]);
  expect(await messageOf(urlOf("encrypted", "copydesk", "?sslmode=verify-full"))).toBe(
    "The certificate of the database at HOST/encrypted is not accepted: self-signed certificate. Name the file of its authority's certificate with sslrootcert, or check nothing with sslmode=no-verify.",
  );
  const trusted = join(folder, "authority.pem");
  writeFileSync(trusted, certificate);
  for (const options of [`?sslmode=verify-full&sslrootcert=${trusted}`, "?sslmode=no-verify"]) {
    expect(await messageOf(urlOf("encrypted", "copydesk", options))).toBe("opened");
  }
});

it("a pooler that does not keep prepared statements is recognized", async () => {
  const database = await openServer(join(folder, "data"), urlOf("postgres"));
  await expect(database.read((queries) => sql`execute elsewhere`.execute(queries))).rejects.toThrow(
    /is behind a pooler that shares connections between transactions: prepared statement "elsewhere" does not exist\. Use its session mode, or connect directly\.$/,
  );
  await database.close();
});

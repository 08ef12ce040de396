import { closeSync, copyFileSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { commands } from "../../src/cli/commands.ts";
import { answered } from "./in-process.ts";
import { temporaryFolder } from "./program.ts";
import { writeFolder } from "./workspace.ts";

const root = temporaryFolder();
const at = (name: string) => join(root, name);
const password = "secret-of-the-database";

beforeAll(async () => {
  writeFolder(at("docs"), { "README.md": "# Handbook\n\nOpen at nine.\n" });
  writeFolder(at("folder-with-files"), { "mine.txt": "Mine.\n" });
  writeFileSync(at("file"), "Some text.\n");
  for (const data of ["data", "other"]) {
    const { code, stderr } = await answered(["import", at("docs"), "--data", at(data)]);
    expect([code, stderr]).toEqual([0, expect.stringContaining("Imported 1 page")]);
  }
  mkdirSync(at("damaged"));
  copyFileSync(at("data/copydesk.sqlite"), at("damaged/copydesk.sqlite"));
  damage(at("damaged/copydesk.sqlite"));
}, 120_000);

/** Overwrites the first page of every table and index. */
function damage(file: string): void {
  const database = new Database(file, { readonly: true });
  const roots = database
    .prepare("select rootpage from sqlite_schema where rootpage > 0 and name <> 'schema_step'")
    .pluck()
    .all() as number[];
  database.close();
  const handle = openSync(file, "r+");
  for (const page of roots) {
    const start = (page - 1) * 4096;
    if (start < statSync(file).size) writeSync(handle, Buffer.alloc(4096, 0xa5), 0, 4096, start);
  }
  closeSync(handle);
}

const data = ["--data", at("data")];
const damaged = ["--data", at("damaged")];
const unreachable = ["--data", at("local"), "--database", `postgres://ada:${password}@127.0.0.1:1/docs`];
const remote = ["--base-url", "http://127.0.0.1:1", "--token", password];
const isDamaged = /damaged/;
const noDatabase = /The database at 127\.0\.0\.1:1\/docs does not respond/;
const noService = /no connection to 127\.0\.0\.1:1 could be made/;

/** A command, what fails, its arguments and what stderr says. */
const failures: readonly (readonly [string, string, readonly string[], RegExp])[] = [
  ["setup", "an unknown host", ["nowhere"], /There is no host "nowhere"/],
  ["tools", "an unknown tool", ["nothing", ...data], /There is no tool or operation "nothing"/],
  ["call", "an unknown operation", ["nothing", ...data], /There is no operation "nothing"/],
  ["call", "arguments that are not JSON", ["listPages", "{", ...data], /The arguments are not JSON/],
  ["call", "a missing space", ["listPages", '{"spaceId":"No such space"}', ...data], /No such space/],
  ["call", "a service that is away", ["getAuthenticatedUser", ...remote], noService],
  ["call", "a damaged folder", ["getAuthenticatedUser", ...damaged], isDamaged],
  ["call", "a password in the address", ["x", "--base-url", `https://ada:${password}@h`], /must not carry a user name/],
  ["call", "a mistyped address", ["x", "--base-url", `htp:/ada:${password}@h/x`], /must be an http or https URL/],
  ["spaces", "a database that is away", unreachable, noDatabase],
  ["spaces", "a damaged folder", damaged, isDamaged],
  ["pages", "a missing space", ["No such space", ...data], /No such space/],
  ["search", "no words", data, /Usage: copydesk search/],
  ["search", "a service that is away", ["words", ...remote], noService],
  ["read", "a missing page", ["no/such/page", ...data], /no\/such\/page/],
  ["changes", "an unknown status", ["--status", "odd", ...data], /odd/],
  ["diff", "a missing change request", ["77", ...data], /There is no change request "77"/],
  ["propose", "no subject", data, /Usage: copydesk propose/],
  ["edit", "a missing change request", ["README", "--change-request", "77", ...data], /no change request "77"/],
  ["update", "a missing change request", ["77", ...data], /There is no change request "77"/],
  ["comment", "a missing change request", ["Hm", "--change-request", "77", ...data], /no change request "77"/],
  ["review", "an unknown verdict", ["77", "perhaps", ...data], /Usage: copydesk review|perhaps/],
  ["merge", "a missing change request", ["77", "--yes", ...data], /There is no change request "77"/],
  ["links", "a missing page", ["no/such/page", ...data], /no\/such\/page/],
  ["history", "a missing space", ["--space", "No such space", ...data], /No such space/],
  ["open", "a missing page", ["no/such/page", "--print", ...data], /no\/such\/page/],
  ["openapi", "a missing file", ["publish", at("none.yaml"), ...data], /none\.yaml/],
  ["check", "a missing folder", [at("none")], /There is no folder/],
  ["import", "a missing folder", [at("none"), ...data], /There is no folder/],
  [
    "import",
    "a mistyped URL",
    [`htps://ada:${password}@h/x`, ...data],
    /There is no folder htps:\/\/ada:\[token\]@h\/x/,
  ],
  ["import", "a mistyped URL with a token", ["htps://ghp_0123456789abcdefghij@h/x", ...data], /htps:\/\/\[token\]@h/],
  ["import", "a repository that is away", [`http://ada:${password}@127.0.0.1:1/x`, ...data], /cannot be imported/],
  ["import", "a database that is away", [at("docs"), ...unreachable], noDatabase],
  ["import", "a file for a data folder", [at("docs"), "--data", at("file")], /not writable/],
  ["import", "a URL for a data folder", [at("docs"), "--data", `postgres://ada:${password}@h/x`], /must be a folder/],
  ["export", "a missing space", ["No such space", at("out"), ...data], /There is no space "No such space"/],
  ["export", "a file for a folder", ["Handbook", at("file"), ...data], /file/],
  ["export", "a folder with files", ["Handbook", at("folder-with-files"), ...data], /folder-with-files/],
  ["export", "a damaged folder", ["Handbook", at("out"), ...damaged], isDamaged],
  ["upload", "a missing file", [at("none.md"), "--change-request", "77", ...data], /none\.md|no change request "77"/],
  ["preview", "a missing folder", [at("none")], /There is no folder/],
  ["build", "a missing space", ["No such space", at("site"), ...data], /There is no space "No such space"/],
  ["build", "a missing folder", ["./none/", at("site")], /There is no folder/],
  ["build", "a file for a folder", [`${at("docs")}/`, at("file")], /file/],
  ["login", "an unknown user", ["--user", "nobody", ...data], /there is no user nobody/],
  ["invite", "no address", ["nobody", ...data], /"nobody" is not an e-mail address/],
  ["user", "no address", ["add", "nobody", ...data], /this is not an e-mail address/],
  ["user", "an unknown user", ["disable", "nobody", ...data], /there is no user nobody/],
  ["token", "an unknown token", ["revoke", "none", ...data], /There is no working token none/],
  ["token", "a damaged folder", ["list", ...damaged], isDamaged],
  ["agents", "an unknown agent", ["revoke", "none", ...data], /There is no connected agent none/],
  ["backup", "a missing folder", [at("none/backup"), ...data], /There is no folder/],
  ["backup", "an existing file", [at("file"), ...data], /already exists/],
  ["backup", "a damaged folder", [at("damaged.backup"), ...damaged], isDamaged],
  ["backup", "a database", [at("x"), ...unreachable], /backup copies a data folder/],
  ["migrate", "an argument", ["all", ...data], /Usage: copydesk migrate/],
  ["migrate", "a damaged folder", damaged, isDamaged],
  ["migrate", "a database that is away", unreachable, noDatabase],
  ["encrypt", "no key", data, /Usage: copydesk encrypt/],
  ["encrypt", "a missing file", ["--secret-key-file", at("none"), ...data], /none/],
  ["restore", "a missing backup", [at("none"), "--data", at("restored")], /There is no file/],
  ["restore", "another file", [at("file"), "--data", at("restored")], /is not a Copydesk backup/],
  ["copy", "a target that is not empty", ["--from", at("data"), "--to", at("other")], /The target database is in use/],
  ["copy", "the same place twice", ["--from", at("data"), "--to", at("data")], /name the same location/],
  ["copy", "a missing source", ["--from", at("none"), "--to", at("new")], /there is no data folder/],
  ["copy", "a damaged source", ["--from", at("damaged"), "--to", at("new")], isDamaged],
  [
    "copy",
    "a mistyped source",
    ["--from", `postgres:/ada:${password}@h/x`, "--to", at("new")],
    /must be a postgres URL/,
  ],
  [
    "copy",
    "a mistyped target",
    ["--from", at("data"), "--to", `postgres//ada:${password}@h/x`],
    /must be a postgres URL/,
  ],
  ["copy", "another scheme", ["--from", at("data"), "--to", `mysql://ada:${password}@h/x`], /must be a postgres URL/],
  [
    "copy",
    "a target that is away",
    ["--from", at("data"), "--to", `postgres://ada:${password}@127.0.0.1:1/x`],
    /does not/,
  ],
  ["complete", "an unknown shell", ["nothing"], /Usage: copydesk complete/],
  ["help", "an unknown command", ["nothing"], /nothing/],
  ["serve", "an argument", ["nothing", ...data], /It takes no "nothing"/],
  ["serve", "an unknown flag", ["--tokne", password, ...data], /There is no flag --tokne/],
  ["serve", "a bucket with a key", ["--files", `s3://ada:${password}@b`, ...data], /--files must be a bucket/],
  [
    "serve",
    "a list of origins",
    ["--allowed-origins", `https://ada:${password}@h`, ...data],
    /takes origins of web pages/,
  ],
  ["mcp", "an argument", ["nothing"], /It takes no "nothing"/],
];

describe("an expected failure", () => {
  it.each(failures)("of copydesk %s is one sentence: %s", async (command, _, args, says) => {
    const { code, stdout, stderr } = await answered([command, ...args]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(says)]);
    expect(stdout + stderr).not.toContain(password);
    expect(stderr).not.toMatch(/^\s+at /m);
    expect(stderr).not.toMatch(/^\w*Error: |SqliteError/m);
  });

  it("is shown here for every command but doctor, which lists its checks", () => {
    const shown = new Set(failures.map(([command]) => command));
    expect(Object.keys(commands).filter((name) => !shown.has(name))).toEqual(["doctor"]);
  });

  it("of copydesk doctor is a line of its list, without the password", async () => {
    const broken = await answered(["doctor", ...damaged]);
    expect(broken.code).toBe(1);
    expect(broken.stdout).toMatch(/^FAIL data folder: .* is damaged\. Restore a backup/m);
    const away = await answered(["doctor", ...unreachable]);
    expect(away.stdout).toMatch(/^FAIL database: The database at 127\.0\.0\.1:1\/docs does not respond/m);
    for (const { stdout, stderr } of [broken, away]) {
      expect(stdout + stderr).not.toContain(password);
      expect(stdout + stderr).not.toMatch(/^\s+at |SqliteError/m);
    }
  });

  it("of copydesk preview is one sentence: a port in use", async () => {
    const server = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    const { code, stderr } = await answered(["preview", at("docs"), "--port", String(port)]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^Port \d+ on 127\.0\.0\.1 is in use/m)]);
    expect(stderr).not.toMatch(/^\s+at /m);
  });
});

import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { openDatabaseToRead } from "../../src/platform/kernel/database/database.ts";
import { answered } from "./in-process.ts";
import { temporaryFolder } from "./program.ts";
import { callOperation } from "./workspace.ts";

const folder = temporaryFolder();

const [first, second] = [1, 2].map(() => randomBytes(32).toString("base64")) as [string, string];

const file = (name: string, ...keys: string[]) => {
  const path = join(folder, name);
  writeFileSync(path, `${keys.join("\n")}\n`);
  return path;
};

const firstFile = file("first", first);

const secondFile = file("second", second);

const bothFile = file("both", second, first);

const user = (data: string, ...args: string[]) =>
  answered(["call", "getAuthenticatedUser", "{}", "--data", data, ...args]);

/** Values of the settings that are keys, as they are stored. */
async function storedKeys(data: string): Promise<string[]> {
  const database = await openDatabaseToRead(data);
  const rows = await database.read((queries) =>
    queries.selectFrom("setting").selectAll().where("name", "=", "file-links").execute(),
  );
  await database.close();
  return rows.map(({ value }) => value);
}

async function checkOf(data: string, ...args: string[]) {
  const { stdout } = await answered(["doctor", "--json", "--data", data, ...args]);
  const { checks } = JSON.parse(stdout) as { checks: { name: string; ok: boolean; detail: string }[] };
  return checks.find(({ name }) => name === "secrets");
}

describe("the secret key", () => {
  it.each([
    ["a flag", () => ["--secret-key", first], {}],
    ["a file", () => ["--secret-key-file", firstFile], {}],
    ["a command", () => ["--secret-key-command", `cat ${firstFile}`], {}],
    ["a variable", () => [], { COPYDESK_SECRET_KEY: first }],
    ["a variable with a file", () => [], { COPYDESK_SECRET_KEY_FILE: firstFile }],
    ["a variable with a command", () => [], { COPYDESK_SECRET_KEY_COMMAND: `cat ${firstFile}` }],
    ["hexadecimal digits", () => ["--secret-key", Buffer.from(first, "base64").toString("hex")], {}],
  ])("comes from %s", async (name, args, variables) => {
    const data = join(folder, `from ${name}`);
    const { code, stderr } = await answered(
      ["call", "getAuthenticatedUser", "{}", "--data", data, ...args()],
      variables,
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(await storedKeys(data)).toEqual([expect.stringMatching(/^sealed:[0-9a-f]{12}:/)]);
    expect((await user(data, "--secret-key-file", firstFile)).code).toBe(0);
  });

  it.each([
    [["--secret-key", "a passphrase"], "--secret-key: the key must be 32 random bytes in base64 or hexadecimal."],
    [["--secret-key", `${first},short`], "--secret-key: key 2 must be 32 random bytes in base64 or hexadecimal."],
    [
      ["--secret-key-file", join(folder, "none")],
      `--secret-key-file: the file ${folder}/none cannot be read (ENOENT).`,
    ],
    [
      ["--secret-key-command", "echo planted-output; exit 3"],
      "--secret-key-command: the command failed (exit code 3).",
    ],
    [["--secret-key-command", "true"], "--secret-key-command has no key."],
    [
      ["--secret-key", first, "--secret-key-file", firstFile],
      "--secret-key and --secret-key-file both give the secret key.",
    ],
  ])("is refused as %j, without being shown", async (args, message) => {
    const data = join(folder, "refused");
    const { code, stdout, stderr } = await user(data, ...args);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain(message);
    for (const secret of ["a passphrase", "planted-output", first, "short,"]) expect(stderr).not.toContain(secret);
  });

  it("may not be an empty variable, which would switch encryption off", async () => {
    const { code, stderr } = await answered(["call", "getAuthenticatedUser", "{}", "--data", folder], {
      COPYDESK_SECRET_KEY: "",
    });
    expect([code, stderr]).toEqual([1, expect.stringContaining("COPYDESK_SECRET_KEY is set to nothing")]);
  });

  it("is required from then on, and a wrong one is noticed at the start", async () => {
    const data = join(folder, "required");
    expect((await user(data)).code).toBe(0);
    expect((await user(data, "--secret-key-file", firstFile)).code).toBe(0);
    const without = await user(data);
    expect([without.code, without.stderr]).toEqual([
      1,
      expect.stringMatching(/encrypted with the secret key \w{12}, and no key was given/),
    ]);
    const wrong = await user(data, "--secret-key-file", secondFile);
    expect([wrong.code, wrong.stderr]).toEqual([
      1,
      expect.stringMatching(/encrypted with the secret key \w{12}, and the keys given are \w{12}/),
    ]);
  });
});

describe("copydesk encrypt", () => {
  it("encrypts everything with the first key, so that the others are not needed any more", async () => {
    const data = join(folder, "rotated");
    expect((await user(data, "--secret-key-file", firstFile)).code).toBe(0);
    const { code, stdout, stderr } = await answered([
      "encrypt",
      "--data",
      data,
      "--secret-key-file",
      bothFile,
      "--json",
    ]);
    const told = JSON.parse(stdout) as { key: string; values: number };
    expect([code, told.values]).toEqual([0, expect.any(Number)]);
    expect(told.values).toBeGreaterThan(0);
    expect(stderr).toMatch(/^Encrypted \d+ secrets?\. All secrets are encrypted with the key \w{12}\.\n$/);
    expect((await user(data, "--secret-key-file", secondFile)).code).toBe(0);
    expect((await user(data, "--secret-key-file", firstFile)).code).toBe(1);
    const again = await answered(["encrypt", "--data", data, "--secret-key-file", secondFile]);
    expect(again.stderr).toContain("Encrypted 0 secrets.");
  });

  it("needs a key", async () => {
    const { code, stderr } = await answered(["encrypt", "--data", join(folder, "no key")]);
    expect([code, stderr]).toEqual([1, expect.stringContaining("Usage: copydesk encrypt --secret-key-file <file>")]);
    expect(existsSync(join(folder, "no key"))).toBe(false);
  });
});

describe("copydesk doctor", () => {
  it("says whether secrets are encrypted", async () => {
    const data = join(folder, "doctor");
    expect(await checkOf(data)).toEqual({
      name: "secrets",
      ok: true,
      detail: "keys and tokens that must be stored are not encrypted; --secret-key-file encrypts them",
    });
    expect(await checkOf(data, "--secret-key-file", firstFile)).toEqual({
      name: "secrets",
      ok: true,
      detail: expect.stringMatching(/^encrypted with the key \w{12}$/),
    });
    expect(await checkOf(data, "--secret-key-file", bothFile)).toEqual({
      name: "secrets",
      ok: true,
      detail: expect.stringMatching(
        /^encrypted with the key \w{12}; "copydesk encrypt" encrypts what still has the key \w{12}$/,
      ),
    });
    expect(await checkOf(data)).toEqual({
      name: "secrets",
      ok: false,
      detail: expect.stringContaining("and no key was given"),
    });
  });

  it("does not show the key", async () => {
    const { stdout } = await answered([
      "doctor",
      "--data",
      join(folder, "doctor"),
      "--secret-key",
      `${second},${first}`,
    ]);
    expect(stdout).toMatch(/^ {2}secret-key +\(set\)/m);
    expect(stdout).not.toContain(first);
  });
});

describe("encrypted secrets", () => {
  it("stay encrypted in a backup, and need the same key where it is restored", async () => {
    const data = join(folder, "backed up");
    expect((await user(data, "--secret-key-file", firstFile)).code).toBe(0);
    const stored = await storedKeys(data);
    const backup = join(folder, "a.backup");
    expect((await answered(["backup", backup, "--data", data])).code).toBe(0);
    expect(readFileSync(backup, "latin1")).toContain(stored[0]);
    const restored = join(folder, "restored");
    expect((await answered(["restore", backup, "--data", restored])).code).toBe(0);
    expect(await storedKeys(restored)).toEqual(stored);
    expect((await user(restored)).code).toBe(1);
    expect((await user(restored, "--secret-key-file", firstFile)).code).toBe(0);
  });

  it("are copied as they are, and are encrypted with another key afterwards", async () => {
    const data = join(folder, "source");
    await callOperation(data, "getAuthenticatedUser");
    expect((await user(data, "--secret-key-file", firstFile)).code).toBe(0);
    const target = join(folder, "target");
    mkdirSync(target);
    expect((await answered(["copy", "--from", data, "--to", target])).code).toBe(0);
    expect(await storedKeys(target)).toEqual(await storedKeys(data));
    expect((await user(target, "--secret-key-file", secondFile)).code).toBe(1);
    expect((await answered(["encrypt", "--data", target, "--secret-key-file", bothFile])).code).toBe(0);
    expect((await user(target, "--secret-key-file", secondFile)).code).toBe(0);
  });
});

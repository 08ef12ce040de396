import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { findOauthRecord, putOauthRecord } from "../../../../src/platform/access/oauth-records-rows.ts";
import { createRequest, takeRequest } from "../../../../src/platform/identity/sign-in/requests-rows.ts";
import { type Database, openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { SecretKeys } from "../../../../src/platform/kernel/secrets/secret-keys.ts";
import { countUnsealed, useSecretKeys } from "../../../../src/platform/kernel/secrets/secrets-rows.ts";
import { start } from "../../../cli/program.ts";

const [first, second] = [1, 2].map(() => randomBytes(32).toString("base64")) as [string, string];

const keysOf = (...texts: string[]) => SecretKeys.parse(texts, "--secret-key");

/** Several batches of each column. */
const rows = 1_000;

/** Programs killed while one encryption gets on. */
const kills = 8;

const now = "2026-01-02T03:04:05.000Z";
const expiresAt = "2027-01-02T03:04:05.000Z";

const storeAll = (database: Database) =>
  database.write(async (queries) => {
    const requests: string[] = [];
    for (let at = 0; at < rows; at += 1) {
      const record = { kind: "Grant", id: `grant ${at}`, agent: undefined, uid: undefined, expiresAt };
      await putOauthRecord(queries, { ...record, payload: `planted-payload-${at}.` });
      const request = { provider: "oidc", browser: `browser ${at}`, returnTo: undefined };
      const secrets = { nonce: `planted-nonce-${at}.`, verifier: `planted-verifier-${at}.` };
      requests.push(await createRequest(queries, { ...request, ...secrets }, now));
    }
    return requests;
  });

/** Whether each secret still has its text. */
const expectAll = (database: Database, requests: readonly string[]) =>
  database.write(async (queries) => {
    for (const [at, id] of requests.entries()) {
      const record = await findOauthRecord(queries, "Grant", `grant ${at}`, now);
      const request = await takeRequest(queries, { id, provider: "oidc", browser: `browser ${at}` }, now);
      expect([record?.payload, request?.nonce, request?.verifier]).toEqual(
        ["payload", "nonce", "verifier"].map((name) => `planted-${name}-${at}.`),
      );
    }
  });

/** How many values are encrypted with a key. */
const countWith = (database: Database, id: string) =>
  database.read(async (queries) => {
    const { rows } = await sql<{ count: number }>`select
      (select count(*) from oauth_record where payload like ${`sealed:${id}:%`})
      + (select count(*) from sign_in_request where nonce like ${`sealed:${id}:%`})
      + (select count(*) from sign_in_request where verifier like ${`sealed:${id}:%`}) as count`.execute(queries);
    return Number(rows[0]?.count ?? 0);
  });

const plainIn = (folder: string) =>
  readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((file) => statSync(file).isFile() && readFileSync(file, "latin1").includes("planted-"));

/** Encrypts with a program that is killed again and again, each time after it got a little further. */
async function encryptKilled(folder: string, file: string, id: string): Promise<void> {
  const watched = await openDatabase(folder);
  const portion = (3 * rows) / (kills + 1);
  const landed: number[] = [];
  for (let kill = 1; kill <= kills; kill += 1) {
    const program = start(["encrypt", "--data", folder, "--secret-key-file", file]);
    let [done, hasEnded] = [0, false];
    void program.ended.then(() => {
      hasEnded = true;
    });
    while (!hasEnded && done < portion * kill) done = await countWith(watched, id);
    program.child.kill("SIGKILL");
    await program.ended;
    landed.push(await countWith(watched, id));
  }
  await watched.close();
  expect(landed.filter((done) => done > 0 && done < 3 * rows).length).toBeGreaterThan(kills / 2);
}

it("encryption that is killed at any point is completed by the next run, and loses nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-killed-"));
  const keyFiles = mkdtempSync(join(tmpdir(), "copydesk-keys-"));
  onTestFinished(() => {
    for (const made of [folder, keyFiles]) rmSync(made, { recursive: true, force: true });
  });
  const file = (name: string, ...keys: string[]) => {
    writeFileSync(join(keyFiles, name), keys.join("\n"));
    return join(keyFiles, name);
  };
  const plain = await openDatabase(folder);
  const requests = await storeAll(plain);
  await plain.close();

  await encryptKilled(folder, file("first", first), keysOf(first).current.id);
  const opened = await openDatabase(folder);
  await useSecretKeys(opened, keysOf(first));
  expect(await opened.read(countUnsealed)).toBe(0);
  await opened.close();
  expect(plainIn(folder)).toEqual([]);

  await encryptKilled(folder, file("second", second, first), keysOf(second).current.id);
  const done = start(["encrypt", "--data", folder, "--secret-key-file", file("both", second, first)]);
  expect((await done.ended).code).toBe(0);
  const rotated = await openDatabase(folder);
  await useSecretKeys(rotated, keysOf(second));
  await expectAll(rotated, requests);
  await rotated.close();
});

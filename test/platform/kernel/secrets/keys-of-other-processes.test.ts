import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { SecretKeys } from "../../../../src/platform/kernel/secrets/secret-keys.ts";
import { countUnsealed, rotateSecretKeys } from "../../../../src/platform/kernel/secrets/secrets-rows.ts";
import { type Service, startService } from "../../../pins/service.ts";

const [first, second] = [1, 2].map(() => randomBytes(32).toString("base64")) as [string, string];

const keysOf = (...texts: string[]) => SecretKeys.parse(texts, "--secret-key");

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-keys-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const open = async (folder: string, keys?: SecretKeys) => {
  const service = await startService(folder, keys === undefined ? {} : { secretKeys: keys });
  onTestFinished(() => service.platform.close());
  return service;
};

const invite = (service: Service) =>
  service.send(`POST /v1/orgs/${service.organization}/link-invites`, { body: JSON.stringify({ role: "read" }) });

const admitInvites = (service: Service) =>
  service.send(`PATCH /v1/orgs/${service.organization}`, { body: JSON.stringify({ inviteLinks: true }) });

it("a process without a key stores no secret after another began to encrypt", async () => {
  const folder = temporaryFolder();
  const plain = await open(folder);
  await admitInvites(plain);
  expect((await invite(plain)).status).toBeLessThan(300);
  const other = await open(folder, keysOf(first));
  const refused = await invite(plain);
  expect([refused.status, refused.text.includes("sealed")]).toEqual([500, false]);
  expect(plain.log.join("\n")).toContain(
    `Nothing was changed: the secrets in this database are encrypted with the secret key ${keysOf(first).current.id} since this process started without a key. Restart it with that key.`,
  );
  expect(await other.platform.database.read(countUnsealed)).toBe(0);
  expect((await invite(other)).status).toBeLessThan(300);
});

it("a process without a key stores no secret while another encrypts for the first time", async () => {
  const folder = temporaryFolder();
  const plain = await open(folder);
  await admitInvites(plain);
  const opening = open(folder, keysOf(first));
  let opened = false;
  void opening.finally(() => {
    opened = true;
  });
  const statuses = new Set<number>();
  while (!opened) statuses.add((await invite(plain)).status);
  const other = await opening;
  statuses.add((await invite(plain)).status);
  expect([...statuses].toSorted()).toEqual([201, 500]);
  expect(await other.platform.database.read(countUnsealed)).toBe(0);
  expect((await other.send(`GET /v1/orgs/${plain.organization}/link-invites?limit=100`)).status).toBe(200);
});

it("a process with a key that was replaced stores no secret with it", async () => {
  const folder = temporaryFolder();
  const old = await open(folder, keysOf(first));
  await admitInvites(old);
  const database = await openDatabase(folder);
  await rotateSecretKeys(database, keysOf(second, first));
  await database.close();
  expect((await invite(old)).status).toBe(500);
  expect(old.log.join("\n")).toContain(
    `the secrets in this database are no longer encrypted with the secret key ${keysOf(first).current.id}, but with ${keysOf(second).current.id}.`,
  );
  const service = await open(folder, keysOf(second));
  expect((await invite(service)).status).toBeLessThan(300);
  expect((await service.send(`GET /v1/orgs/${service.organization}/link-invites`)).status).toBe(200);
});

it("a value that somebody replaced by a text that is not encrypted is refused", async () => {
  const folder = temporaryFolder();
  const service = await open(folder, keysOf(first));
  await admitInvites(service);
  await invite(service);
  const list = () => service.send(`GET /v1/orgs/${service.organization}/link-invites`);
  expect((await list()).status).toBe(200);
  await service.platform.database.write((queries) => sql`update invite_link set id = 'planted'`.execute(queries));
  const refused = await list();
  expect([refused.status, refused.text.includes("planted")]).toEqual([500, false]);
  expect(service.log.join("\n")).toContain("invite_link.id was changed outside of Copydesk");
});

import { createHash } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, inject } from "vitest";
import { openServer } from "../../../../../../src/platform/kernel/database/engine/postgres/open.ts";
import { testAdditiveSteps } from "../../additive-steps.ts";
import { postgresParts } from "../../step-check.ts";

const folder = mkdtempSync(join(tmpdir(), "copydesk-additive-"));
const made = new Set<string>();

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject("postgres") });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}

afterAll(async () => {
  for (const name of made) await onServer(`drop database ${name} with (force)`);
  rmSync(folder, { recursive: true });
});

/** An empty database when first asked for: the others of this server are copies of a template with all tables. */
async function urlOf(name: string): Promise<string> {
  const database = `additive_${createHash("sha256").update(name).digest("hex").slice(0, 16)}`;
  if (!made.has(database)) await onServer(`create database ${database}`);
  made.add(database);
  return Object.assign(new URL(inject("postgres")), { pathname: `/${database}` }).href;
}

testAdditiveSteps(async (name, options) => openServer(folder, await urlOf(name), options), postgresParts);

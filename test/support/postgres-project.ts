import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import type { TestProject } from "vitest/node";
import { openServer } from "../../src/platform/kernel/database/engine/postgres/open.ts";
import { buildPrograms } from "./build-programs.ts";
import { template } from "./postgres-databases.ts";
import { startPostgres } from "./postgres-server.ts";

/** Starts the server of a run, and creates the database that every test copies. */
export async function setup({ provide }: Pick<TestProject, "provide">): Promise<() => Promise<void>> {
  const removePrograms = await buildPrograms({ provide }, join(import.meta.dirname, "postgres-databases.ts"));
  const server = await startPostgres();
  try {
    await makeTemplate(server.url);
  } catch (error) {
    await server.stop();
    throw error;
  }
  provide("postgres", server.url);
  return async () => {
    removePrograms();
    await server.stop();
  };
}

async function makeTemplate(server: string): Promise<void> {
  const client = new pg.Client({ connectionString: server });
  await client.connect();
  await client.query(`create database ${template}`);
  await client.end();
  const folder = mkdtempSync(join(tmpdir(), "copydesk-template-"));
  const url = new URL(server);
  url.pathname = `/${template}`;
  try {
    await (await openServer(folder, url.href)).close();
  } finally {
    rmSync(folder, { recursive: true });
  }
}

declare module "vitest" {
  interface ProvidedContext {
    /** URL of the server. Only tests of the project "postgres" have it. */
    postgres: string;
  }
}

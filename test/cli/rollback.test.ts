import { join } from "node:path";
import { afterAll, beforeAll, it } from "vitest";
import { buildNextRelease, type NextRelease } from "../support/next-release.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { temporaryFolder } from "./program.ts";
import { updateAndRollBack } from "./rolling-update.ts";

const folder = temporaryFolder();
let postgres: PostgresServer;
let next: NextRelease;

beforeAll(async () => {
  [postgres, next] = await Promise.all([startPostgres({ durable: true }), buildNextRelease()]);
}, 120_000);

afterAll(async () => {
  next?.remove();
  await postgres?.stop();
});

/** rollback-storm.test.ts has more of each. */
const short = { processes: 1, writers: 2, rest: 200, pause: 300, rounds: 1 };

it("processes on PostgreSQL are updated and rolled back under load, and lose nothing", async () => {
  await updateAndRollBack({ ...short, folder: join(folder, "postgres"), database: postgres.url, next: next.program });
}, 600_000);

it("processes on a data folder are updated and rolled back under load, and lose nothing", async () => {
  await updateAndRollBack({ ...short, folder: join(folder, "sqlite"), database: undefined, next: next.program });
}, 600_000);

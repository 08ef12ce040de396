import { afterAll, beforeAll, it } from "vitest";
import { buildNextRelease, type NextRelease } from "../support/next-release.ts";
import { temporaryFolder } from "./program.ts";
import { updateAndRollBack } from "./rolling-update.ts";

const folder = temporaryFolder();
let next: NextRelease;

beforeAll(async () => {
  next = await buildNextRelease();
}, 120_000);

afterAll(() => next?.remove());

// rollback-storm.test.ts has more of each, and PostgreSQL.
it("processes are updated and rolled back under load, and lose nothing", async () => {
  const short = { processes: 1, writers: 2, rest: 200, pause: 300, rounds: 1 };
  await updateAndRollBack({ ...short, folder, database: undefined, next: next.program });
}, 600_000);

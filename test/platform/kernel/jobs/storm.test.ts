import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, it, onTestFinished } from "vitest";
import { serve } from "../../../cli/program.ts";
import { gitBelow, openScene, type Scene, temporary } from "./storm-scene.ts";

/** Minutes to run for; set it when looking for rare failures. */
const minutes = Number(process.env.STORM_MINUTES ?? 0);

const size = minutes > 0 ? 120 : 60;

/** Milliseconds after which another process takes over the jobs of a killed one. */
const lease = 31_000;

const lived = 3000;

/** A server whose clock is this many milliseconds ahead. */
async function start(scene: Scene, ahead: number, temporaryFiles: string) {
  const clock = `const now = Date.now, Real = Date; globalThis.Date = class extends Real {
    constructor(...given) { super(...(given.length === 0 ? [now() + ${ahead}] : given)); }
    static now() { return now() + ${ahead}; } };`;
  const preload = `--import=data:text/javascript,${encodeURIComponent(clock)}`;
  const server = await serve(scene.flags, { TMPDIR: temporaryFiles, NODE_OPTIONS: preload });
  // No jobs are taken before the first request.
  const ask = () =>
    fetch(`${server.ready.api}/user`, { headers: { Authorization: `Bearer ${scene.token}` } }).then(({ status }) =>
      expect(status).toBe(200),
    );
  await ask();
  return server;
}

/** Lets a process finish whatever is left. */
async function finish(scene: Scene, ahead: number, temporaryFiles: string): Promise<object> {
  const server = await start(scene, ahead, temporaryFiles);
  let outcome: { jobs?: { state: string }[] } = {};
  for (const end = Date.now() + 120_000; Date.now() < end; ) {
    await sleep(500);
    outcome = await jobsOf(scene);
    if (outcome.jobs?.every(({ state }) => state !== "waiting" && state !== "running")) break;
  }
  await server.stop();
  return scene.outcome();
}

async function jobsOf(scene: Scene): Promise<{ jobs: { state: string }[] }> {
  const { openDatabase } = await import("../../../../src/platform/kernel/database/database.ts");
  const database = await openDatabase(scene.folder);
  const jobs = await database.read((queries) => queries.selectFrom("job").select(["kind", "state"]).execute());
  await database.close();
  return { jobs };
}

/** Waits until some process holds the write lock, at most for `time`; returns whether one did. */
async function untilWriting(folder: string, time = 1000): Promise<boolean> {
  const { default: Sqlite } = await import("better-sqlite3");
  const database = new Sqlite(join(folder, "copydesk.sqlite"), { timeout: 0 });
  try {
    for (const end = Date.now() + time; Date.now() < end; await sleep(1)) {
      try {
        database.exec("begin immediate; rollback");
      } catch {
        return true;
      }
    }
    return false;
  } finally {
    database.close();
  }
}

type Server = Awaited<ReturnType<typeof serve>>;

/** A process that slept through its lease continues while another runs its jobs; then both are killed. */
async function wakeBeside(sleeper: Server, other: Server): Promise<void> {
  await sleep((Math.random() * lived) / 3);
  sleeper.child.kill("SIGCONT");
  await sleep((Math.random() * lived) / 3);
  for (const { child } of [sleeper, other]) child.kill("SIGKILL");
  await other.ended.catch(() => {});
}

async function storm(withModel: boolean, expected: object): Promise<void> {
  const scene = await openScene({ withModel, size });
  const temporaryFiles = mkdtempSync(join(tmpdir(), "storm-tmp-"));
  let ahead = 0;
  const moments: string[] = [];
  // No more processes than a job may end without progress: each round may kill a sleeping one and one beside it.
  for (let kill = 0; kill < 2; kill += 1) {
    const server = await start(scene, ahead, temporaryFiles);
    const moment = Math.random() * lived;
    await sleep(moment);
    const inWrite = Math.random() < 0.5 && (await untilWriting(scene.folder));
    const wantsPause = !inWrite && Math.random() < 0.3;
    server.child.kill(wantsPause ? "SIGSTOP" : "SIGKILL");
    // One that is paused within a transaction blocks all others, so it is killed.
    const isPaused = wantsPause && !(await untilWriting(scene.folder, 100));
    if (!isPaused) server.child.kill("SIGKILL");
    ahead += lease;
    if (isPaused) await wakeBeside(server, await start(scene, ahead, temporaryFiles));
    await server.ended.catch(() => {});
    moments.push(`${Math.round(moment)} ms${inWrite ? " and in a transaction" : isPaused ? " of a paused one" : ""}`);
    if (isPaused) ahead += lease;
  }
  const outcome = await finish(scene, ahead, temporaryFiles);
  const how = `killed after ${moments.join(", then ")}`;
  // One that slept through its lease may be killed in Git when everything is done; the next to open the clone cleans it
  // up.
  const cleared = moments.some((moment) => moment.endsWith("paused one")) ? { leftInClones: [] } : {};
  expect.soft({ ...outcome, ...cleared }, how).toEqual(expected);
  expect.soft(gitBelow(scene.folder), how).toEqual([]);
  expect.soft(temporary(temporaryFiles), how).toEqual([]);
  await scene.close();
  rmSync(temporaryFiles, { recursive: true, force: true });
}

it.each([["with a model", true] as const, ["without a model", false] as const].slice(0, minutes > 0 ? 2 : 1))(
  "jobs of every kind whose processes are killed have the same result as undisturbed ones, once, %s",
  { timeout: 300_000 + minutes * 60_000 },
  async (_, withModel) => {
    const scene = await openScene({ withModel, size });
    onTestFinished(() => scene.close());
    const expected = await finish(scene, 0, tmpdir());
    expect(expected).toMatchObject({ faults: [], progress: [] });
    const end = Date.now() + (minutes / 2) * 60_000;
    do await storm(withModel, expected);
    while (Date.now() < end);
  },
);

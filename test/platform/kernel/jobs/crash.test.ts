import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Kysely } from "kysely";
import { expect, it, onTestFinished } from "vitest";
import { openPlatform } from "../../../../src/platform/index.ts";
import { openSqlite } from "../../../../src/platform/kernel/database/engine/sqlite/connection.ts";
import { holdFolder } from "../../../../src/platform/kernel/database/engine/sqlite/folder-lock.ts";
import type { Tables } from "../../../../src/platform/kernel/database/tables.ts";
import { findJob } from "../../../../src/platform/kernel/jobs/jobs-rows.ts";
import { queueJob } from "../../../../src/platform/kernel/jobs/new-job.ts";
import { ensureWorkspace } from "../../../../src/platform/workspace/spaces/local-workspace.ts";
import { programFile } from "../../../support/program-file.ts";
import { crashKinds, crashSteps } from "./crash-kinds.ts";

const worker = programFile(import.meta.dirname, "crash-worker.ts");

it("a job whose process is killed is restarted immediately and ends once", async () => {
  const folder = await mkdtemp(join(tmpdir(), "jobs-crash-"));
  const first = await openPlatform({ folder, jobs: {} });
  const { user } = await ensureWorkspace(first.database, first.now());
  const now = first.now();
  const job = await first.database.write((queries) =>
    queueJob(
      queries,
      { kind: "count", input: { name: "crash" } },
      { user, origin: "http://localhost", now, runner: "", leaseUntil: now },
    ),
  );
  await first.close();

  const child = spawn(process.execPath, [worker, folder], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");

  // By this clock its lease has not ended yet.
  const later = await openPlatform({ folder, jobs: crashKinds, now: () => new Date(now) });
  await later.jobsSettled();
  const row = await later.database.read((queries) => findJob(queries, job));
  expect(row).toMatchObject({ state: "succeeded", done: crashSteps, total: crashSteps, attempts_left: 8, failures: 0 });
  const written = await later.database.read((queries) =>
    queries.selectFrom("setting").select("name").where("name", "like", "crash-%").execute(),
  );
  expect(written.filter(({ name }) => name.startsWith("crash-end"))).toHaveLength(1);
  expect(written).toHaveLength(crashSteps + 1);
  await later.close();
  await rm(folder, { recursive: true, force: true });
});

it("a process takes over the jobs of a killed one before the lease ends", async () => {
  const folder = await mkdtemp(join(tmpdir(), "jobs-crash-"));
  const now = new Date().toISOString();
  const beside = await openPlatform({ folder, jobs: crashKinds, now: () => new Date(now) });
  const { user } = await ensureWorkspace(beside.database, now);
  const maker = { user, origin: "http://localhost", now, runner: "", leaseUntil: now };
  const job = await beside.database.write((queries) =>
    queueJob(queries, { kind: "count", input: { name: "beside" } }, maker),
  );
  const child = spawn(process.execPath, [worker, folder], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  beside.takeUpJobs();
  const state = async () => (await beside.database.read((queries) => findJob(queries, job)))?.state;
  expect(await state()).toBe("running");
  child.kill("SIGKILL");
  await expect.poll(state).toBe("succeeded");
  await beside.close();
  await rm(folder, { recursive: true, force: true });
});

/** A job of a process that was killed without others being able to tell, because it was in a container. */
async function leaveJobOfAnotherContainer() {
  const folder = await mkdtemp(join(tmpdir(), "jobs-crash-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const first = await openPlatform({ folder, jobs: {} });
  const now = first.now();
  const { user } = await ensureWorkspace(first.database, now);
  const maker = { user, origin: "http://localhost", now, runner: "", leaseUntil: now };
  const job = await first.database.write((queries) =>
    queueJob(queries, { kind: "count", input: { name: "container" } }, maker),
  );
  await first.close();
  const child = spawn(process.execPath, [worker, folder], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
  const { dialect } = await openSqlite(join(folder, "copydesk.sqlite"), "write");
  const database = new Kysely<Tables>({ dialect });
  const { numUpdatedRows } = await database
    .updateTable("job")
    .set({ lease_owner: "runner@elsewhere.1.1" })
    .where("state", "=", "running")
    .executeTakeFirst();
  await database.destroy();
  expect(numUpdatedRows).toBe(1n);
  return { folder, job, now: () => new Date(now) };
}

it("a process that opens a folder alone takes over the jobs of a killed container before the lease ends", async () => {
  const { folder, job, now } = await leaveJobOfAnotherContainer();
  const later = await openPlatform({ folder, jobs: crashKinds, now });
  await later.jobsSettled();
  const row = await later.database.read((queries) => findJob(queries, job));
  expect(row).toMatchObject({ state: "succeeded", attempts_left: 8, deaths: 1 });
  await later.close();
});

it("a process that opens a folder alongside others leaves them their jobs until the lease ends", async () => {
  const { folder, job, now } = await leaveJobOfAnotherContainer();
  // Stands in for the other container: what matters is that it has the folder open.
  const lock = await holdFolder(folder, "shared");
  const beside = await openPlatform({ folder, jobs: crashKinds, now });
  await beside.jobsSettled();
  const find = () => beside.database.read((queries) => findJob(queries, job));
  expect(await find()).toMatchObject({ state: "running", lease_owner: "runner@elsewhere.1.1" });
  await beside.close();
  lock.release();
});

it("four processes that open a folder at the same time all succeed, and one of them takes over the remaining jobs", async () => {
  const { folder, job, now } = await leaveJobOfAnotherContainer();
  const platforms = await Promise.all(Array.from({ length: 4 }, () => openPlatform({ folder, jobs: crashKinds, now })));
  for (const platform of platforms) platform.takeUpJobs();
  const [first] = platforms;
  const state = async () => (await first?.database.read((queries) => findJob(queries, job)))?.state;
  await expect.poll(state).toBe("succeeded");
  for (const platform of platforms) await platform.close();
});

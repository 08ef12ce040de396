import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { ensureWorkspace } from "../../../src/platform/access/local-workspace.ts";
import { queueJob } from "../../../src/platform/jobs/new-job.ts";
import { openPlatform } from "../../../src/platform/platform.ts";
import { findJob } from "../../../src/platform/store/jobs.ts";
import { programFile } from "../../support/program-file.ts";
import { crashKinds, crashSteps } from "./crash-kinds.ts";

const worker = programFile(import.meta.dirname, "crash-worker.ts");

it("a job whose process is killed is taken up again at once and ends once", { timeout: 60_000 }, async () => {
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

it("a process takes up by itself what another that is killed had, before the lease ends", {
  timeout: 60_000,
}, async () => {
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

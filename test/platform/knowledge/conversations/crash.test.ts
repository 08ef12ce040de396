import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import type { ModelSettings } from "../../../../src/platform/kernel/language-model/settings.ts";
import { startService } from "../../../pins/service.ts";
import { startModelEndpoint } from "../../../support/model-endpoint.ts";
import { programFile } from "../../../support/program-file.ts";
import { analyse, clustersOf, issuesOf, type TalkToSend, talk } from "./conversing.ts";
import { goodAnalyst } from "./scripted-analyst.ts";

const worker = programFile(import.meta.dirname, "crash-analyst.ts");

/** Seconds after which another process takes over the work of a killed one. */
const lease = 31;

const matters = [
  (id: number) => `The custom domain ${id} is not verified.`,
  (id: number) => `Webhook deliveries arrive twice at endpoint ${id}.`,
  (id: number) => `The PDF export of space ${id} stops with a timeout.`,
];

const talks = (count: number) =>
  Array.from({ length: count }, (_, index) => talk(`talk-${index}`, matters[index % 3]?.(index) ?? ""));

/** The members of each cluster, and its label. */
async function outcome(service: Awaited<ReturnType<typeof startService>>) {
  const clusters = new Map((await clustersOf(service)).map(({ id, label, stats }) => [id, [label, stats.issues]]));
  const issues: (readonly unknown[])[] = [];
  for (let page = ""; page !== "end"; ) {
    const query = `?limit=1000${page === "" ? "" : `&page=${page}`}`;
    for (const issue of await issuesOf(service, query)) {
      issues.push([issue.conversation, issue.title, clusters.get(issue.cluster ?? "")]);
    }
    const { json } = await service.send(`GET /v1/orgs/${service.organization}/conversations-issues${query}`);
    page = (json as { next?: { page: string } }).next?.page ?? "end";
  }
  return { issues: issues.sort(([one], [other]) => (String(one) < String(other) ? -1 : 1)), clusters: clusters.size };
}

async function undisturbed(sent: readonly TalkToSend[], model?: ModelSettings) {
  const service = await startService(undefined, { model });
  onTestFinished(() => service.close());
  await analyse(service, ...sent);
  return outcome(service);
}

/** Submits the conversations, kills some processes that analyze them, and has another one finish. */
async function killed(
  times: readonly number[],
  sent: readonly TalkToSend[],
  kill: () => Promise<unknown>,
  model?: ModelSettings,
) {
  const first = await startService(undefined, { jobs: {} });
  first.setTime(new Date().toISOString());
  await analyse(first, ...sent);
  await first.platform.close();
  for (const time of times) {
    const args = [first.folder, String(time * lease), model?.url ?? ""];
    const child = spawn(process.execPath, [worker, ...args], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await kill();
    child.kill("SIGKILL");
    await once(child, "close");
  }
  const service = await startService(first.folder, { model });
  onTestFinished(() => service.close());
  service.setTime(new Date(Date.now() + 3 * lease * 1_000).toISOString());
  await service.platform.jobsSettled();
  const jobs = await service.platform.database.read((queries) => queries.selectFrom("job").selectAll().execute());
  expect(jobs.map(({ kind, state }) => [kind, state])).toEqual([["conversations", "succeeded"]]);
  return outcome(service);
}

describe("an analysis whose process is killed at any moment", () => {
  it("has the same result, once, without a model", async () => {
    const sent = talks(1_200);
    const expected = await undisturbed(sent);
    expect(expected).toMatchObject({ clusters: 3, issues: { length: 1_200 } });
    expect(await killed([0], sent, () => sleep(Math.random() * 600))).toEqual(expected);
  });

  it("has the same result, once, with a model", async () => {
    const sent = talks(45);
    const endpoint = await startModelEndpoint(goodAnalyst);
    const model = { ...endpoint.settings, key: undefined };
    const expected = await undisturbed(sent, model);
    expect(expected).toMatchObject({ clusters: 1, issues: { length: 15 } });
    const whole = endpoint.asked.length;
    endpoint.reply = async (asked, response) => {
      await sleep(10 + Math.random() * 20);
      return goodAnalyst(asked, response);
    };
    const moment = async () => {
      const until = endpoint.asked.length + 2 + Math.floor(Math.random() * 25);
      const end = performance.now() + 3_000;
      while (endpoint.asked.length < until && performance.now() < end) await sleep(2);
    };
    expect(await killed([0, 1], sent, moment, model)).toEqual(expected);
    // What was stored before a kill is not requested again: at most what was in flight.
    expect(endpoint.asked.length - whole).toBeLessThanOrEqual(whole + 2 * 5 + 2);
  });
});

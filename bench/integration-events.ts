import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import Sqlite from "better-sqlite3";
import { createOutbound } from "../src/platform/kernel/outbound/outbound.ts";
import { generatePages } from "./generated-docs.ts";
import { type Measurement, type MeasureOptions, median, timed } from "./measurement.ts";
import { openWorkspace, storePages, type Workspace, withFolder } from "./workspace.ts";

const rounds = 100;
const warmUp = 30;

/** Pages that a merge changes. */
const edited = 10;

/** Events that wait when their delivery begins. */
const waiting = 500;

/** What a subscribed installation adds to a merge, and how fast its events are delivered. */
export async function measureIntegrationEvents({ quick }: MeasureOptions): Promise<Measurement> {
  return withFolder("integration-events", async (folder) => {
    const [alone, listened] = await measureMerges(folder, quick);
    const { delivered, posted } = await measureDelivery(join(folder, "delivery"), quick ? 50 : waiting);
    return {
      rows: [
        {
          what: "merge with a listener, processor time",
          value: median(listened),
          against: { name: "without", value: median(alone) },
          unit: "ms",
          goal: { atMost: 1.03 },
        },
        {
          what: "deliveries",
          value: delivered,
          against: { name: "bare requests", value: posted },
          unit: "calls/s",
        },
      ],
      notes: [
        `Medians of ${rounds} merges of ${edited} pages each, in one space, in turn with an installation that is told of them and with one that is paused. Jobs do not run meanwhile: what is measured is the recording.`,
        `${waiting.toLocaleString("en")} events of one installation to an endpoint on loopback, against the same number of requests through the same gate, one after the other.`,
      ],
    };
  });
}

async function measureMerges(folder: string, quick: boolean): Promise<readonly [number[], number[]]> {
  const workspace = await openWorkspace(join(folder, "merges"), { jobs: {} });
  const rows = new Sqlite(join(workspace.folder, "copydesk.sqlite"));
  try {
    await installListener(workspace, "https://hook.example.com/");
    const space = await storePages(workspace, generatePages(100));
    const ids = (await pageIds(workspace, space)).slice(0, edited);
    const setStatus = rows.prepare("update installation set status = ?");
    const times = { paused: [] as number[], active: [] as number[] };
    for (let round = -warmUp; round < (quick ? 5 : rounds); round += 1) {
      // Another one begins each round, so that neither always follows the same.
      for (const status of round % 2 === 0 ? (["paused", "active"] as const) : (["active", "paused"] as const)) {
        setStatus.run(status);
        const merge = await prepareMerge(workspace, space, ids, round);
        // As if all was delivered: a merge that finds a job queued has less to do.
        rows.exec("delete from job");
        const before = process.cpuUsage();
        await merge();
        const { user, system } = process.cpuUsage(before);
        if (round >= 0) times[status].push((user + system) / 1000);
      }
    }
    return [times.paused, times.active];
  } finally {
    rows.close();
    await workspace.platform.close();
  }
}

async function installListener({ client, organization }: Workspace, endpoint: string): Promise<string> {
  const about = { title: "Listener", description: "Listens.", script: "", scopes: ["space:content:read" as const] };
  await client.integrations.publish({ integrationName: "listener", organization, endpoint, ...about });
  return (await client.installations.install({ integrationName: "listener", organization })).id;
}

async function pageIds({ client }: Workspace, spaceId: string): Promise<string[]> {
  const { pages } = await client.pages.list({ spaceId });
  return pages.flatMap((page) => [page.id, ...(page.pages ?? []).map((child) => child.id)]);
}

/** Edits pages, and returns the merge to be measured. */
async function prepareMerge({ client }: Workspace, spaceId: string, ids: readonly string[], round: number) {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Edit" });
  const changes = ids.map((page) => ({
    operation: "update_page" as const,
    page,
    document: {
      markdown: `# Page ${page}\n\nRound ${round} of ${changeRequestId}. ${"Some words of a page. ".repeat(100)}\n`,
    },
  }));
  await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
  return async () => {
    const { result } = await client.changeRequests.merge({ spaceId, changeRequestId });
    if (result !== "merge") throw new Error(`The merge ended with ${result}`);
  };
}

async function measureDelivery(folder: string, count: number) {
  const hook = createServer((request, response) => request.resume().on("end", () => response.end("ok")));
  await new Promise<void>((resolve) => hook.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/`;
  const outbound = createOutbound((address) => address === "127.0.0.1");
  const workspace = await openWorkspace(folder, { outbound });
  try {
    const installation = await installListener(workspace, url);
    await workspace.platform.jobsSettled();
    const rows = new Sqlite(join(folder, "copydesk.sqlite"));
    rows
      .prepare(
        `with recursive number(n) as (select 1 union all select n + 1 from number where n < ?)
         insert into integration_event (id, integration, installation, organization, type, payload, status, created_at, due_at)
         select 'event' || n, integration, installation, organization, type, payload, 'waiting', created_at, due_at
         from number, integration_event`,
      )
      .run(count);
    rows.close();
    const delivering = await timed(async () => {
      await workspace.client.installations.update({ integrationName: "listener", installationId: installation });
      await workspace.platform.jobsSettled();
    });
    const body = Buffer.alloc(200, " ");
    const posting = await timed(async () => {
      for (let sent = 0; sent < count; sent += 1) {
        const { signal } = new AbortController();
        await outbound.send(url, { headers: {}, body }, { bytes: 1024, time: 10_000, signal });
      }
    });
    return { delivered: (count * 1000) / delivering, posted: (count * 1000) / posting };
  } finally {
    await workspace.platform.close();
    hook.close();
    hook.closeAllConnections();
  }
}

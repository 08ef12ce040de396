import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Pool } from "undici";
import { generatePages } from "./generated-docs.ts";
import { againstGoal, type Measurement, type MeasureOptions, percentile, type Row, timed } from "./measurement.ts";
import { withService } from "./service.ts";
import { copydesk } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

const concurrency = 32;

interface Figures {
  readonly perSecond: number;
  readonly p99: number;
}

interface Service {
  readonly reads: Figures;
  readonly writes: Figures;
  /** One page as the service answers it. */
  readonly answer: string;
}

/** Reads and writes a second of `copydesk serve` under 32 calls, in a space and in one ten times as large. */
export async function measureRest({ quick }: MeasureOptions): Promise<Measurement> {
  const [pages, reads, writes] = quick ? [20, 200, 40] : [200, 8_000, 800];
  const small = await measureService(pages, reads, writes);
  const large = await measureService(10 * pages, reads, writes);
  const bare = await measureBare(small.answer, reads);
  const compared = (what: string, figures: Figures, name: string, against: Figures, goal?: [number, number]): Row[] => [
    {
      ...{ what, value: figures.perSecond, against: { name, value: against.perSecond }, unit: "calls/s" },
      ...(goal && { goal: { atLeast: goal[0] } }),
    },
    {
      ...{ what: `${what}, p99`, value: figures.p99, against: { name, value: against.p99 }, unit: "ms" },
      ...(goal && { goal: { atMost: goal[1] } }),
    },
  ];
  const readGoal: [number, number] = [0.35, 3];
  return {
    rows: [
      ...compared("read a page", small.reads, "bare Node HTTP", bare, readGoal),
      ...compared("read a page, 10x space", large.reads, "1x space", small.reads),
      againstGoal("edit a page", small.writes.perSecond, 1000, "calls/s"),
      againstGoal("edit a page, p99", small.writes.p99, 60, "ms"),
      ...compared("edit a page", small.writes, "bare Node HTTP", bare),
      ...compared("edit a page, 10x space", large.writes, "1x space", small.writes),
    ],
    notes: [
      `${concurrency} calls at once over loopback; ${reads} reads and ${writes} edits of pages of 3 KB in spaces of ${pages} and ${10 * pages} pages.`,
      "The caller is a process of its own and takes part of the machine. Edits are transactions that wait for the disk.",
    ],
  };
}

function measureService(pages: number, reads: number, writes: number): Promise<Service> {
  return withFolder("rest", async (folder) => {
    const workspace = await openWorkspace(folder);
    const spaceId = await storePages(workspace, generatePages(pages));
    const { client, token } = workspace;
    const tree = await client.pages.list({ spaceId });
    const ids = tree.pages.flatMap((page) => [page.id, ...(page.pages ?? []).map((child) => child.id)]);
    const { id: change } = await client.changeRequests.create({ spaceId });
    await workspace.platform.close();
    return withService(copydesk(folder, ["serve", "--port", "0"]), async ({ api }) => {
      const { origin, pathname } = new URL(api);
      const pick = (index: number) => ids[(index * 7) % ids.length] ?? "";
      const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
      return withPool(origin, async (pool) => {
        const read = (index: number) =>
          call(pool, { path: `${pathname}/spaces/${spaceId}/content/page/${pick(index)}?format=markdown`, headers });
        const write = (index: number) => {
          const document = { markdown: `# Page\n\nEdit ${index}.\n\n${"Some words of text. ".repeat(140)}\n` };
          const changes = [{ operation: "update_page", page: pick(index), document }];
          const path = `${pathname}/spaces/${spaceId}/change-requests/${change}/content`;
          return call(pool, { path, headers, method: "POST", body: JSON.stringify({ changes }) });
        };
        await drive(Math.ceil(reads / 8), read);
        const readFigures = await drive(reads, read);
        await drive(Math.ceil(writes / 8), write);
        return { reads: readFigures, writes: await drive(writes, write), answer: await read(1) };
      });
    });
  });
}

/** A server that sends the same bytes for every request. */
async function measureBare(answer: string, reads: number): Promise<Figures> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  try {
    return await withPool(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, async (pool) => {
      await drive(Math.ceil(reads / 8), () => call(pool, { path: "/" }));
      return drive(reads, () => call(pool, { path: "/" }));
    });
  } finally {
    server.close();
  }
}

async function withPool<Result>(origin: string, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const pool = new Pool(origin, { connections: concurrency });
  try {
    return await work(pool);
  } finally {
    await pool.destroy();
  }
}

interface Call {
  readonly path: string;
  readonly method?: "GET" | "POST";
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
}

async function call(pool: Pool, { method = "GET", ...given }: Call): Promise<string> {
  const { statusCode, body } = await pool.request({ method, ...given });
  const text = await body.text();
  if (statusCode !== 200) throw new Error(`${given.path} answered ${statusCode}: ${text.slice(0, 200)}`);
  return text;
}

async function drive(count: number, run: (index: number) => Promise<unknown>): Promise<Figures> {
  const times: number[] = [];
  let next = 0;
  const worker = async () => {
    for (let index = next++; index < count; index = next++) times.push(await timed(() => run(index)));
  };
  const all = await timed(() => Promise.all(Array.from({ length: concurrency }, worker)));
  return { perSecond: (1000 * count) / all, p99: percentile(times, 0.99) };
}

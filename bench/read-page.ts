import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { request } from "undici";
import { type GeneratedPage, generatePages } from "./generated-docs.ts";
import { McpSession } from "./mcp-session.ts";
import { againstGoal, type Measurement, type MeasureOptions, type Row, timed } from "./measurement.ts";
import { publishedPeers } from "./peers.ts";
import { withService } from "./service.ts";
import { copydesk, type Program, withServer } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

const concurrency = 16;
const answerTokens = ["--answer-tokens", "60000"];
/** Megabytes that the server may have held at most when it has sent every answer. */
const memoryGoal = 200;

/** Pages to read, and how many times as fast as the peer they must be read, one at a time and 16 at once. */
interface Subject {
  readonly name: string;
  readonly pages: readonly GeneratedPage[];
  readonly goals: readonly [one: number, many: number];
}

const longText = "A setting of the deploy step is read when the region starts, and again after each change.\n\n";
const longPage = `# Settings\n\n${longText.repeat(800)}`.slice(0, 73_000);

const subjects: readonly Subject[] = [
  { name: "3 KB", pages: generatePages(200), goals: [1.6, 1] },
  { name: "73 KB", pages: [{ path: "settings.md", title: "Settings", text: longPage, first: true }], goals: [2, 1] },
];

/**
 * Calls a second of `read_page` by names, as agents call it: over stdio, against a published server's tool over a
 * service that always sends the same bytes, and over HTTP, against the REST read behind it.
 */
export async function measureReadPage({ quick }: MeasureOptions): Promise<Measurement> {
  const [one, many] = quick ? [16, 64] : [800, 3200];
  const { programs, notes } = await publishedPeers();
  const peer = programs.find(({ name }) => name.startsWith("notion-mcp-server"));
  const rows: Row[] = [];
  for (const subject of subjects) rows.push(...(await measureSubject(subject, { one, many, peer })));
  return {
    rows,
    notes: [
      `${one} calls one at a time and ${many} calls ${concurrency} at once, by the titles of the space and the page.`,
      ...(peer === undefined ? notes : []),
    ],
  };
}

interface Runs {
  readonly one: number;
  readonly many: number;
  readonly peer: Program | undefined;
}

function measureSubject({ name, pages, goals }: Subject, { one, many, peer }: Runs): Promise<Row[]> {
  return withFolder("read-page", async (folder) => {
    const workspace = await openWorkspace(folder);
    const spaceId = await storePages(workspace, pages);
    const tree = await workspace.client.pages.list({ spaceId });
    const ids = tree.pages.flatMap((page) => [page.id, ...(page.pages ?? []).map((child) => child.id)]);
    await workspace.platform.close();
    const pick = <Item>(items: readonly Item[], call: number) => items[(call * 7) % items.length] as Item;
    const input = (call: number) => ({ space: "Docs", page: pick(pages, call).title });
    const least = Math.min(...pages.map(({ text }) => text.length)) * 0.9;
    const requireWhole = (answer: string) => {
      if (answer.length < least) throw new Error(`An answer has ${answer.length} characters: ${answer.slice(0, 200)}`);
    };
    const rates = async (call: (index: number) => Promise<string>): Promise<Rates> => {
      const read = async (index: number) => requireWhole(await call(index));
      return { one: await drive(one, 1, read), many: await drive(many, concurrency, read) };
    };

    const rows: Row[] = [];
    const own = await withServer(copydesk(folder, answerTokens), async (server) => {
      await server.listTools();
      const found = await rates((call) => server.callTool("read_page", input(call)));
      rows.push(againstGoal("peak memory of that server", server.peakMegabytes(), memoryGoal, "MB"));
      return found;
    });
    if (peer !== undefined) {
      const others = await measurePeer(peer, pick(pages, 0).text, rates);
      const row = (what: string, way: keyof Rates, atLeast: number): Row => ({
        what: `${name} over stdio, ${what}`,
        value: own[way],
        against: { name: peer.name, value: others[way] },
        unit: "calls/s",
        goal: { atLeast },
      });
      rows.unshift(row("one at a time", "one", goals[0]), row(`${concurrency} at once`, "many", goals[1]));
    }
    await withService(copydesk(folder, ["serve", "--port", "0", ...answerTokens]), async ({ mcp, api }) => {
      const session = await McpSession.open(mcp);
      const url = (call: number) => `${api}/spaces/${spaceId}/content/page/${pick(ids, call)}?format=markdown`;
      const rest = await drive(many, concurrency, async (call) => {
        const { body } = await request(url(call), { headers: { authorization: `Bearer ${workspace.token}` } });
        requireWhole(await body.text());
      });
      const tool = await drive(many, concurrency, async (call) =>
        requireWhole(await session.call("read_page", input(call))),
      );
      rows.push({
        what: `${name} over HTTP, ${concurrency} at once`,
        value: tool,
        against: { name: "REST", value: rest },
        unit: "calls/s",
      });
    });
    return rows;
  });
}

/** Calls a second, one at a time and 16 at once. */
interface Rates {
  readonly one: number;
  readonly many: number;
}

/** The rates of the peer's tool that reads a page, from a service that always sends this text. */
async function measurePeer(
  peer: Program,
  text: string,
  rates: (call: () => Promise<string>) => Promise<Rates>,
): Promise<Rates> {
  const answer = JSON.stringify({ object: "page", id: pageId, text });
  const service = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "application/json" }).end(answer);
  });
  await new Promise<void>((resolve) => service.listen(0, "127.0.0.1", resolve));
  const url = `http://127.0.0.1:${(service.address() as AddressInfo).port}`;
  try {
    return await withServer({ ...peer, environment: { ...peer.environment, BASE_URL: url } }, async (server) => {
      await server.listTools();
      return rates(() => server.callTool("API-retrieve-a-page", { page_id: pageId }));
    });
  } finally {
    service.close();
  }
}

const pageId = "11111111-1111-1111-1111-111111111111";

/** Calls a second of `calls` calls, `width` at a time, after warm-up calls. */
async function drive(calls: number, width: number, run: (call: number) => Promise<void>): Promise<number> {
  for (let warmUp = 0; warmUp < Math.max(width, calls / 10); warmUp += 1) await run(warmUp);
  let started = 0;
  const worker = async () => {
    while (started < calls) await run(started++);
  };
  const ms = await timed(() => Promise.all(Array.from({ length: width }, worker)));
  return (calls * 1000) / ms;
}

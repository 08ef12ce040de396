import { request } from "undici";
import { type GeneratedPage, generatePages } from "./generated-docs.ts";
import { McpSession } from "./mcp-session.ts";
import { againstGoal, type Measurement, type MeasureOptions, median, type Row, timed } from "./measurement.ts";
import { type PeerTool, withPeerTool } from "./peers.ts";
import { withService } from "./service.ts";
import { copydesk, withServer } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

const concurrency = 16;
const answerTokens = ["--answer-tokens", "60000"];
/** Megabytes that the server may have held at most when it has sent every answer. */
const memoryGoal = 200;

/** Pages to read, and at least how many times as fast as the peer: one at a time and 16 at once. */
interface Subject {
  readonly name: string;
  readonly pages: readonly GeneratedPage[];
  readonly goals: readonly [one: number, many: number];
}

const longText = "A setting of the deploy step is read when the region starts, and again after each change.\n\n";
const longPage = `# Settings\n\n${longText.repeat(800)}`.slice(0, 73_000);

const subjects: readonly Subject[] = [
  { name: "3 KB", pages: generatePages(200), goals: [1.6, 1] },
  {
    name: "73 KB",
    pages: [{ path: "settings.md", title: "Settings", text: longPage, first: true }],
    goals: [2, 1],
  },
];

/** Rounds in turn with the peer, since other work on the machine slows some of them down. */
const rounds = 5;

/** Calls a second of `read_page` by names, as agents call it: over stdio and over HTTP, and the REST read behind it. */
export async function measureReadPage({ quick }: MeasureOptions): Promise<Measurement> {
  const [one, many] = quick ? [20, 80] : [500, 2000];
  const all: Measurement[] = [];
  for (const subject of subjects) all.push(await measureSubject(subject, one, many));
  return {
    rows: all.flatMap(({ rows }) => rows),
    notes: [
      `${one} calls one at a time and ${many} calls ${concurrency} at once, by the titles of the space and the page; over stdio, medians of ${rounds} rounds in turn.`,
      "The peer's tool reads a page from a service that sends the same text each time.",
      ...(all[0]?.notes ?? []),
    ],
  };
}

function measureSubject({ name, pages, goals }: Subject, one: number, many: number): Promise<Measurement> {
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

    const overStdio = (peer: PeerTool | undefined, notes: readonly string[]) =>
      withServer(copydesk(folder, answerTokens), async (server) => {
        await server.listTools();
        const read = async (call: number) => requireWhole(await server.callTool("read_page", input(call)));
        const rows =
          peer === undefined
            ? []
            : await withServer(peer.program, async (other) => {
                await other.listTools();
                const readOther = async () => requireWhole(await other.callTool(peer.name, peer.input));
                const compare = async (what: string, calls: number, width: number, atLeast: number): Promise<Row> => {
                  const [own, others]: [number[], number[]] = [[], []];
                  // The first round compiles what the others measure.
                  for (let round = 0; round <= rounds; round += 1) {
                    own[round] = await drive(calls, width, read);
                    others[round] = await drive(calls, width, readOther);
                  }
                  const against = { name: peer.program.name, value: median(others.slice(1)) };
                  return { what, value: median(own.slice(1)), against, unit: "calls/s", goal: { atLeast } };
                };
                return [
                  await compare(`${name} over stdio, one at a time`, one, 1, goals[0]),
                  await compare(`${name} over stdio, ${concurrency} at once`, many, concurrency, goals[1]),
                ];
              });
        if (peer === undefined) await drive(many, concurrency, read);
        rows.push(againstGoal(`peak memory of that server`, server.peakMegabytes(), memoryGoal, "MB"));
        return { rows, notes };
      });
    const { rows, notes } = await withPeerTool(folder, pages[0]?.text ?? "", overStdio);
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
    return { rows, notes };
  });
}

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

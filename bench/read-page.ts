import { request } from "undici";
import { type GeneratedPage, generatePages } from "./generated-docs.ts";
import { McpSession } from "./mcp-session.ts";
import { againstGoal, type Measurement, type MeasureOptions, type Row, timed, type Unit } from "./measurement.ts";
import { withService } from "./service.ts";
import { copydesk, withServer } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

const concurrency = 16;
const answerTokens = ["--answer-tokens", "60000"];
/** Megabytes that the server may have held at most when it has sent every answer. */
const memoryGoal = 200;

/** Pages to read, and the goals in calls a second: one at a time and 16 at once. */
interface Subject {
  readonly name: string;
  readonly pages: readonly GeneratedPage[];
  readonly goals: readonly [one: number, many: number];
}

const longText = "A setting of the deploy step is read when the region starts, and again after each change.\n\n";
const longPage = `# Settings\n\n${longText.repeat(800)}`.slice(0, 73_000);

const subjects: readonly Subject[] = [
  { name: "3 KB", pages: generatePages(200), goals: [700, 3000] },
  {
    name: "73 KB",
    pages: [{ path: "settings.md", title: "Settings", text: longPage, first: true }],
    goals: [600, 2000],
  },
];

/** Calls a second of `read_page` by names, as agents call it: over stdio and over HTTP, and the REST read behind it. */
export async function measureReadPage({ quick }: MeasureOptions): Promise<Measurement> {
  const [one, many] = quick ? [16, 64] : [800, 3200];
  const rows: Row[] = [];
  for (const subject of subjects) rows.push(...(await measureSubject(subject, one, many)));
  return {
    rows,
    notes: [
      `${one} calls one at a time and ${many} calls ${concurrency} at once, by the titles of the space and the page.`,
    ],
  };
}

function measureSubject({ name, pages, goals }: Subject, one: number, many: number): Promise<Row[]> {
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

    const rows = await withServer(copydesk(folder, answerTokens), async (server) => {
      await server.listTools();
      const read = async (call: number) => requireWhole(await server.callTool("read_page", input(call)));
      const alone = await drive(one, 1, read);
      const together = await drive(many, concurrency, read);
      return [
        againstGoal(`${name} over stdio, one at a time`, alone, goals[0], "calls/s"),
        againstGoal(`${name} over stdio, ${concurrency} at once`, together, goals[1], "calls/s"),
        againstGoal(`peak memory of that server`, server.peakMegabytes(), memoryGoal, "MB"),
      ];
    });
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
      const unit: Unit = "calls/s";
      rows.push(againstGoal(`${name} over HTTP, ${concurrency} at once`, tool, goals[1], unit), {
        what: `${name} over HTTP, ${concurrency} at once`,
        value: tool,
        against: { name: "REST", value: rest },
        unit,
      });
    });
    return rows;
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

import { request } from "undici";
import { McpSession } from "./mcp-session.ts";
import { type Measurement, type MeasureOptions, type Row, timed } from "./measurement.ts";
import { withService } from "./service.ts";
import { copydesk, withServer } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

/** Size of the page that every call reads: what a long reference page has. */
const pageBytes = 73_000;
/** Calls under way at once. */
const concurrency = 16;
const answerTokens = ["--answer-tokens", "60000"];

/** Calls a second when each answer is a page of 73 KB and 16 are under way: over stdio, over HTTP, and the REST read behind them. */
export async function measureLargeAnswer({ quick }: MeasureOptions): Promise<Measurement> {
  const calls = quick ? 64 : 1600;
  return withFolder("large-answer", async (folder) => {
    const workspace = await openWorkspace(folder);
    const { spaceId, pageId } = await storeLargePage(workspace);
    await workspace.platform.close();
    const input = { space: spaceId, page: pageId };

    const overStdio = await withServer(copydesk(folder, answerTokens), async (server) => {
      await server.listTools();
      return rate(calls, async () => requireWhole(await server.callTool("read_page", input)));
    });
    const [overHttp, overRest] = await withService(
      copydesk(folder, ["serve", "--port", "0", ...answerTokens]),
      async ({ mcp, api }) => {
        const session = await McpSession.open(mcp);
        const url = `${api}/spaces/${spaceId}/content/page/${pageId}?format=markdown`;
        const rest = async () => {
          const { body } = await request(url, { headers: { authorization: `Bearer ${workspace.token}` } });
          requireWhole(await body.text());
        };
        return [
          await rate(calls, async () => requireWhole(await session.call("read_page", input))),
          await rate(calls, rest),
        ];
      },
    );
    const row = (what: string, value: number): Row => ({
      what,
      value,
      against: { name: "the same page over REST", value: overRest },
      unit: "calls/s",
      // 2,000 calls a second where REST was to answer 8,000.
      goal: { atLeast: 0.25 },
    });
    return {
      rows: [row("read_page over stdio", overStdio), row("read_page over HTTP", overHttp)],
      notes: [`${calls} calls each, ${concurrency} at once, of one page of ${pageBytes.toLocaleString("en")} bytes.`],
    };
  });
}

async function storeLargePage(workspace: Awaited<ReturnType<typeof openWorkspace>>) {
  const paragraph = "A setting of the deploy step is read when the region starts, and again after each change.\n\n";
  const text = `# Settings\n\n${paragraph.repeat(Math.ceil(pageBytes / paragraph.length))}`.slice(0, pageBytes);
  const spaceId = await storePages(workspace, [{ path: "settings.md", title: "Settings", text, first: true }]);
  const { pages } = await workspace.client.pages.list({ spaceId });
  return { spaceId, pageId: pages[0]?.id ?? "" };
}

function requireWhole(answer: string): void {
  if (answer.length < pageBytes) throw new Error(`An answer has ${answer.length} characters: ${answer.slice(0, 200)}`);
}

/** Calls a second, `concurrency` of them under way at any time. */
async function rate(calls: number, call: () => Promise<void>): Promise<number> {
  for (let warmUp = 0; warmUp < concurrency; warmUp += 1) await call();
  let started = 0;
  const worker = async () => {
    while (started < calls) {
      started += 1;
      await call();
    }
  };
  const ms = await timed(() => Promise.all(Array.from({ length: concurrency }, worker)));
  return (calls * 1000) / ms;
}

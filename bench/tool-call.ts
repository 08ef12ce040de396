import { request } from "undici";
import { generatePages } from "./generated-docs.ts";
import { againstGoal, type Measurement, type MeasureOptions, percentile, type Row, timed } from "./measurement.ts";
import { withService } from "./service.ts";
import { copydesk, type StdioServer, withServer } from "./stdio-server.ts";
import { openWorkspace, storePages, type Workspace, withFolder } from "./workspace.ts";

/** What a tool call adds to its REST call: over stdio, compared with loopback HTTP and with no socket. */
export async function measureToolCall({ quick }: MeasureOptions): Promise<Measurement> {
  const [warmUp, rounds] = quick ? [10, 30] : [100, 1000];
  return withFolder("tool-call", async (folder) => {
    const workspace = await openWorkspace(folder);
    try {
      const spaceId = await storePages(workspace, generatePages(200));
      return await withServer(copydesk(folder), (server) =>
        withService(copydesk(folder, ["serve", "--port", "0"]), async ({ api }) => {
          const ways = await waysToRead(workspace, server, api, spaceId);
          for (let round = 0; round < warmUp + rounds; round += 1) {
            for (const { read, times } of ways) {
              const ms = await timed(() => read(round));
              if (round >= warmUp) times.push(ms);
            }
          }
          return report(ways, rounds);
        }),
      );
    } finally {
      await workspace.platform.close();
    }
  });
}

interface Way {
  readonly name: string;
  readonly times: number[];
  /** Reads one page of 3 KB; which one depends on the round alone. */
  read(round: number): Promise<unknown>;
}

async function waysToRead(
  { client, token }: Workspace,
  server: StdioServer,
  api: string,
  spaceId: string,
): Promise<Way[]> {
  const { pages } = await client.pages.list({ spaceId });
  const ids = pages.flatMap((page) => [page.id, ...(page.pages ?? []).map((child) => child.id)]);
  const pick = (round: number) => ids[(round * 7) % ids.length] ?? "";
  await server.listTools();
  return [
    {
      name: "read_page over stdio",
      times: [],
      read: (round) => server.callTool("read_page", { space: spaceId, page: pick(round) }),
    },
    {
      name: "REST over loopback HTTP",
      times: [],
      async read(round) {
        const url = `${api}/spaces/${spaceId}/content/page/${pick(round)}?format=markdown`;
        const { statusCode, body } = await request(url, { headers: { authorization: `Bearer ${token}` } });
        const page = (await body.json()) as { markdown?: string };
        if (statusCode !== 200 || page.markdown === undefined) throw new Error(`${url} answered ${statusCode}`);
      },
    },
    {
      name: "client in process",
      times: [],
      read: (round) => client.pages.get({ spaceId, pageId: pick(round), format: "markdown" }),
    },
  ];
}

function report([tool, ...others]: readonly Way[], rounds: number): Measurement {
  const shares = [
    { label: "p50", share: 0.5 },
    { label: "p99", share: 0.99 },
  ];
  const times = tool?.times ?? [];
  const rows = others.flatMap((other) =>
    shares.map(
      ({ label, share }): Row => ({
        what: `read_page over stdio, ${label}`,
        value: percentile(times, share),
        against: { name: other.name, value: percentile(other.times, share) },
        unit: "ms",
      }),
    ),
  );
  const [read, bare] = [tool, others[0]].map((way) => percentile(way?.times ?? [], 0.5)) as [number, number];
  rows.push(againstGoal("what read_page adds to REST, p50", read - bare, 0.3, "ms"));
  const added = rows
    .slice(0, -1)
    .map(
      ({ what, value, against }) =>
        `${(value - against.value).toFixed(2)} ms to ${against.name} (${what.split(", ")[1] ?? ""})`,
    );
  return {
    rows,
    notes: [`${rounds} calls each, in turn, one at a time, of pages of 3 KB. The tool adds ${added.join(", ")}.`],
  };
}

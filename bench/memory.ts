import { generatePages, writeDocs } from "./generated-docs.ts";
import { againstGoal, type Measurement, type MeasureOptions, median, type Row } from "./measurement.ts";
import { publishedPeers, rawPeer } from "./peers.ts";
import { copydesk, type StdioServer, withServer } from "./stdio-server.ts";
import { importDocs, openWorkspace, withFolder } from "./workspace.ts";

/** Resident memory of servers that have listed their tools, and of Copydesk after a session of tool calls. */
export async function measureMemory({ quick }: MeasureOptions): Promise<Measurement> {
  const { programs, notes } = await publishedPeers();
  const [rounds, calls, manyCalls] = quick ? [1, 20, 60] : [5, 200, 1000];
  return withFolder("memory", async (folder) => {
    const raw = await rawPeer(folder);
    const pages = await importPages(folder, quick ? 40 : 500);
    const subjects = [copydesk(folder), raw, ...programs].map((program) => ({ program, sizes: [] as number[] }));
    const afterCalls: number[] = [];
    const afterMany: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const { program, sizes } of subjects) {
        await withServer(program, async (server) => {
          await server.listTools();
          sizes.push(server.residentMegabytes());
          if (program.name !== "copydesk") return;
          await workWith(server, pages, calls);
          afterCalls.push(server.residentMegabytes());
          await workWith(server, pages, manyCalls - calls);
          afterMany.push(server.residentMegabytes());
        });
      }
    }
    const [own = Number.NaN, ...others] = subjects.map(({ sizes }) => median(sizes));
    const against = others.map((value, index) => ({ name: subjects[index + 1]?.program.name ?? "", value }));
    const row = (what: string, value: number, peer: Row["against"]): Row => ({
      what,
      value,
      against: peer,
      unit: "MB",
    });
    return {
      rows: [
        ...against.map((peer) => row("after tools/list", own, peer)),
        againstGoal(`after ${calls} tool calls`, median(afterCalls), 110, "MB"),
        againstGoal(`after ${manyCalls} tool calls`, median(afterMany), 120, "MB"),
        row(`after ${calls} tool calls`, median(afterCalls), { name: "copydesk after tools/list", value: own }),
        row(`after ${manyCalls} tool calls`, median(afterMany), {
          name: `copydesk after ${calls} calls`,
          value: median(afterCalls),
        }),
      ],
      notes: [
        `Resident set as the system counts it, medians of ${rounds} processes each; ${pages.length} pages, read_page and search_docs in turn.`,
        ...notes,
      ],
    };
  });
}

async function importPages(folder: string, count: number): Promise<string[]> {
  const docs = `${folder}/docs`;
  writeDocs(docs, generatePages(count));
  const workspace = await openWorkspace(folder);
  try {
    const spaceId = await importDocs(workspace, docs);
    const { pages } = await workspace.client.pages.list({ spaceId });
    return pages.flatMap((page) => [page.id, ...(page.pages ?? []).map((child) => child.id)]);
  } finally {
    await workspace.platform.close();
  }
}

async function workWith(server: StdioServer, pages: readonly string[], calls: number): Promise<void> {
  const queries = ["release path", "error message of a table", "stream", "user rate limit", "deploy region zo"];
  for (let call = 0; call < calls; call += 1) {
    if (call % 2 === 0) await server.callTool("read_page", { page: pages[(call * 7) % pages.length] });
    else await server.callTool("search_docs", { query: queries[(call >> 1) % queries.length] });
  }
}

import { join } from "node:path";
import { generatePages } from "./generated-docs.ts";
import { type Measurement, type MeasureOptions, median, type Row, timed } from "./measurement.ts";
import { openWorkspace, storePages, type Workspace, withFolder } from "./workspace.ts";

/** Pages that the change request edits. */
const edited = 200;
const rounds = 7;
/** Changes in one request. */
const batch = 50;

/** Time to merge a change request of 200 pages, in spaces of growing size: the space's size should not matter. */
export async function measureLargeMerge({ quick }: MeasureOptions): Promise<Measurement> {
  const [small, large] = quick ? [220, 400] : [1_000, 10_000];
  return withFolder("large-merge", async (folder) => {
    const times = new Map<number, number[]>();
    for (const pages of [small, large]) {
      const workspace = await openWorkspace(join(folder, String(pages)));
      try {
        const space = await storePages(workspace, generatePages(pages));
        const ids = await pageIds(workspace, space);
        const merges: number[] = [];
        for (let round = 0; round < (quick ? 1 : rounds); round += 1) {
          merges.push(await mergeOne(workspace, space, ids, round));
        }
        times.set(pages, merges);
      } finally {
        await workspace.platform.close();
      }
    }
    const timeOf = (pages: number) => median(times.get(pages) ?? []);
    const row: Row = {
      what: `merge of ${edited} pages, ${large.toLocaleString("en")} pages`,
      value: timeOf(large),
      against: { name: `${small.toLocaleString("en")} pages`, value: timeOf(small) },
      unit: "ms",
      goal: { atMost: 1.5 },
    };
    return {
      rows: [row],
      notes: [
        `Medians of ${rounds} merges, each of ${edited} rewritten pages spread over the space, search index included.`,
      ],
    };
  });
}

async function pageIds({ client }: Workspace, spaceId: string): Promise<string[]> {
  const { pages } = await client.pages.list({ spaceId });
  return pages.flatMap((page) => [page.id, ...(page.pages ?? []).map((child) => child.id)]);
}

async function mergeOne(
  { client }: Workspace,
  spaceId: string,
  ids: readonly string[],
  round: number,
): Promise<number> {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Large" });
  const step = Math.floor(ids.length / edited);
  const chosen = Array.from({ length: edited }, (_, index) => ids[index * step + (round % step)] ?? "");
  for (let start = 0; start < edited; start += batch) {
    const changes = chosen.slice(start, start + batch).map((page) => ({
      operation: "update_page" as const,
      page,
      document: { markdown: `# Page ${page}\n\nRound ${round}. ${"Some words of a page. ".repeat(100)}\n` },
    }));
    await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
  }
  return timed(async () => {
    const { result } = await client.changeRequests.merge({ spaceId, changeRequestId });
    if (result !== "merge") throw new Error(`The merge ended with ${result}`);
  });
}

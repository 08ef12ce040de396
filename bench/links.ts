import { join } from "node:path";
import { generatePages } from "./generated-docs.ts";
import { type Measurement, type MeasureOptions, median, timed } from "./measurement.ts";
import { openWorkspace, storePages, type Workspace, withFolder } from "./workspace.ts";

const rounds = 31;

interface Subject {
  readonly pages: number;
  readonly first: number;
  readonly links: number;
  readonly list: number;
  readonly broken: number;
  readonly backlinks: number;
  readonly afterEdit: number;
}

/** The cost of a page of links in a small and a large space, which should be the same. */
export async function measureLinks({ quick }: MeasureOptions): Promise<Measurement> {
  return withFolder("links", async (folder) => {
    const subjects: Subject[] = [];
    for (const pages of quick ? [100, 300] : [1_000, 10_000]) {
      const workspace = await openWorkspace(join(folder, String(pages)));
      subjects.push(await measure(workspace, pages, quick ? 5 : rounds));
      await workspace.platform.close();
    }
    return report(subjects);
  });
}

async function measure(workspace: Workspace, pages: number, count: number): Promise<Subject> {
  const { client } = workspace;
  const spaceId = await storePages(workspace, generatePages(pages));
  const first = await timed(async () => void (await client.spaces.listLinks({ spaceId, limit: 1 })));
  const { stats, next } = await client.spaces.listLinks({ spaceId });
  const tree = await client.pages.list({ spaceId });
  const ids = tree.pages.flatMap((page) => [page.id, ...(page.pages ?? []).map(({ id }) => id)]);
  const pageId = (round: number) => ids[(round * 7919) % ids.length] ?? "";
  const timedRounds = async (work: (round: number) => Promise<unknown>) => {
    const times: number[] = [];
    for (let round = 0; round < count; round += 1) times.push(await timed(async () => void (await work(round))));
    return median(times);
  };
  const edits: number[] = [];
  for (let round = 0; round < Math.min(count, 9); round += 1) {
    await edit(workspace, spaceId, pageId(round), round);
    edits.push(await timed(async () => void (await client.pages.listLinks({ spaceId, pageId: pageId(round) }))));
  }
  return {
    pages,
    first,
    links: stats.total,
    list: await timedRounds(() => client.spaces.listLinks({ spaceId, page: next?.page ?? "" })),
    broken: await timedRounds(() => client.spaces.listLinks({ spaceId, status: "broken" })),
    backlinks: await timedRounds((round) => client.pages.listBacklinks({ spaceId, pageId: pageId(round) })),
    afterEdit: median(edits),
  };
}

/** Renames a page, which changes the targets of links to it. */
async function edit({ client }: Workspace, spaceId: string, page: string, round: number): Promise<void> {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Edit" });
  const changes = [{ operation: "update_page" as const, page, slug: `renamed-${round}` }];
  await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
  await client.changeRequests.merge({ spaceId, changeRequestId });
}

const figures = [
  ["links of a space, a page of the list", "list"],
  ["broken links of a space", "broken"],
  ["backlinks of a page", "backlinks"],
  ["links of a page, after it was renamed", "afterEdit"],
] as const;

function report([small, large]: readonly Subject[]): Measurement {
  if (small === undefined || large === undefined) throw new Error("Two spaces are compared.");
  return {
    rows: figures.map(([what, figure]) => ({
      what: `${what}, ${large.pages.toLocaleString("en")} pages`,
      value: large[figure],
      against: { name: `${small.pages.toLocaleString("en")} pages`, value: small[figure] },
      unit: "ms" as const,
    })),
    notes: [small, large].map(
      ({ pages, first, links }) =>
        `The links of a new space of ${pages.toLocaleString("en")} pages (${links.toLocaleString("en")} links) become known when they are first asked for, in ${Math.round(first)} ms.`,
    ),
  };
}

import { createClient } from "../src/client/client.ts";
import { generatePages } from "./generated-docs.ts";
import { type Measurement, type MeasureOptions, type Row, timed } from "./measurement.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

const largeBytes = 73_000;

/** A page read by an in-process client: by value, compared with requests as over HTTP. */
export async function measureInProcess({ quick }: MeasureOptions): Promise<Measurement> {
  const [warmUp, calls] = quick ? [20, 50] : [500, 3000];
  return withFolder("in-process", async (folder) => {
    const { platform, client, token, ...workspace } = await openWorkspace(folder);
    try {
      const text = "A setting of the deploy step is read when the region starts.\n\n".repeat(1200).slice(0, largeBytes);
      const large = { path: "zz.md", title: "Large", text: `# Large\n\n${text}`, first: true };
      const spaceId = await storePages({ platform, client, token, ...workspace }, [...generatePages(200), large]);
      const { pages } = await client.pages.list({ spaceId });
      const small = pages.flatMap((page) => (page.pages ?? []).map(({ id }) => id));
      const last = pages.find(({ title }) => title === "Large")?.id ?? "";
      const byRequests = createClient({
        baseUrl: "http://localhost",
        token,
        fetch: (request) => platform.fetch(request),
      });
      const perCall = async (by: typeof client, ids: readonly string[]) => {
        const read = (index: number) =>
          by.pages.get({ spaceId, pageId: ids[(index * 7) % ids.length] ?? "", format: "markdown" });
        for (let index = 0; index < warmUp; index += 1) await read(index);
        const ms = await timed(async () => {
          for (let index = 0; index < calls; index += 1) await read(index);
        });
        return ms / calls;
      };
      const row = async (what: string, ids: readonly string[]): Promise<Row> => ({
        what,
        against: { name: "by requests", value: await perCall(byRequests, ids) },
        value: await perCall(client, ids),
        unit: "ms",
        goal: { atMost: 0.5 },
      });
      return {
        rows: [await row("read of a 3 KB page by values", small), await row("read of a 73 KB page by values", [last])],
        notes: [`${calls} calls each, one at a time, of pages that were read before.`],
      };
    } finally {
      await platform.close();
    }
  });
}

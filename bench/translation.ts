import { join } from "node:path";
import { generatePages } from "./generated-docs.ts";
import { startInstantTranslator } from "./instant-translator.ts";
import { type Measurement, type MeasureOptions, timed } from "./measurement.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

interface Subject {
  readonly pages: number;
  /** Milliseconds of the run that translates everything, and of the one after an edit of one page. */
  readonly first: number;
  readonly next: number;
  /** MB at most, beyond what the process had before. */
  readonly memory: number;
  readonly requests: number;
  readonly characters: number;
}

/** What a run of a translation costs besides the service that translates, which here answers at once. */
export async function measureTranslation({ quick }: MeasureOptions): Promise<Measurement> {
  const subjects: Subject[] = [];
  for (const pages of quick ? [10, 100] : [100, 1000]) subjects.push(await measure(pages));
  const [small, large] = subjects as [Subject, Subject];
  const perPage = ({ first, pages }: Subject) => first / pages;
  const rows = [
    {
      what: `a page of the first run, ${large.pages} pages`,
      value: perPage(large),
      against: { name: `${small.pages} pages`, value: perPage(small) },
      unit: "ms" as const,
      goal: { atMost: 1.5 },
    },
    {
      what: `the run after an edit, ${large.pages} pages`,
      value: large.next,
      against: { name: "the first run", value: large.first },
      unit: "ms" as const,
      goal: { atMost: 0.1 },
    },
  ];
  const notes = subjects.map(
    ({ pages, first, next, memory, requests, characters }) =>
      `${pages} pages: ${characters.toLocaleString("en")} characters in ${requests} requests, ${first.toFixed(0)} ms for the first run, ${next.toFixed(0)} ms for the run after one edit, with ${memory.toFixed(0)} MB more at most.`,
  );
  return { rows, notes };
}

function measure(count: number): Promise<Subject> {
  return withFolder("translation", async (folder) => {
    const translator = await startInstantTranslator();
    const settings = { provider: "deepl", url: translator.url, key: "none", characters: 0 } as const;
    const workspace = await openWorkspace(join(folder, "data"), { translation: settings });
    const { client, platform, organization: organizationId } = workspace;
    const space = await storePages(workspace, generatePages(count));
    const made = await client.translations.create({
      organizationId,
      source: { space, language: "en" },
      language: "de",
    });
    const names = { organizationId, translationId: made.id };
    const run = async () => {
      await client.translations.run(names);
      await platform.jobsSettled();
      const { status, work, result } = await client.translations.get(names);
      if (status !== "completed") throw new Error(`The run is ${status}: ${work?.problem}`);
      return result;
    };
    const before = process.memoryUsage().rss;
    let most = before;
    const watch = setInterval(() => {
      most = Math.max(most, process.memoryUsage().rss);
    }, 20);
    let result: Awaited<ReturnType<typeof run>>;
    const first = await timed(async () => {
      result = await run();
    });
    const asked = translator.asked();
    clearInterval(watch);
    await client.changeRequests.merge({ spaceId: result?.space ?? "", changeRequestId: result?.changeRequest ?? "" });
    const { pages } = await client.pages.list({ spaceId: space });
    const draft = await client.changeRequests.create({ spaceId: space });
    const inDraft = { spaceId: space, changeRequestId: draft.id };
    const edit = {
      operation: "update_page" as const,
      page: pages[0]?.id ?? "",
      document: { markdown: "Other words." },
    };
    await client.changeRequestContent.apply({ ...inDraft, changes: [edit] });
    await client.changeRequests.merge(inDraft);
    const next = await timed(run);
    await platform.close();
    translator.close();
    return { pages: count, first, next, memory: (most - before) / 1024 / 1024, ...asked };
  });
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startService } from "../../../pins/service.ts";
import { programFile } from "../../../support/program-file.ts";
import { accented, startTranslationService, type TranslationService } from "../../../support/translation-service.ts";
import { startDesk, type Translation } from "./translation-desk.ts";

const worker = programFile(import.meta.dirname, "halting-worker.ts");
/** More than one portion of everything: ordered (of 50 texts) and assembled (of 50 pages). */
const pages = 60;
const segments = 2 * pages;

let translator: TranslationService;
beforeAll(async () => {
  translator = await startTranslationService();
});
afterAll(() => translator.close());
beforeEach(() => translator.forget());

/** A queued run that no process has started. Returns its data folder. */
async function queueRun() {
  // Its process runs no jobs.
  const desk = await startDesk(await startService(undefined, { jobs: {} }));
  for (let start = 0; start < pages; start += 30) {
    await desk.edit(
      Array.from({ length: 30 }, (_, index) => ({
        operation: "insert_page",
        title: `Page ${start + index}`,
        document: { markdown: `Text ${start + index} with \`code\`.` },
      })),
    );
  }
  desk.service.setTime(new Date().toISOString());
  await desk.call(`POST ${desk.path}/run`);
  await desk.service.platform.close();
  return desk.service;
}

/** Starts it in another process, which is killed where it halts. */
async function killAt(folder: string, stop: string, where: string): Promise<void> {
  const args = [worker, folder, translator.url, stop, where];
  const child = spawn(process.execPath, args, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");
}

/** Lets a third process continue, and returns the resulting state. */
async function takeUp(folder: string, organization: string) {
  const translation = { provider: "deepl", url: translator.url, key: "k-123456", characters: 0, pause: 1 } as const;
  const service = await startService(folder, { translation });
  service.setTime(new Date(Date.now() + 60_000).toISOString());
  await service.platform.jobsSettled();
  const { items } = (await service.send(`GET /v1/orgs/${organization}/translations`)).json as { items: Translation[] };
  return { service, items };
}

describe("a run whose process is killed", () => {
  it.each([
    ["while it lists what it lacks", "2", "in", 0],
    ["when an order is charged and not sent", "3", "after", 0],
    ["when an order is back and not kept", "4", "in", 50],
    ["between two orders", "6", "after", 0],
    ["while it assembles the pages", "9", "in", 0],
    ["while it writes the change request", "last", "in", 0],
  ])(
    "is finished once when killed %s, and pays again only for the order in flight",
    async (_phase, stop, where, again) => {
      const { folder, organization } = await queueRun();
      await killAt(folder, stop, where);
      const { service, items } = await takeUp(folder, organization);
      expect(items).toMatchObject([
        { status: "completed", stats: { runs: 1, totalPages: pages, totalWords: 5 * pages } },
      ]);
      const { json } = await service.send(`GET /v1/spaces/${items[0]?.result?.space}/change-requests`);
      expect(json).toMatchObject({ count: 1 });
      expect(JSON.stringify(json)).toContain(`Run 1 translated ${segments} segments: ${segments} by DeepL.`);
      const spaces = (await service.send(`GET /v1/orgs/${organization}/spaces`)).json as { count: number };
      expect(spaces.count).toBe(2);
      expect(translator.texts()).toHaveLength(segments + again);
      expect(new Set(translator.texts()).size).toBe(segments);
      await service.close();
    },
  );

  it("remembers what was rejected, and does not pay for it again", async () => {
    translator.speak((text) => (text.startsWith("Text 7 ") ? "Lost" : accented(text)));
    const { folder, organization } = await queueRun();
    // An order is charged and stored; its rejected texts are charged, and recorded when they are rejected again.
    await killAt(folder, "6", "after");
    const { service, items } = await takeUp(folder, organization);
    expect(items).toMatchObject([{ status: "pending", work: { segments: 1 } }]);
    expect(translator.texts().filter((text) => text.startsWith("Text 7 "))).toHaveLength(2);
    expect(translator.texts()).toHaveLength(segments + 1);
    await service.close();
  });
});

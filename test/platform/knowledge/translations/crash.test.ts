import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { startService } from "../../../pins/service.ts";
import { programFile } from "../../../support/program-file.ts";
import { startDesk, type Translation } from "./translation-desk.ts";

const worker = programFile(import.meta.dirname, "crash-worker.ts");
const pages = 150;

it("a run whose process is killed is finished once, without duplicates", async () => {
  const desk = await startDesk();
  const { folder, organization, platform } = desk.service;
  for (let start = 0; start < pages; start += 50) {
    await desk.edit(
      Array.from({ length: 50 }, (_, index) => ({
        operation: "insert_page",
        title: `Page ${start + index}`,
        document: { markdown: `Text ${start + index} with \`code\`.` },
      })),
    );
  }
  await desk.run();
  for (let rest = await desk.work(); rest !== undefined && rest.segments > 100; rest = await desk.work()) {
    await desk.give(rest.items.map(({ id, text }) => ({ segment: id, text })));
  }
  const last = (await desk.work())?.items ?? [];
  desk.service.setTime(new Date().toISOString());
  // The last part of the run is queued, and this process ends before it starts.
  await desk.give(last.map(({ id, text }) => ({ segment: id, text })));
  await platform.close();

  const child = spawn(process.execPath, [worker, folder], { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  child.kill("SIGKILL");
  await once(child, "close");

  const service = await startService(folder);
  service.setTime(new Date(Date.now() + 60_000).toISOString());
  await service.platform.jobsSettled();
  const { items } = (await service.send(`GET /v1/orgs/${organization}/translations`)).json as { items: Translation[] };
  expect(items).toMatchObject([{ status: "completed", stats: { runs: 1, totalPages: pages } }]);
  const target = items[0]?.result?.space;
  const { json } = await service.send(`GET /v1/spaces/${target}/change-requests`);
  expect(json).toMatchObject({ count: 1 });
  const { count } = (await service.send(`GET /v1/orgs/${organization}/spaces`)).json as { count: number };
  expect(count).toBe(2);
  await service.close();
});

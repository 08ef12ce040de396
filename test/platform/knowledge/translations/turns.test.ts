import { expect, it } from "vitest";
import { TimeSlices } from "../../../../src/markdown/text/time-slices.ts";
import { SpaceContent } from "../../../../src/platform/content/space-content.ts";
import type { Context } from "../../../../src/platform/kernel/context.ts";
import type { RunningJob } from "../../../../src/platform/kernel/jobs/job-kind.ts";
import { makePlan, readPages } from "../../../../src/platform/knowledge/translations/plan.ts";
import { startDesk } from "./translation-desk.ts";

it("translating lets other work run after each page, while no transaction is open", async () => {
  const desk = await startDesk();
  const { platform, user } = desk.service;
  const page = (name: string) => ({ operation: "insert_page", document: { markdown: `# ${name}\n\nOf ${name}.\n` } });
  await desk.edit(["Mills", "Weirs", "Barns"].map(page));
  await desk.run();

  let transactions = 0;
  const openAtTurns: number[] = [];
  class NotedTurns extends TimeSlices {
    override async yieldIfDue(): Promise<void> {
      openAtTurns.push(transactions);
    }
  }
  const read: RunningJob["read"] = (work) =>
    platform.database.read(async (queries) => {
      transactions += 1;
      const context = { queries, content: new SpaceContent(queries), user: { id: user } } as Context;
      return work(context).finally(() => {
        transactions -= 1;
      });
    });
  const plan = await read((context) => makePlan(context, desk.path.split("/").at(-1) ?? ""));
  if (plan === undefined) throw new Error("The run does not wait");
  const { pages } = await readPages(plan, plan.pages, { read } as RunningJob, new NotedTurns());
  expect(pages.map(({ requested }) => requested.size)).toEqual([2, 2, 2]);
  expect(openAtTurns).toEqual([0, 0, 0]);
});

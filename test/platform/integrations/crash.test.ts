import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { programFile } from "../../support/program-file.ts";
import { IntegrationDesk } from "./desk.ts";

const worker = programFile(import.meta.dirname, "delivery-worker.ts");

const waiting = 100;

it("a server that is killed while it delivers loses no event, and repeats one only with the same id", async () => {
  // Only the workers deliver.
  const desk = await IntegrationDesk.open({ jobs: {} });
  const children: ChildProcess[] = [];
  try {
    // Killed three times before the response to its requests, so that it cannot know their outcome.
    const killAt = [7, 33, 60];
    const hook = await desk.listen((index, response) => {
      if (!killAt.includes(index)) return;
      children.at(-1)?.kill("SIGKILL");
      response.destroy();
    });
    await desk.publish({ endpoint: hook.url });
    await desk.install();
    await desk.comment(waiting);
    const start = () => {
      const child = spawn(process.execPath, [worker, desk.service.folder], { stdio: ["ignore", "ignore", "inherit"] });
      children.push(child);
      return child;
    };
    for (const _ of killAt) {
      const child = start();
      await once(child, "close");
      expect(child.signalCode).toBe("SIGKILL");
    }
    start();
    const successes = async () => (await desk.allEvents()).filter(({ status }) => status === "success").length;
    await expect.poll(successes, { timeout: 120_000, interval: 500 }).toBe(waiting + 1);
    const sent = hook.received.map(({ headers }) => headers.get("x-copydesk-event"));
    const events = await desk.allEvents();
    const inOrder = events.map(({ id }) => id).reverse();
    expect(inOrder).toHaveLength(waiting + 1);
    // Each first arrival in the order of the events; besides these, only what was sent when the process was killed.
    expect([...new Set(sent)]).toEqual(inOrder);
    expect(sent.length).toBeGreaterThan(waiting + 1);
    expect(sent.length).toBeLessThanOrEqual(waiting + 1 + killAt.length * 20);
  } finally {
    for (const child of children) child.kill("SIGKILL");
    await desk.close();
  }
});

import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { ComparisonQueue } from "../../src/app/difference/comparison-queue.ts";
import { type DeskWorkspace, openDesk, type Visitor } from "./desk-workspace.ts";

let desk: DeskWorkspace;
let ada: Visitor;

beforeAll(async () => {
  desk = await openDesk();
  ada = await desk.signedIn();
});
afterAll(() => desk.close());

/** 1,600 paragraphs, every fourth of them with another word. */
const paragraphs = (word: string) =>
  Array.from(
    { length: 1_600 },
    (_, at) =>
      `Paragraph ${at + 1} allows ${at % 4 === 3 ? word : "ten"} requests a second for each client of the service.\n`,
  ).join("\n");

async function changed(before: string, after: string): Promise<string> {
  const space = await desk.makeSpace("Large", [{ markdown: before, slug: "large" }]);
  const { number } = await desk.openChangeRequest(space.id, [
    { operation: "update_page", page: space.page("large"), document: { markdown: after } },
  ]);
  return `/app/${desk.organization}/s/${space.id}/~/changes/${number}`;
}

const linkNamed = (html: string, name: string) =>
  new RegExp(`<a href="([^"]*)">${name}</a>`).exec(html)?.[1]?.replaceAll("&amp;", "&");

/** Follows the links to the rest and returns the numbers of the paragraphs that are marked as changed. */
async function everyChange(at: string, marked: RegExp): Promise<{ numbers: number[]; largest: number }> {
  const numbers: number[] = [];
  let largest = 0;
  for (let next: string | undefined = at; next !== undefined; next = linkNamed(ada.html, "show the next")) {
    await ada.see(next);
    largest = Math.max(largest, Buffer.byteLength(ada.html));
    numbers.push(...[...ada.html.matchAll(marked)].map(([, number]) => Number(number)));
  }
  return { numbers, largest };
}

const all = Array.from({ length: 400 }, (_, at) => 4 * (at + 1));

describe("the difference of a long page", () => {
  it("is shown in portions of at most 600 kB that together have every change", { timeout: 120_000 }, async () => {
    const at = await changed(paragraphs("ten"), paragraphs("twelve"));
    const text = await ada.see(at);
    expect(text).toMatch(/\d+ more changes on this page: show the next/);
    const { numbers, largest } = await everyChange(at, /Paragraph (\d+) allows <del>ten<\/del><ins>twelve<\/ins>/g);
    expect(numbers).toEqual(all);
    expect(largest).toBeLessThan(600_000);
  });

  it("is shown in portions as Markdown, too", { timeout: 120_000 }, async () => {
    const at = await changed(paragraphs("ten"), paragraphs("twelve"));
    const { numbers, largest } = await everyChange(`${at}?show=markdown`, /is">\+Paragraph (\d+) allows/g);
    expect(numbers).toEqual(all);
    expect(largest).toBeLessThan(600_000);
  });

  it("counts unchanged blocks far from a change without drawing them", async () => {
    const at = await changed(
      paragraphs("ten"),
      paragraphs("ten").replace("Paragraph 800 allows", "Paragraph 800 grants"),
    );
    const text = await ada.see(at);
    expect(text).toContain("798 unchanged blocks are not shown. ");
    expect(text).toContain("Paragraph 800 allows grants ten");
    expect(text).not.toContain("Paragraph 400 ");
    expect(text).not.toContain("show the next");
  });

  it("names a block that is too long to be compared, and shows it as Markdown", async () => {
    const lines = Array.from({ length: 4_000 }, (_, at) => `Line ${at + 1} of one paragraph.`).join("\n");
    const at = await changed(lines, lines.replace("Line 2000 of", "Line 2000 in"));
    const text = await ada.see(at);
    expect(text).toContain("Edited This block is too long to be shown here. The Markdown shows what is different.");
    expect(await ada.see(`${at}?show=markdown`)).toContain("+Line 2000 in one paragraph.");
  });

  it("lets other requests be answered in between", { timeout: 60_000 }, async () => {
    const at = await changed(paragraphs("ten"), paragraphs("twelve"));
    let isDrawn = false;
    const drawn = ada.see(at).then(() => {
      isDrawn = true;
    });
    let answered = 0;
    while (!isDrawn) {
      expect((await desk.client.spaces.list({ organizationId: desk.organization })).items.length).toBeGreaterThan(0);
      answered += 1;
      await sleep(0);
    }
    await drawn;
    // In one piece it would let through one.
    expect(answered).toBeGreaterThan(2);
  });
});

describe("the queue of comparisons", () => {
  const never = new AbortController().signal;
  const turns = async () => {
    for (let turn = 0; turn < 5; turn += 1) await sleep(0);
  };

  it("runs two of one person at once, and lets others pass those that wait", async () => {
    const queue = new ComparisonQueue();
    const started: string[] = [];
    const finish: (() => void)[] = [];
    const ask = (person: string) =>
      queue.run(person, never, () => {
        started.push(person);
        return new Promise<void>((resolve) => finish.push(resolve));
      });
    const asked = ["ada", "ada", "ada", "ada", "ben", "cay", "dan"].map(ask);
    await turns();
    expect(started).toEqual(["ada", "ada", "ben", "cay"]);
    finish[2]?.();
    await turns();
    expect(started).toEqual(["ada", "ada", "ben", "cay", "dan"]);
    finish[0]?.();
    await turns();
    expect(started).toEqual(["ada", "ada", "ben", "cay", "dan", "ada"]);
    while (finish.length > 0) {
      finish.pop()?.();
      await turns();
    }
    await Promise.all(asked);
    expect(started.length).toBe(7);
  });

  it("forgets who leaves while waiting, and goes on after a failure", async () => {
    const queue = new ComparisonQueue();
    const leaving = new AbortController();
    let fail = () => {};
    const failing = queue.run(
      "ada",
      never,
      () => new Promise((_, reject) => (fail = () => reject(new Error("broke")))),
    );
    let end = () => {};
    const long = queue.run("ada", never, () => new Promise<void>((resolve) => (end = resolve)));
    const left = queue.run("ada", leaving.signal, () => Promise.reject(new Error("must not run")));
    const last = queue.run("ada", never, async () => "shown");
    leaving.abort(new Error("left"));
    await expect(left).rejects.toThrow("left");
    fail();
    await expect(failing).rejects.toThrow("broke");
    expect(await last).toBe("shown");
    end();
    await long;
  });

  it("refuses what would be the 31st to wait for one person", async () => {
    const queue = new ComparisonQueue();
    const leaving = new AbortController();
    const asked = Array.from({ length: 32 }, () =>
      queue.run("ada", leaving.signal, () => sleep(60_000, undefined, { signal: leaving.signal })).catch(() => {}),
    );
    await expect(queue.run("ada", never, async () => {})).rejects.toThrow("Too many comparisons are waiting.");
    leaving.abort();
    await Promise.all(asked);
    expect(await queue.run("ada", never, async () => "shown")).toBe("shown");
  });
});

import { afterEach, describe, expect, it } from "vitest";
import { type Desk, startDesk, type Translation } from "./translation-desk.ts";

let desk: Desk;
afterEach(() => desk.service.close());

interface Placed {
  readonly id: string;
  readonly title: string;
  readonly path: string;
  readonly pages?: readonly Placed[];
}
const shouted = (text: string) => text.toUpperCase();
const page = (title: string, markdown: string) => ({ operation: "insert_page", title, document: { markdown } });
const outline = (pages: readonly Placed[], depth = 0): string[] =>
  pages.flatMap(({ title, path, pages: below = [] }) => [
    `${"  ".repeat(depth)}${title} ${path}`,
    ...outline(below, depth + 1),
  ]);

/** A source with three pages, translated and merged. */
async function open(): Promise<{ target: string; ids: Record<"one" | "two" | "three", string> }> {
  desk = await startDesk();
  await desk.edit([
    page("One", "First words."),
    page("Two", "Second words, [one](one.md)."),
    page("Three", "Third words."),
  ]);
  await desk.run();
  const done = await desk.translate(shouted);
  await desk.merge(done);
  const [one, two, three] = await desk.pages(desk.space);
  return { target: done.result?.space ?? "", ids: { one: one?.id ?? "", two: two?.id ?? "", three: three?.id ?? "" } };
}

async function follow(): Promise<Translation> {
  const waiting = await desk.run();
  const done = waiting.status === "pending" ? await desk.translate(shouted) : waiting;
  expect((await desk.merge(done)).result).toBe("merge");
  return done;
}
const shown = async (space: string) => outline((await desk.pages(space)) as readonly Placed[]);

describe("a page of the source space", () => {
  it("is deleted in the translation when it is deleted, with nothing to translate", async () => {
    const { target, ids } = await open();
    await desk.edit([{ operation: "delete_page", page: ids.one }]);
    const done = await follow();
    expect(done.stats).toMatchObject({ latestWords: 0, latestPages: 0 });
    expect(await shown(target)).toEqual(["TWO two", "THREE three"]);
  });

  it("is deleted with its subpages, and a new page of the same name is a separate one", async () => {
    const { target, ids } = await open();
    await desk.edit([{ operation: "update_page", page: ids.three, into: ids.two }]);
    await follow();
    expect(await shown(target)).toEqual(["ONE one", "TWO two", "  THREE two/three"]);
    await desk.edit([{ operation: "delete_page", page: ids.two }, page("Two", "Other words.")]);
    await follow();
    expect(await shown(target)).toEqual(["ONE one", "TWO two"]);
    const [, two] = await desk.pages(target);
    expect(two?.id).not.toBe(ids.two);
    expect(await desk.markdown(target, two?.id ?? "")).toContain("OTHER WORDS.");
  });

  it("is moved in the translation when it is moved, and keeps edits there, with nothing to translate", async () => {
    const { target, ids } = await open();
    await desk.edit([{ operation: "update_page", page: ids.one, document: { markdown: "Von Hand." } }], target);
    await desk.edit([{ operation: "update_page", page: ids.one, into: ids.three }]);
    const done = await follow();
    expect(done.stats).toMatchObject({ latestWords: 0 });
    expect(await shown(target)).toEqual(["TWO two", "THREE three", "  ONE three/one"]);
    expect(await desk.markdown(target, ids.one)).toContain("Von Hand.");
  });

  it("causes a conflict when it is deleted while its translation is edited, and the edit stays", async () => {
    const { target, ids } = await open();
    await desk.edit([{ operation: "update_page", page: ids.one, document: { markdown: "Von Hand." } }], target);
    await desk.edit([{ operation: "delete_page", page: ids.one }]);
    const done = await desk.run();
    expect(done.status).toBe("completed");
    expect((await desk.merge(done)).result).toBe("conflicts");
    expect(await desk.markdown(target, ids.one)).toContain("Von Hand.");
  });
});

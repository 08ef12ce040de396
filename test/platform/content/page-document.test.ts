import { expect, it } from "vitest";
import { splitBody } from "../../../src/platform/content/page-document.ts";
import { bodyOfReusable } from "../../../src/platform/content/reusable-contents.ts";
import { insert, openDesk } from "./desk.ts";

/** How often others had their turn during `work`. */
async function othersDuring(work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  let next = setImmediate(function other() {
    count += 1;
    next = setImmediate(other);
  });
  await work();
  clearImmediate(next);
  return count;
}

it("others have their turn again and again while a page with many links is read as a document", async () => {
  const desk = await openDesk();
  const links = Array.from({ length: 20_000 }, (_, at) => `[a](page-${at}.md)\n\n`).join("");
  const [small = "", large = ""] = await desk.publish(insert("Small", "[a](page.md)\n"), insert("Large", links));
  const read = (pageId: string) =>
    othersDuring(() => desk.client.pages.get({ spaceId: desk.space, pageId, format: "document" }));
  const few = await read(small);
  expect(await read(large)).toBeGreaterThanOrEqual(few + 5);
});

it.each(["\n", " \n", "\r\n", "\t\r\n"])("a body begins after any number of blank lines, here %j", (line) => {
  const blank = line.repeat(3_000_000);
  expect(splitBody(`# A\n${blank}  b\n`).body).toBe("  b\n");
  expect(bodyOfReusable(`---\ntitle: A\n---\n${blank}  b\n`)).toBe("  b");
});

import { expect, it, vi } from "vitest";
import { TimeSlices } from "../../../src/markdown/text/time-slices.ts";
import { splitBody } from "../../../src/platform/content/page-document.ts";
import { bodyOfReusable } from "../../../src/platform/content/reusable-contents.ts";
import { insert, openDesk } from "./desk.ts";

it("reading a page with many links as a document lets other work run regularly", async () => {
  const desk = await openDesk();
  const links = Array.from({ length: 20_000 }, (_, at) => `[a](page-${at}.md)\n\n`).join("");
  const [pageId = ""] = await desk.publish(insert("Large", links));
  const turns = vi.spyOn(TimeSlices.prototype, "endSlice");
  try {
    await desk.client.pages.get({ spaceId: desk.space, pageId, format: "document" });
    expect(turns.mock.calls.length).toBeGreaterThan(5);
  } finally {
    turns.mockRestore();
  }
});

it.each(["\n", " \n", "\r\n", "\t\r\n"])("a body begins after any number of blank lines, here %j", (line) => {
  const blank = line.repeat(3_000_000);
  expect(splitBody(`# A\n${blank}  b\n`).body).toBe("  b\n");
  expect(bodyOfReusable(`---\ntitle: A\n---\n${blank}  b\n`)).toBe("  b");
});

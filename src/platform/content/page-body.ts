import { scanBlocks } from "../../text/blocks.ts";
import { readFrontMatter } from "../../text/front-matter.ts";
import { titleOf } from "../../text/title.ts";

/** A page's text in two: what stands for members of the page (front matter, title, space below), and its body. */
export function splitBody(text: string): { head: string; body: string } {
  const start = bodyStart(text);
  return { head: text.slice(0, start), body: text.slice(start) };
}

function bodyStart(text: string): number {
  const title = titleOf(text);
  if (title?.source !== "heading") return readFrontMatter(text).bodyStart;
  const heading = scanBlocks(text).find((block) => block.start <= title.start && title.start <= block.end);
  const end = heading?.end ?? title.end;
  return end + (/^(?:[ \t]*\r?\n)*/.exec(text.slice(end))?.[0].length ?? 0);
}

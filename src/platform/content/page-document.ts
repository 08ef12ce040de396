import type { ContentReference, RichDocument } from "../../markdown/document/model.ts";
import { scanBlocks } from "../../markdown/grammar/blocks.ts";
import { readFrontMatter } from "../../markdown/grammar/front-matter.ts";
import { listIncludes } from "../../markdown/page/links.ts";
import { titleOf } from "../../markdown/page/title.ts";
import { Turns } from "../kernel/turns.ts";
import type { ContentMap } from "./content-map.ts";
import type { PageRecord } from "./records.ts";
import { type LinkTarget, resolveLinks } from "./references.ts";
import { includeTargets } from "./resolve-includes.ts";

let reader: Promise<typeof import("../../markdown/document/reading/from-markdown.ts")> | undefined;

/** The body of a page as blocks, its links as references within the space. Blocks have the same keys to every reader. */
export async function readPageDocument(
  map: ContentMap,
  page: PageRecord,
  text: string,
  space: string,
  { isOnlyShown = false }: { readonly isOnlyShown?: boolean } = {},
): Promise<RichDocument> {
  reader ??= import("../../markdown/document/reading/from-markdown.ts");
  const { readingOfDocument } = await reader;
  const turns = new Turns();
  const targets = await resolveLinks(map, page, text);
  const paths = [...new Set(listIncludes(text).map(({ path }) => path))];
  const includes = paths.length > 0 ? await includeTargets(map, paths, page.source ?? "") : undefined;
  const { body } = splitBody(text);
  await turns.pass();
  const reading = readingOfDocument(body, {
    isOnlyShown,
    reference(href, kind) {
      const reusable = kind === "include" ? includes?.get(href) : undefined;
      if (reusable !== undefined) return { kind: "reusable-content", reusableContent: reusable.id, space };
      return present(targets.get(href), href, space);
    },
  });
  return turns.through(reading);
}

function present(target: LinkTarget | undefined, href: string, space: string): ContentReference {
  switch (target?.kind) {
    case "page":
      return target.anchor === undefined
        ? { kind: "page", page: target.page, space }
        : { kind: "anchor", anchor: target.anchor, page: target.page, space };
    case "anchor":
      return { kind: "anchor", anchor: target.anchor, page: target.page, space };
    case "file":
      return { kind: "file", file: target.file, space };
    default:
      return { kind: "url", url: href };
  }
}

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
  return end + (/^(?:[ \t\r\n]*\n)?/.exec(text.slice(end))?.[0].length ?? 0);
}

/** What one page may hold. Readers of a page are linear in its lines, and a server that reads one answers nobody else. */
export const PAGE_LIMITS = { bytes: 5 * 1024 ** 2, lines: 100_000 };

/** What of a page's limits a text does not keep, in words; undefined when it keeps all. */
export function brokenLimit(text: string): string | undefined {
  if (Buffer.byteLength(text) > PAGE_LIMITS.bytes) return "5 MB of text";
  return hasTooManyLines(text) ? "100,000 lines" : undefined;
}

/** Whether a text has more lines than a page may have. */
export function hasTooManyLines(text: string): boolean {
  let count = 1;
  for (let at = text.indexOf("\n"); at !== -1 && count <= PAGE_LIMITS.lines; at = text.indexOf("\n", at + 1)) {
    if (at < text.length - 1) count += 1;
  }
  return count > PAGE_LIMITS.lines;
}

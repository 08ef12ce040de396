import type { ContentReference, RichDocument } from "../../markdown/document/model.ts";
import { type Block, scanBlocks } from "../../markdown/grammar/blocks.ts";
import { findBodyStart } from "../../markdown/grammar/front-matter.ts";
import { listingIncludes } from "../../markdown/page/links.ts";
import { findTitle } from "../../markdown/page/title.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import type { ContentMap } from "./content-map.ts";
import type { PageRecord } from "./records.ts";
import { type LinkTarget, resolveLinks } from "./references.ts";
import { includeTargets } from "./resolve-includes.ts";

let reader: Promise<typeof import("../../markdown/document/reading/from-markdown.ts")> | undefined;

/**
 * The body of a page as blocks, with its links as references within the space. Block keys are the same for every
 * reader.
 */
export async function readPageDocument(
  map: ContentMap,
  page: PageRecord,
  text: string,
  space: string,
  { isOnlyShown = false }: { readonly isOnlyShown?: boolean } = {},
): Promise<RichDocument> {
  reader ??= import("../../markdown/document/reading/from-markdown.ts");
  const { readingOfDocument } = await reader;
  const timeSlices = new TimeSlices();
  const targets = await resolveLinks(map, page, text);
  const paths = [...new Set((await timeSlices.run(listingIncludes(text))).map(({ path }) => path))];
  const includes = paths.length > 0 ? await includeTargets(map, paths, page.source ?? "") : undefined;
  const { body } = splitBody(text);
  await timeSlices.yieldIfDue();
  const reading = readingOfDocument(body, {
    isOnlyShown,
    reference(href, kind) {
      const reusable = kind === "include" ? includes?.get(href) : undefined;
      if (reusable !== undefined) return { kind: "reusable-content", reusableContent: reusable.id, space };
      return present(targets.get(href), href, space);
    },
  });
  return timeSlices.run(reading);
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

/**
 * Splits a page's text into the part that holds members of the page (front matter, title, surrounding blank lines) and
 * its body.
 */
export function splitBody(text: string): { head: string; body: string } {
  const start = bodyStart(text);
  return { head: text.slice(0, start), body: text.slice(start) };
}

function bodyStart(text: string): number {
  const title = findTitle(text);
  if (title?.source !== "heading") return findBodyStart(text);
  const holdsTitle = (block: Block) => block.start <= title.start && title.start <= block.end;
  const heading = scanBlocks(text, holdsTitle).find(holdsTitle);
  const end = heading?.end ?? title.end;
  return end + (/^(?:[ \t\r\n]*\n)?/.exec(text.slice(end))?.[0].length ?? 0);
}

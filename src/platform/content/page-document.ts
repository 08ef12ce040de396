import type { ContentReference, RichDocument } from "../../text/document/model.ts";
import { listIncludes } from "../../text/inclusions.ts";
import { Turns } from "../turns.ts";
import type { ContentMap } from "./content-map.ts";
import { splitBody } from "./page-body.ts";
import type { PageRecord } from "./records.ts";
import { type LinkTarget, resolveLinks } from "./references.ts";
import { includeTargets } from "./resolve-includes.ts";

/** UTF-16 units. */
const largeText = 100_000;

/** The body of a page as blocks, its links as references within the space. Blocks have the same keys to every reader. */
export async function readPageDocument(
  map: ContentMap,
  page: PageRecord,
  text: string,
  space: string,
): Promise<RichDocument> {
  const { documentFromMarkdown } = await import("../../text/document/from-markdown.ts");
  const targets = await resolveLinks(map, page, text);
  const paths = [...new Set(listIncludes(text).map(({ path }) => path))];
  const includes = paths.length > 0 ? await includeTargets(map, paths, page.source ?? "") : undefined;
  const { body } = splitBody(text);
  // Reading takes long enough without what came before it.
  if (text.length > largeText) await new Turns().end();
  return documentFromMarkdown(body, {
    reference(href, kind) {
      const reusable = kind === "include" ? includes?.get(href) : undefined;
      if (reusable !== undefined) return { kind: "reusable-content", reusableContent: reusable.id, space };
      return present(targets.get(href), href, space);
    },
  });
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

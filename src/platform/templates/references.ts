import type { ContentReference } from "../../contract/models/content-reference.ts";
import type { EditedMap } from "../content/content-map.ts";
import { findFile, findPage } from "../content/page-tree.ts";
import { hrefTo } from "../content/references.ts";
import { Problem } from "../problem.ts";

type References = Readonly<Record<string, ContentReference>>;

/**
 * What a template's placeholders stand for, as addresses in the content that is filled. Throws `not_found` where it has
 * no such page or file, and `not_implemented` for what no link of a page can lead to.
 */
export async function readReferences(
  references: References,
  map: EditedMap,
  space: string,
): Promise<(name: string, source: string) => string> {
  const found = new Map<string, (source: string) => string>();
  for (const [name, reference] of Object.entries(references)) {
    found.set(name, await addressOf(name, reference, map, space));
  }
  return (name, source) => {
    const address = found.get(name);
    if (address === undefined) {
      throw new Problem(
        "bad_request",
        `params.contentRefs: the template has a placeholder ${JSON.stringify(name.slice(0, 100))}, and nothing is given for it.`,
      );
    }
    return address(source);
  };
}

async function addressOf(
  name: string,
  reference: ContentReference,
  map: EditedMap,
  space: string,
): Promise<(source: string) => string> {
  const field = `params.contentRefs.${name}`;
  if ("space" in reference && reference.space !== undefined && reference.space !== space) {
    throw new Problem(
      "not_implemented",
      `${field}: this service fills placeholders from the space that is filled alone.`,
    );
  }
  switch (reference.kind) {
    case "url":
      return () => reference.url;
    case "page":
    case "anchor": {
      const page = reference.page === undefined ? undefined : await findPage(map, reference.page);
      if (page?.source === undefined) throw new Problem("not_found", `${field}: space ${space} has no such page.`);
      const { source: target } = page;
      const anchor = reference.kind === "anchor" ? `#${reference.anchor}` : "";
      return (source) => hrefTo(source, target) + anchor;
    }
    case "file": {
      const file = await findFile(map, reference.file);
      if (file === undefined) throw new Problem("not_found", `${field}: space ${space} has no such file.`);
      return (source) => hrefTo(source, file.source);
    }
    default:
      throw new Problem(
        "not_implemented",
        `${field}: this service fills placeholders with references of the kinds url, page, anchor and file.`,
      );
  }
}

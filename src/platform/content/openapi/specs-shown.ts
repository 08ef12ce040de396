import type { Block, ContentReference } from "../../../markdown/document/model.ts";
import { TimeSlices } from "../../../markdown/text/time-slices.ts";
import { contentCache } from "../../kernel/caches.ts";
import { findSpecSlug } from "../computed-pages.ts";
import type { StoredMap } from "../content-map.ts";
import { allPages } from "../page-tree.ts";
import { allReusable } from "../reusable-contents.ts";
import type { SpaceContent } from "../space-content.ts";

/** A tag that shows a part of a specification. */
const tag = /\{%-?\s*(?:openapi|swagger)/;

/** Texts read at a time. */
const batchSize = 200;

/** The slugs of the specifications that the pages of a content show. */
export async function specsShown(map: StoredMap, content: SpaceContent): Promise<ReadonlySet<string>> {
  const key = `specs shown ${map.root}`;
  const known = contentCache.get(key) as ReadonlySet<string> | undefined;
  if (known !== undefined) return known;
  const pages = await allPages(map);
  const specs = new Set(pages.flatMap(({ computed }) => (computed && findSpecSlug(computed.source)) ?? []));
  const texts = [...pages, ...(await allReusable(map))].flatMap((one) => one.content ?? []);
  const timeSlices = new TimeSlices();
  for (let start = 0; start < texts.length; start += batchSize) {
    for (const text of (await content.readTexts(texts.slice(start, start + batchSize))).values()) {
      if (tag.test(text)) for (const spec of await specsIn(text)) specs.add(spec);
      await timeSlices.yieldIfDue();
    }
  }
  contentCache.set(key, specs, [...specs].join("").length * 2);
  return specs;
}

async function specsIn(text: string): Promise<string[]> {
  const { documentFromMarkdown } = await import("../../../markdown/document/reading/from-markdown.ts");
  const specs: string[] = [];
  const visit = (nodes: readonly NonNullable<Block["nodes"]>[number][]): void => {
    for (const node of nodes) {
      if (node.object !== "block") continue;
      const ref = node.data.ref as ContentReference | undefined;
      if (ref?.kind === "openapi") specs.push(ref.spec);
      visit(node.nodes ?? []);
      for (const fragment of node.fragments ?? []) visit(fragment.nodes);
    }
  };
  visit(documentFromMarkdown(text).nodes);
  return specs;
}

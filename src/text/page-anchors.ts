import { listAttributes } from "./attributes.ts";
import { scanBlocks } from "./blocks.ts";
import { listInclusions } from "./inclusions.ts";
import { scanInline } from "./inline.ts";

/** The places of a page that a link can lead to. */
export interface PageAnchors {
  readonly known: ReadonlySet<string>;
  /** The page takes in what stands elsewhere, which may bring anchors of its own. */
  readonly open: boolean;
}

/** Anchors of headings, and ids that elements carry. */
export function readAnchors(markdown: string): PageAnchors {
  const known = new Set<string>();
  for (const block of scanBlocks(markdown)) {
    if (block.kind === "blank" || block.kind === "fence") continue;
    if (block.kind === "heading") known.add(foldAnchor(block.anchor));
    const source = markdown.slice(block.start, block.end);
    if (!/[\s<](?:id|name|slug)\s*=/i.test(source)) continue;
    for (const token of scanInline(source)) {
      if (token.kind !== "tag" && (token.kind !== "element" || token.closing)) continue;
      for (const { name, valueStart, valueEnd } of listAttributes(source, token.start + 1, token.end - 1)) {
        if (anchorAttributes.has(name)) known.add(foldAnchor(source.slice(valueStart, valueEnd).trim()));
      }
    }
  }
  return { known, open: listInclusions(markdown).length > 0 };
}

const anchorAttributes: ReadonlySet<string> = new Set(["id", "name", "slug"]);

export function hasAnchor({ known, open }: PageAnchors, anchor: string): boolean {
  return open || known.has(foldAnchor(anchor));
}

/** Sites differ in case, and in whether both dashes of `a--b` stay. */
function foldAnchor(anchor: string): string {
  return decoded(anchor).toLowerCase().replace(/-+/g, "-");
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

import {
  type Block,
  blockNodes,
  type Inline,
  type InlineNode,
  inlineNodes,
  type Leaf,
} from "../../text/document/model.ts";

export type Face = "regular" | "bold" | "italic" | "mono";

/** Words of one look. A line feed ends the line. */
export interface Run {
  readonly text: string;
  readonly face: Face;
  readonly strike?: boolean;
  /** Address or, with `#` before it, the name of a place in the document. */
  readonly link?: string;
}

/** What references stand for in the PDF. */
export interface Follow {
  /** Where a reference leads; undefined when it leads nowhere. */
  lead(reference: unknown): string | undefined;
  /** What it is called. */
  name(reference: unknown): string | undefined;
}

export function inlineRuns(nodes: readonly InlineNode[], follow: Follow, link?: string): Run[] {
  return nodes.flatMap((node): Run[] => {
    if (node.object === "text") return node.leaves.map((leaf) => leafRun(leaf, link));
    return voidRuns(node, follow, link);
  });
}

function leafRun({ text, marks }: Leaf, link: string | undefined): Run {
  const has = (...types: string[]) => marks.some(({ type }) => types.includes(type));
  const face = has("code", "keyboard") ? "mono" : has("bold") ? "bold" : has("italic") ? "italic" : "regular";
  return { text, face, ...(has("strikethrough") ? { strike: true } : {}), ...(link === undefined ? {} : { link }) };
}

function voidRuns({ type, data, nodes = [] }: Inline, follow: Follow, link: string | undefined): Run[] {
  const said = (member: string) => (typeof data[member] === "string" ? data[member] : "");
  const plain = (text: string, face: Face = "regular"): Run[] => [
    { text, face, ...(link === undefined ? {} : { link }) },
  ];
  switch (type) {
    case "link":
      return inlineRuns(nodes, follow, follow.lead(data.ref) ?? link);
    case "button":
      return inlineRuns(nodes, follow, follow.lead(data.ref) ?? link).concat(
        nodes.length === 0 ? plain(said("label")) : [],
      );
    case "emoji":
      return plain(emoji(said("code")));
    case "inline-math":
      return plain(said("formula"), "mono");
    case "inline-image":
      return plain(`[${said("alt") || "picture"}]`, "italic");
    case "expression":
      return plain(`{{ ${said("expression")} }}`, "mono");
    case "mention":
      return inlineRuns(nodes, follow, link).concat(nodes.length === 0 ? plain(`@${said("label")}`) : []);
    default:
      return inlineRuns(nodes, follow, link);
  }
}

/** Codes are the character's number in hexadecimal, or a name. */
function emoji(code: string): string {
  const parts = code.split("-").map((part) => (/^[0-9a-f]{4,6}$/i.test(part) ? Number.parseInt(part, 16) : Number.NaN));
  return parts.every((part) => part <= 0x10ffff) ? String.fromCodePoint(...parts) : `:${code}:`;
}

/** What blocks say, in running text: for cells, captions and titles. */
export function flatRuns(blocks: readonly Block[], follow: Follow): Run[] {
  const parts = blocks.map((block): Run[] => {
    const nodes = block.nodes ?? [];
    const own = inlineRuns(inlineNodes(nodes), follow);
    const mark = block.type === "list-item" ? [{ text: "• ", face: "regular" as const }] : [];
    const inner = flatRuns(blockNodes(nodes), follow);
    return [...mark, ...own, ...inner];
  });
  return parts.filter((part) => part.length > 0).flatMap((part, index) => (index === 0 ? part : [lineEnd, ...part]));
}

const lineEnd: Run = { text: "\n", face: "regular" };

/** The blocks of a fragment: a caption, a title, a table cell. */
export function fragmentBlocks({ fragments = [] }: Block, name: string): Block[] {
  return fragments.filter(({ type, fragment }) => type === name || fragment === name).flatMap(({ nodes }) => nodes);
}

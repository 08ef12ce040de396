import type { Inline, InlineNode, InlineType, Leaf, Mark, MarkType } from "./model.ts";

const MARK_ORDER: readonly MarkType[] = [
  "bold",
  "italic",
  "strikethrough",
  "color",
  "superscript",
  "subscript",
  "keyboard",
  "code",
];

/** The marks of a leaf in one order, each type once, so that equal formatting compares equal. */
export function sortMarks(marks: readonly Mark[]): Mark[] {
  const byType = new Map(marks.map((mark) => [mark.type, mark]));
  return MARK_ORDER.flatMap((type) => byType.get(type) ?? []);
}

function sameMarks(a: readonly Mark[], b: readonly Mark[]): boolean {
  return a.length === b.length && a.every((mark, index) => sameMark(mark, b[index]));
}

export function sameMark(a: Mark, b: Mark | undefined): boolean {
  return (
    a.type === b?.type &&
    a.data?.text === b.data?.text &&
    a.data?.background === b.data?.background &&
    a.data?.style === b.data?.style
  );
}

export function inline(type: InlineType, data: Inline["data"], nodes?: InlineNode[]): Inline {
  return nodes
    ? { object: "inline", type, isVoid: false, data, nodes }
    : { object: "inline", type, isVoid: true, data };
}

/** Collects inline nodes: neighbouring text becomes one text node, text with the same marks one leaf. */
export class InlineBuilder {
  readonly nodes: InlineNode[] = [];

  text(text: string, marks: readonly Mark[], verbatim = false): void {
    if (text === "") return;
    const sorted = sortMarks(marks);
    const last = this.nodes.at(-1);
    const leaves = last?.object === "text" ? last.leaves : [];
    if (last?.object !== "text") this.nodes.push({ object: "text", leaves });
    const leaf = leaves.at(-1);
    if (leaf && (leaf.verbatim ?? false) === verbatim && sameMarks(leaf.marks, sorted)) leaf.text += text;
    else leaves.push(newLeaf(text, sorted, verbatim));
  }

  inline(node: Inline): void {
    this.nodes.push(node);
  }
}

function newLeaf(text: string, marks: Mark[], verbatim: boolean): Leaf {
  return verbatim ? { object: "leaf", text, marks, verbatim } : { object: "leaf", text, marks };
}

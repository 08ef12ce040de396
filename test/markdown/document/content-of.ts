import type { RichDocument } from "../../../src/markdown/document/model.ts";

/** A value without the members of its blocks that describe their position: keys, anchors and sources. */
export function contentOf<T>(value: T): T {
  return JSON.parse(
    JSON.stringify(value, (name, member) =>
      name === "source" || name === "key" || name === "meta" ? undefined : member,
    ),
  );
}

export function documentOf(nodes: RichDocument["nodes"]): RichDocument {
  return { object: "document", data: { schemaVersion: 1 }, nodes };
}

/** The blocks of a document as nested lists of type, data and text, short enough to compare by eye. */
export function outline(nodes: readonly object[]): unknown[] {
  return nodes.map((value) => {
    const node: Record<string, unknown> = { ...value };
    if (node.object === "text") {
      return (node.leaves as { text: string; marks: { type: string }[]; verbatim?: true }[])
        .map((leaf) =>
          [leaf.text, ...leaf.marks.map((mark) => mark.type), ...(leaf.verbatim ? ["verbatim"] : [])].join("|"),
        )
        .join("~");
    }
    const data = Object.keys((node.data as object) ?? {}).length > 0 ? [node.data] : [];
    const fragments = ((node.fragments as { type?: string; nodes: object[] }[]) ?? []).map((fragment) => ({
      [fragment.type ?? "cell"]: outline(fragment.nodes),
    }));
    return [node.type, ...data, ...outline((node.nodes as object[]) ?? []), ...fragments];
  });
}

import fc from "fast-check";
import { expect, test } from "vitest";
import type { SummarySource } from "../../../../src/platform/content/summary-source.ts";
import { editSummary, type SummaryLine } from "../../../../src/platform/exchange/space-files/edit-summary.ts";
import { parseSummary } from "../../../../src/platform/exchange/space-files/summary.ts";

interface Node {
  readonly id: string;
  readonly isGroup: boolean;
  title: string;
  isChanged: boolean;
  readonly nodes: Node[];
}

/** The text between entries, by number. */
const oddities = ["", "", "\n", "<!-- a note -->\n", "Some words.\n"];

/** A table of contents with the tree it describes. */
const tableOfContents = fc
  .record({
    seed: fc.array(fc.nat({ max: 999 }), { minLength: 60, maxLength: 60 }),
    lineEnd: fc.constantFrom("\n", "\r\n"),
    marker: fc.constantFrom("* ", "- ", "*   ", "1. "),
    step: fc.constantFrom("  ", "    ", "\t"),
    depth: fc.nat({ max: 3 }),
    repeats: fc.boolean(),
    tops: fc.nat({ max: 3 }),
    groups: fc.nat({ max: 3 }),
  })
  .map(({ seed, lineEnd, marker, step, depth, repeats, tops, groups }) => {
    let at = 0;
    const next = (bound: number) => (seed[at++ % seed.length] ?? 0) % bound;
    const lines: { text: string; id?: string }[] = [{ text: "# Contents" }, { text: "" }];
    let count = 0;
    const item = (level: number): Node => {
      const id = `p${count++}`;
      lines.push({ text: `${step.repeat(level)}${marker}[${id}](${id}.md)`, id });
      const nodes = level < depth ? Array.from({ length: next(3) }, () => item(level + 1)) : [];
      if (repeats && next(4) === 0) lines.push({ text: `${step.repeat(level + 1)}${marker}[Part](${id}.md#x)`, id });
      return { id, isGroup: false, title: id, isChanged: false, nodes };
    };
    const tree: Node[] = Array.from({ length: tops }, () => item(0));
    for (let group = 0; group < groups; group += 1) {
      const id = `g${group}`;
      lines.push({ text: "" }, { text: `## ${id} <a href="#${id}" id="${id}"></a>`, id }, { text: "" });
      tree.push({
        id,
        isGroup: true,
        title: id,
        isChanged: false,
        nodes: Array.from({ length: next(4) }, () => item(0)),
      });
      const odd = oddities[next(oddities.length)] ?? "";
      if (odd !== "") lines.push({ text: "" }, { text: odd.trimEnd() });
      if (next(3) === 0) {
        lines.push({ text: "" }, { text: "***" }, { text: "" });
        tree.push(item(0));
      }
    }
    const listed = lines.flatMap(({ id }, index) => (id === undefined ? [] : [[index + 1, id] as const]));
    const text = lines.map((line) => line.text + lineEnd).join("");
    const source: SummarySource = { path: "SUMMARY.md", text, lines: listed, unlisted: [] };
    return { source, tree };
  });

const edits = fc.array(fc.tuple(fc.constantFrom("move", "remove", "rename", "page", "group"), fc.nat(), fc.nat()), {
  maxLength: 5,
});

type Place = { node: Node; siblings: Node[]; path: string };

function placesIn(nodes: Node[], path = ""): Place[] {
  return nodes.flatMap((node) => [{ node, siblings: nodes, path }, ...placesIn(node.nodes, `${path}/${node.id}`)]);
}

function edit(tree: Node[], [kind, one, other]: [string, number, number], count: number): void {
  const places = placesIn(tree);
  const from = places[one % Math.max(places.length, 1)];
  if (kind === "page" || kind === "group") {
    const targets = kind === "group" ? [tree] : [tree, ...places.map(({ node }) => node.nodes)];
    const target = targets[one % targets.length] ?? tree;
    const node = { id: `new${count}`, isGroup: kind === "group", title: `new${count}`, isChanged: true, nodes: [] };
    target.splice(other % (target.length + 1), 0, node);
  } else if (from === undefined) return;
  else if (kind === "rename") [from.node.title, from.node.isChanged] = [`${from.node.title}x`, true];
  else {
    from.siblings.splice(from.siblings.indexOf(from.node), 1);
    if (kind === "remove") return;
    const targets = [tree, ...placesIn(tree).map(({ node }) => node.nodes)];
    const target = from.node.isGroup ? tree : (targets[other % targets.length] ?? tree);
    target.splice(one % (target.length + 1), 0, from.node);
  }
}

const linesOf = (nodes: readonly Node[], depth = 0): SummaryLine[] =>
  nodes.flatMap((node): SummaryLine[] => {
    const { id, title, isGroup } = node;
    const place = { id, depth, title, isUnchanged: !node.isChanged };
    const own = isGroup
      ? { ...place, type: "group" as const }
      : { ...place, type: "document" as const, path: `${id}.md` };
    return [own, ...linesOf(node.nodes, depth + 1)];
  });

/** Indented paths and titles, without repeated listings. */
function read(text: string): string[] {
  const entries = parseSummary(text);
  const depths: number[] = [];
  return entries.flatMap((entry, index) => {
    depths[index] = entry.parent === null ? 0 : (depths[entry.parent] ?? 0) + 1;
    return "address" in entry && entry.address.includes("#")
      ? []
      : [`${"  ".repeat(depths[index] ?? 0)}${entry.title}`];
  });
}

test("whatever happens to the tree, reading the edited text gives it, and unaffected entries keep their bytes", () => {
  fc.assert(
    fc.property(tableOfContents, edits, ({ source, tree: original }, steps) => {
      const tree = structuredClone(original);
      const before = new Map(placesIn(tree).map(({ node, path }) => [node.id, path]));
      for (const [count, step] of steps.entries()) edit(tree, step, count);
      const text = editSummary(source, linesOf(tree));
      expect(text).toBeDefined();
      expect(read(text ?? "")).toEqual(linesOf(tree).map(({ depth, title }) => `${"  ".repeat(depth)}${title}`));
      const was = source.text.split(/(?<=\n)/);
      const is = new Set((text ?? "").split(/(?<=\n)/));
      for (const { node, path } of placesIn(tree)) {
        if (node.isChanged || before.get(node.id) !== path) continue;
        const line = source.lines.find(([, id]) => id === node.id)?.[0] ?? 0;
        expect(is).toContain(was[line - 1]);
      }
      if (steps.length === 0) expect(text).toBe(source.text);
    }),
    { numRuns: 500 },
  );
});

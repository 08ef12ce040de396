import type { PageRecord } from "../../../src/platform/content/records.ts";

/** A page as a revision stores it, with its text instead of the address. */
interface ModelPage {
  readonly record: PageRecord;
  readonly text: string;
}

/** The pages of one revision by id, in a plain map that shares nothing with the tested code but the record's shape. */
export type Model = ReadonlyMap<string, ModelPage>;

/** Page texts are paragraphs of one line each; this merges two edits paragraph by paragraph. */
function mergeParagraphs(base: string, kept: string, incoming: string): string | undefined {
  const [was, own, other] = [base, kept, incoming].map((text) => text.split("\n\n")) as [string[], string[], string[]];
  const merged = was.map((paragraph, index) => {
    if (own[index] === other[index] || other[index] === paragraph) return own[index];
    return own[index] === paragraph ? other[index] : undefined;
  });
  return merged.includes(undefined) ? undefined : merged.join("\n\n");
}

/** `kept` with the changes of `incoming`; undefined if they cannot be merged. */
export function mergeModels(base: Model, kept: Model, incoming: Model): Model | undefined {
  const merged = new Map(kept);
  for (const id of new Set([...base.keys(), ...incoming.keys()])) {
    const [was, own, other] = [base.get(id), kept.get(id), incoming.get(id)];
    if (same(was, other)) continue;
    if (same(was, own)) {
      if (other === undefined) merged.delete(id);
      else merged.set(id, other);
      continue;
    }
    if (own === undefined && other === undefined) continue;
    const page = was && own && other && mergePages(was, own, other);
    if (page === undefined) return undefined;
    merged.set(id, page);
  }
  return [...merged.keys()].every((id) => reachesRoot(merged, id)) ? merged : undefined;
}

function mergePages(was: ModelPage, own: ModelPage, other: ModelPage): ModelPage | undefined {
  const record: Record<string, unknown> = { ...own.record };
  for (const members of [["parent", "order"], ["title"], ["slug"], ["source"]] as const) {
    const [before, left, right] = [was, own, other].map(({ record }) =>
      JSON.stringify(members.map((name) => record[name])),
    );
    if (left === right || right === before) continue;
    if (left !== before) return undefined;
    for (const name of members) record[name] = other.record[name];
  }
  const text = mergeParagraphs(was.text, own.text, other.text);
  return text === undefined ? undefined : { record: record as unknown as PageRecord, text };
}

function reachesRoot(model: Model, id: string): boolean {
  const seen = new Set<string>();
  for (let at = model.get(id); at !== undefined; ) {
    if (at.record.parent === null) return true;
    if (seen.has(at.record.id)) return false;
    seen.add(at.record.id);
    at = model.get(at.record.parent);
  }
  return false;
}

export function isBelow(model: Model, id: string, above: string): boolean {
  for (let at = model.get(id); at !== undefined; at = model.get(at.record.parent ?? "")) {
    if (at.record.id === above) return true;
  }
  return false;
}

/** Ids under a parent, in the order of the table of contents. */
export function childrenOf(model: Model, parent: string | null): string[] {
  return [...model.values()]
    .map(({ record }) => record)
    .filter((record) => record.parent === parent)
    .sort(byOrder)
    .map((record) => record.id);
}

function byOrder(left: PageRecord, right: PageRecord): number {
  if (left.order !== right.order) return left.order < right.order ? -1 : 1;
  return left.id < right.id ? -1 : 1;
}

/** Parent, title and text of every page, and the pages in tree order. Two models must agree on this. */
export function outline(model: Model): unknown {
  const under = (parent: string | null): unknown[] =>
    childrenOf(model, parent).map((id) => {
      const page = model.get(id);
      return { id, title: page?.record.title, text: page?.text, pages: under(id) };
    });
  return under(null);
}

const same = (left: unknown, right: unknown) => JSON.stringify(left) === JSON.stringify(right);

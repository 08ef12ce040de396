import { generateNKeysBetween } from "fractional-indexing";
import { newComputed } from "../../content/computed-pages.ts";
import { type Described, describedMembers } from "../../content/page-members.ts";
import type { FileRecord, PageRecord } from "../../content/records.ts";
import type { SummarySource } from "../../content/summary-source.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { ImportPlan } from "./plan.ts";
import type { PlannedFile } from "./plan-files.ts";
import type { PlannedDocument, PlannedPage } from "./planned-pages.ts";
import type { PutAside } from "./put-aside.ts";

/** An order for each page among its siblings, by key; top-level pages come after `last`. */
export function siblingOrders(pages: readonly PlannedPage[], last: string | null = null): Map<string, string> {
  const siblings = new Map<string | null, string[]>();
  for (const { parent, key } of pages) {
    const group = siblings.get(parent);
    if (group === undefined) siblings.set(parent, [key]);
    else group.push(key);
  }
  const orders = new Map<string, string>();
  for (const [parent, group] of siblings) {
    const generated = generateNKeysBetween(parent === null ? last : null, null, group.length);
    for (const [index, key] of group.entries()) orders.set(key, generated[index] ?? "");
  }
  return orders;
}

export function plannedPageRecord(
  planned: PlannedPage,
  ids: ReadonlyMap<string, string>,
  orders: ReadonlyMap<string, string>,
  addresses: ReadonlyMap<string, string>,
  now: string,
): PageRecord {
  const common = {
    id: ids.get(planned.key) ?? "",
    title: planned.title,
    linkTitle: planned.linkTitle,
    slug: planned.slug,
    parent: planned.parent === null ? null : (ids.get(planned.parent) ?? null),
    order: orders.get(planned.key) ?? "",
    hidden: planned.hidden,
    createdAt: now,
    updatedAt: now,
  };
  if (planned.type === "group") return { ...common, type: "group" };
  if (planned.type === "link") return { ...common, type: "link", target: planned.target };
  if (planned.type === "computed") {
    return { ...common, type: "computed", computed: newComputed(planned.computed, planned.title) };
  }
  return {
    ...common,
    type: "document",
    source: planned.source,
    content: addresses.get(planned.source),
    ...described(planned),
  };
}

function described(planned: PlannedDocument): Partial<Described> {
  return Object.fromEntries(describedMembers.map((name) => [name, planned[name]]));
}

export function plannedFileRecord(file: PlannedFile, { addresses, facts }: PutAside): FileRecord {
  const { path: source, name, size } = file;
  const { contentType, dimensions } = facts.get(source) ?? { contentType: file.contentType };
  return { id: createId(), name, contentType, size, dimensions, source, content: addresses.get(source) ?? "" };
}

/** A plan's table of contents, with the ids given to its pages. */
export function plannedSummary(
  { summary, pages }: Pick<ImportPlan, "summary" | "pages">,
  ids: ReadonlyMap<string, string>,
): SummarySource | undefined {
  if (summary === undefined) return undefined;
  const { path, text } = summary;
  const listed = new Set(summary.lines.values());
  return {
    path,
    text,
    lines: [...summary.lines].map(([line, key]) => [line, ids.get(key) ?? ""]),
    unlisted: pages.filter(({ key }) => !listed.has(key)).map(({ key }) => ids.get(key) ?? ""),
  };
}

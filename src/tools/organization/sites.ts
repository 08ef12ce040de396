import type { Site } from "../../contract/models/site.ts";
import type { SiteStructureItem } from "../../contract/models/site-structure.ts";
import { siteStructure } from "../../contract/operations/site-structure.ts";
import { sites } from "../../contract/operations/sites.ts";
import { counted, oneLine, quoted } from "../../present/wording.ts";
import type { ToolResult } from "../../resolve/context.ts";
import { findSite } from "../../resolve/in-organization.ts";
import { readPart } from "../../resolve/reads.ts";
import { type Subject, showAll, showLines } from "./show-list.ts";

export const siteReads = [sites.list, sites.get, siteStructure.get];

export async function showSites(subject: Subject): Promise<ToolResult> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, context } = subject;
  return showAll<Site>(
    {
      kind: "Sites",
      none: 'It has no site. update_site with "create" creates one.',
      next: `With "name": a site, for its structure. update_site changes one.`,
      read: (query) => context.client.sites.list({ organizationId, ...query }, { signal: context.signal }),
      present: (site) => `- ${oneLine(site.title)} (${listFacts(site).join(", ")})`,
    },
    subject,
  );
}

function listFacts({ id, visibility, published, siteSpaces, urls }: Site): string[] {
  return [
    `id ${id}`,
    visibility,
    published ? "published" : "not published",
    counted(siteSpaces, "space"),
    ...(urls.published === undefined ? [] : [quoted(urls.published)]),
  ];
}

async function showOne(name: string, subject: Subject): Promise<ToolResult> {
  const { organizationId, context } = subject;
  const { client, signal } = context;
  const site = await findSite(name, organizationId, context);
  const heading = `Site ${quoted(site.title)} (${listFacts(site).join(", ")}).`;
  const part = await readPart(client.siteStructure.get({ organizationId, siteId: site.id }, { signal }));
  if (!("found" in part)) {
    return { text: `${heading}\nThe service does not show its structure (${part.refusal}).` };
  }
  const items = structureLines(part.found.structure);
  return showLines<string>(
    {
      heading,
      title: "structure",
      about: ["site", organizationId, site.id],
      none: `It shows no space. update_site with "spaces" adds some.`,
      next: "update_site adds a space or changes its settings.",
      read: async () => ({ items }),
      present: (line) => line,
    },
    subject,
  );
}

/** The most levels of nested groups shown. */
const maxDepth = 8;

/** A site's navigation, one item per line, with nested items indented. */
function structureLines(items: readonly SiteStructureItem[], depth = 0): string[] {
  if (items.length === 0) return [];
  if (depth > maxDepth) return [`${"  ".repeat(depth)}- (${items.length} more, deeper than shown)`];
  return items.flatMap((item) => [formatItem(item, depth), ...structureLines(itemsIn(item), depth + 1)]);
}

function formatItem(item: SiteStructureItem, depth: number): string {
  const marks = [
    ...("default" in item && item.default === true ? ["default"] : []),
    ...("hidden" in item && item.hidden === true ? ["hidden"] : []),
    ...(item.draft === true ? ["draft"] : []),
  ];
  const { what, facts } = describeItem(item);
  return `${"  ".repeat(depth)}- ${what} ${oneLine(item.title)} (${[...facts, ...marks].join(", ")})`;
}

function describeItem(item: SiteStructureItem): { readonly what: string; readonly facts: readonly string[] } {
  switch (item.object) {
    case "site-space":
      return {
        what: "space",
        facts: [`site space ${item.id}`, `space ${item.space.id}`, `path ${oneLine(item.path, 100)}`],
      };
    case "site-section":
      return { what: "section", facts: [`id ${item.id}`, `path ${oneLine(item.path, 100)}`] };
    case "site-section-group":
      return { what: "group", facts: [`id ${item.id}`] };
    case "site-external-link":
      return { what: "link", facts: [`id ${item.id}`, oneLine(item.url, 200)] };
  }
}

function itemsIn(item: SiteStructureItem): readonly SiteStructureItem[] {
  if (item.object === "site-section") return item.siteSpaces;
  return item.object === "site-section-group" ? item.children : [];
}

import type { Site } from "../../contract/models/site.ts";
import type { SiteStructureItem } from "../../contract/models/site-structure.ts";
import { siteStructure } from "../../contract/operations/site-structure.ts";
import { sites } from "../../contract/operations/sites.ts";
import { fence } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { oneLine, quoted } from "../present/name.ts";
import { countWithin, fenceTokens } from "../present/within.ts";
import { findSite } from "../resolve/site.ts";
import { noteTokens, pageOf, type Subject } from "./subject.ts";

export const siteReads = [sites.list, sites.get, siteStructure.get];

/** Levels of groups within groups that are shown. */
const deepest = 8;

export async function showSites(subject: Subject): Promise<string> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, cursor, context } = subject;
  const { client, signal, answerTokens } = context;
  const { blocks, more } = await listWithin<Site>({
    subject: ["sites", organizationId],
    cursor,
    tokens: answerTokens - fenceTokens - noteTokens,
    read: (page, limit) => client.sites.list({ organizationId, limit, ...pageOf(page) }, { signal }),
    present: (site) => `- ${oneLine(site.title)} (${factsOf(site).join(", ")})`,
  });
  if (blocks.length === 0) return "There is no site. write_operation createSite makes one.";
  return `${fence(blocks.join("\n"))}\n${more ?? `With "name": a site, for its structure. update_site changes one.`}`;
}

function factsOf({ id, visibility, published, siteSpaces, urls }: Site): string[] {
  return [
    `id ${id}`,
    visibility,
    published ? "published" : "not published",
    `${siteSpaces} ${siteSpaces === 1 ? "space" : "spaces"}`,
    ...(urls.published === undefined ? [] : [oneLine(urls.published, 200)]),
  ];
}

async function showOne(name: string, { organizationId, context }: Subject): Promise<string> {
  const { client, signal, answerTokens } = context;
  const site = await findSite(name, organizationId, context);
  const { structure } = await client.siteStructure.get({ organizationId, siteId: site.id }, { signal });
  const lines = structure.flatMap((item) => linesOf(item, 0));
  const heading = `Site ${quoted(site.title)} (${factsOf(site).join(", ")}).`;
  if (lines.length === 0) return `${heading}\nIt shows no space. update_site with "add_space" adds one.`;
  const shown = lines.slice(0, countWithin(lines, answerTokens - fenceTokens - 2 * noteTokens));
  const left = lines.length - shown.length;
  return [
    heading,
    fence(shown.join("\n"), { title: "structure" }),
    ...(left > 0 ? [`${left} more lines. read_operation listSiteSections gives them in portions.`] : []),
  ].join("\n");
}

/** An item of the navigation with what is in it, one a line. */
function linesOf(item: SiteStructureItem, depth: number): string[] {
  const indent = "  ".repeat(depth);
  const line = (what: string, facts: readonly string[]) =>
    `${indent}- ${what} ${oneLine(item.title)} (${facts.join(", ")})`;
  const draft = item.draft === true ? ["draft"] : [];
  if (depth > deepest) return [`${indent}- and more`];
  switch (item.object) {
    case "site-space": {
      const marks = [
        ...(item.default === true ? ["default"] : []),
        ...(item.hidden === true ? ["hidden"] : []),
        ...draft,
      ];
      return [
        line("space", [`site space ${item.id}`, `space ${item.space.id}`, `path ${oneLine(item.path, 100)}`, ...marks]),
      ];
    }
    case "site-section": {
      const marks = [...(item.default === true ? ["default"] : []), ...draft];
      const head = line("section", [`id ${item.id}`, `path ${oneLine(item.path, 100)}`, ...marks]);
      return [head, ...item.siteSpaces.flatMap((space) => linesOf(space, depth + 1))];
    }
    case "site-section-group":
      return [
        line("group", [`id ${item.id}`, ...draft]),
        ...item.children.flatMap((child) => linesOf(child, depth + 1)),
      ];
    case "site-external-link":
      return [line("link", [`id ${item.id}`, oneLine(item.url, 200), ...draft])];
    default:
      return [];
  }
}

import type { PageSummary } from "../../contract/models/page.ts";
import type { Site } from "../../contract/models/site.ts";
import type { SiteRedirect } from "../../contract/models/site-redirect.ts";
import type { SiteSection, SiteSpace, SiteStructureItem } from "../../contract/models/site-structure.ts";
import { pages } from "../../contract/operations/pages.ts";
import { siteRedirects } from "../../contract/operations/site-redirects.ts";
import { siteStructure } from "../../contract/operations/site-structure.ts";
import { spaces } from "../../contract/operations/spaces.ts";
import { counted, quoted } from "../../present/wording.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { flattenTree } from "../../resolve/pages.ts";
import { inGroups, lookUpIfAllowed } from "../../resolve/reads.ts";

/** The operations that checking a site calls. */
export const siteFaultReads = [siteStructure.get, siteRedirects.list, pages.list, spaces.listLinks];

/** Spaces and redirects that are checked, and faults that are shown. */
const limits = { spaces: 50, redirects: 1_000, faults: 50 };

/** Problems for readers of a site, one line each with how to fix it; the last line says what was checked. */
export async function findSiteFaults(
  organizationId: string,
  site: Pick<Site, "id" | "published">,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const names = { organizationId, siteId: site.id };
  const { structure } = await client.siteStructure.get(names, { signal });
  const items = everyItem(structure);
  const shown = items.filter((item) => item.object === "site-space");
  const checked = shown.slice(0, limits.spaces);
  const contents = await inGroups(checked, async (siteSpace) => readContent(siteSpace, { client, signal }));
  const redirects = await readRedirects(names, { client, signal });
  const faults = [
    ...(site.published ? [] : [`The site is not published: "published": true makes it reachable.`]),
    ...(shown.length === 0 ? [`It shows no space: "spaces" adds some.`] : []),
    ...items.flatMap(structureFaults),
    ...contents.flatMap(contentFaults),
    ...redirects.items.flatMap((redirect) => redirectFaults(redirect, items, contents)),
  ];
  const looked = [
    counted(checked.length, "space"),
    counted(redirects.items.length, "redirect"),
    ...(shown.length > checked.length ? [`${shown.length - checked.length} more spaces were not checked`] : []),
    ...(redirects.hasMore ? ["further redirects were not checked"] : []),
  ].join(", ");
  return [
    ...faults.slice(0, limits.faults).map((fault) => `- ${fault}`),
    ...(faults.length > limits.faults ? [`and ${faults.length - limits.faults} more`] : []),
    faults.length === 0 ? `Nothing is broken (${looked}).` : `${counted(faults.length, "fault")} (${looked}).`,
  ];
}

/** Everything in a structure, each item before what it holds. */
export function everyItem(items: readonly SiteStructureItem[]): SiteStructureItem[] {
  const found: SiteStructureItem[] = [];
  const waiting = [...items].reverse();
  for (let item = waiting.pop(); item !== undefined; item = waiting.pop()) {
    found.push(item);
    if (item.object === "site-section") waiting.push(...[...item.siteSpaces].reverse());
    if (item.object === "site-section-group") waiting.push(...[...item.children].reverse());
  }
  return found;
}

const formatItem = (item: SiteSpace | SiteSection) =>
  `${item.object === "site-space" ? "space" : "section"} ${quoted(item.title)} (${item.id})`;

const at = ({ urls }: SiteSpace) => (urls.published === undefined ? "" : ` See ${quoted(urls.published)}.`);

function structureFaults(item: SiteStructureItem): string[] {
  switch (item.object) {
    case "site-section":
      return [
        ...(item.siteSpaces.length === 0 ? [`The ${formatItem(item)} shows no space.`] : []),
        ...(item.draft === true ? [`The ${formatItem(item)} is a draft: only previews show it.`] : []),
      ];
    case "site-section-group":
      return item.children.length > 0 ? [] : [`The group ${quoted(item.title)} (${item.id}) has no section.`];
    case "site-space":
      return item.draft === true ? [`The ${formatItem(item)} is a draft: only previews show it.`] : [];
    default:
      return [];
  }
}

interface Content {
  readonly siteSpace: SiteSpace;
  /** Undefined if this token may not read them. */
  readonly pages: readonly PageSummary[] | undefined;
  readonly brokenLinks: number | undefined;
}

async function readContent(siteSpace: SiteSpace, { client, signal }: Pick<ToolContext, "client" | "signal">) {
  const spaceId = siteSpace.space.id;
  const [tree, links] = await Promise.all([
    lookUpIfAllowed(client.pages.list({ spaceId }, { signal })),
    lookUpIfAllowed(client.spaces.listLinks({ spaceId, status: "broken", limit: 1 }, { signal })),
  ]);
  const flat = tree && flattenTree(tree.pages).map(({ page }) => page);
  return { siteSpace, pages: flat, brokenLinks: links?.stats.broken.total } satisfies Content;
}

function contentFaults({ siteSpace, pages, brokenLinks = 0 }: Content): string[] {
  const name = formatItem(siteSpace);
  const { pageId, space } = siteSpace;
  if (pages === undefined) return [`The ${name} cannot be read: it is gone, or this token may not see it.`];
  const lacksHome = pageId != null && !pages.some(({ id }) => id === pageId);
  return [
    ...(pages.some(({ type }) => type !== "group" && type !== "link")
      ? []
      : [`The ${name} has no page.${at(siteSpace)}`]),
    ...(lacksHome
      ? [`The home page of the ${name}, ${pageId}, is gone: readers get its first page.${at(siteSpace)}`]
      : []),
    ...(brokenLinks > 0
      ? [
          `The ${name} has ${counted(brokenLinks, "broken link")}: read_operation listSpaceLinks {"spaceId":"${space.id}","status":"broken"} lists them.${at(siteSpace)}`,
        ]
      : []),
  ];
}

async function readRedirects(
  names: { readonly organizationId: string; readonly siteId: string },
  { client, signal }: Pick<ToolContext, "client" | "signal">,
): Promise<{ readonly items: readonly SiteRedirect[]; readonly hasMore: boolean }> {
  const items: SiteRedirect[] = [];
  let page: string | undefined;
  do {
    const query = { ...names, limit: 1000, ...(page === undefined ? {} : { page }) };
    const part = await lookUpIfAllowed(client.siteRedirects.list(query, { signal }));
    items.push(...(part?.items ?? []));
    page = part?.next?.page;
  } while (page !== undefined && items.length < limits.redirects);
  return { items, hasMore: page !== undefined };
}

function redirectFaults(
  { id, source, destination }: SiteRedirect,
  items: readonly SiteStructureItem[],
  contents: readonly Content[],
): string[] {
  const fault = (what: string) => [`The redirect ${quoted(source)} (${id}) leads nowhere: ${what}.`];
  switch (destination.kind) {
    case "site-section":
      return items.some((item) => item.id === destination.siteSectionId) ? [] : fault("its section is gone");
    case "site-space":
      return items.some((item) => item.id === destination.siteSpaceId) ? [] : fault("its space is not in the site");
    case "site-page": {
      if (!items.some((item) => item.id === destination.siteSpaceId)) return fault("its space is not in the site");
      const content = contents.find(({ siteSpace }) => siteSpace.id === destination.siteSpaceId);
      if (content?.pages === undefined || content.pages.some((page) => page.id === destination.pageId)) return [];
      return fault(`page ${destination.pageId} is not in the ${formatItem(content.siteSpace)}`);
    }
    default:
      return [];
  }
}

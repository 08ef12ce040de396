import type { Site } from "../../contract/models/site.ts";
import { siteStructure } from "../../contract/operations/site-structure.ts";
import { sites } from "../../contract/operations/sites.ts";
import { counted } from "../present/count.ts";
import { oneLine, quoted } from "../present/name.ts";
import { findSite } from "../resolve/site.ts";
import type { ToolAnswer } from "../tool.ts";
import { readPart } from "./part.ts";
import { showAll, showLines } from "./show-list.ts";
import { structureLines } from "./site-structure.ts";
import type { Subject } from "./subject.ts";

export const siteReads = [sites.list, sites.get, siteStructure.get];

export async function showSites(subject: Subject): Promise<ToolAnswer> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, context } = subject;
  return showAll<Site>(
    {
      kind: "Sites",
      none: "It has no site. write_operation createSite makes one.",
      next: `With "name": a site, for its structure. update_site changes one.`,
      read: (query) => context.client.sites.list({ organizationId, ...query }, { signal: context.signal }),
      present: (site) => `- ${oneLine(site.title)} (${factsOf(site).join(", ")})`,
    },
    subject,
  );
}

function factsOf({ id, visibility, published, siteSpaces, urls }: Site): string[] {
  return [
    `id ${id}`,
    visibility,
    published ? "published" : "not published",
    counted(siteSpaces, "space"),
    ...(urls.published === undefined ? [] : [quoted(urls.published)]),
  ];
}

async function showOne(name: string, subject: Subject): Promise<ToolAnswer> {
  const { organizationId, context } = subject;
  const { client, signal } = context;
  const site = await findSite(name, organizationId, context);
  const heading = `Site ${quoted(site.title)} (${factsOf(site).join(", ")}).`;
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
      none: `It shows no space. update_site with "add_space" adds one.`,
      next: "update_site adds a space or changes its settings.",
      read: async () => ({ items }),
      present: (line) => line,
    },
    subject,
  );
}

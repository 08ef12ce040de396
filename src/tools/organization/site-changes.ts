import { SiteCustomizationSettings } from "../../contract/models/site-customization.ts";
import type { RedirectTarget } from "../../contract/models/site-redirect.ts";
import type { SiteSpace } from "../../contract/models/site-structure.ts";
import { siteCustomization } from "../../contract/operations/site-customization.ts";
import { siteRedirects } from "../../contract/operations/site-redirects.ts";
import { unknownMembers, withPart } from "../../contract/partial-value.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { PageIndex } from "../../resolve/pages.ts";
import { candidateLines } from "../../resolve/pick.ts";
import { inGroups, lookUpIfAllowed } from "../../resolve/reads.ts";
import { everyItem } from "./site-faults.ts";

interface SiteNames {
  readonly organizationId: string;
  readonly siteId: string;
}

/** The operations that changing the appearance of a site and redirecting its readers call, besides `siteFaultReads`. */
export const siteChanges = [siteCustomization.get, siteCustomization.update, siteRedirects.create];

/** Members of the settings that do not exist: the service would ignore them. Throws ToolError. */
export function requireKnownSettings(customization: Readonly<Record<string, unknown>>): void {
  const [unknown] = unknownMembers(SiteCustomizationSettings, customization);
  if (unknown === undefined) return;
  throw new ToolError(
    `\`customization.${unknown.path.map(String).join(".")}\` ${unknown.message}. Nothing was changed.`,
  );
}

/** Changes the given settings of a site's appearance and keeps the others. */
export async function customizeSite(
  customization: Readonly<Record<string, unknown>>,
  names: SiteNames,
  { client, signal }: ToolContext,
): Promise<string> {
  const known = await client.siteCustomization.get(names, { signal });
  // The service checks the settings as a whole and names what is wrong.
  const settings = withPart(SiteCustomizationSettings, known, customization) as SiteCustomizationSettings;
  // A favicon is either pictures or an emoji.
  const { favicon = settings.favicon } = customization as Partial<SiteCustomizationSettings>;
  await client.siteCustomization.update({ ...names, settings: { ...settings, favicon } }, { signal });
  return `Its customization is changed: ${Object.keys(customization).join(", ")}.`;
}

export interface Redirect {
  readonly from: string;
  /** A page of the site, by id, path or title, or an address. */
  readonly to: string;
}

export async function redirectReaders({ from, to }: Redirect, names: SiteNames, context: ToolContext): Promise<string> {
  const { destination, shown } = await findTarget(to, names, context);
  const { id } = await context.client.siteRedirects.create({ ...names, source: from, destination }, context);
  return `${quoted(from)} redirects to ${shown}; the redirect is ${id}.`;
}

interface Target {
  readonly destination: RedirectTarget;
  readonly shown: string;
}

/** The most spaces of a site in which a page is looked for. */
const maxSpaces = 50;

/** Throws ToolError with candidates. */
async function findTarget(to: string, names: SiteNames, { client, signal }: ToolContext): Promise<Target> {
  if (/^https?:\/\//i.test(to)) return { destination: { kind: "external", url: to }, shown: quoted(to) };
  const { structure } = await client.siteStructure.get(names, { signal });
  const shown = everyItem(structure).filter((item) => item.object === "site-space");
  const [first] = shown;
  if (first === undefined) throw new ToolError("The site shows no space, so it has no page to redirect to.");
  const indexes = await inGroups(shown.slice(0, maxSpaces), async (siteSpace: SiteSpace) => {
    const tree = await lookUpIfAllowed(client.pages.list({ spaceId: siteSpace.space.id }, { signal }));
    return { siteSpace, index: new PageIndex(tree?.pages ?? []) };
  });
  const found = indexes.filter(({ index }) => index.has(to));
  if (found.length > 1) {
    const candidates = found.map(({ siteSpace, index }) => {
      const { page } = index.find(to, formatSiteSpace(siteSpace));
      return { id: page.id, title: page.title, qualifier: siteSpace.title };
    });
    throw new ToolError(`Several spaces of the site have that page. Name it by its id:\n${candidateLines(candidates)}`);
  }
  // Without a match, the first space's error has the closest candidates.
  const { siteSpace, index } = found[0] ?? { siteSpace: first, index: indexes[0]?.index ?? new PageIndex([]) };
  const { page } = index.find(to, formatSiteSpace(siteSpace));
  return {
    destination: { kind: "site-page", siteSpaceId: siteSpace.id, pageId: page.id },
    shown: `page ${quoted(page.title)} (${page.id})`,
  };
}

const formatSiteSpace = ({ title }: SiteSpace) => `site space ${quoted(title)}`;

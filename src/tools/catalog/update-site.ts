import { z } from "zod";
import { type Site, SiteTitle, SiteVisibility } from "../../contract/models/site.ts";
import type { PublishOutcome } from "../../contract/models/site-publishing.ts";
import type { Space } from "../../contract/models/space.ts";
import { sitePublishing } from "../../contract/operations/site-publishing.ts";
import { siteSections } from "../../contract/operations/site-sections.ts";
import { siteSpaces } from "../../contract/operations/site-spaces.ts";
import { sites } from "../../contract/operations/sites.ts";
import { reachOf } from "../../contract/reach.ts";
import type { ToolAnswer, ToolContext } from "../../desk/context.ts";
import { seenAt, withAddress } from "../../desk/present/web-address.ts";
import { counted, quoted } from "../../desk/present/wording.ts";
import { findSite } from "../../desk/resolve/in-organization.ts";
import { findOrganization, findSpace } from "../../desk/resolve/spaces.ts";
import { usedTo } from "../../desk/resolve/uses.ts";
import { ToolError } from "../../desk/tool-error.ts";
import { findSiteFaults, siteFaultReads } from "../organization/site-faults.ts";
import { type Step, takeSteps } from "../steps.ts";
import { defineTool, furthestOf, named } from "../tool.ts";

export const updateSite = defineTool({
  name: "update_site",
  title: "Update or publish a site",
  description:
    "Set a site's title or audience, add a space, publish, take offline, or check it. show_organization has its structure.",
  toolset: "sites",
  uses: [
    sites.get,
    sites.list,
    sites.update,
    siteSpaces.create,
    siteSections.create,
    sitePublishing.publish,
    sitePublishing.unpublish,
    ...usedTo.findSpace,
    ...siteFaultReads,
  ],
  input: {
    site: z.string().max(500).describe("Site: id, title or URL"),
    title: SiteTitle.optional(),
    visibility: SiteVisibility.optional(),
    add_space: named.space.optional().describe("Space to add: id, title or URL"),
    section: z.string().min(2).max(128).optional().describe("Its new section's title"),
    published: z.boolean().optional(),
    check: z.boolean().optional().describe("Tell what is broken"),
    organization: named.organization.optional(),
  },
  plan: ({ title, visibility, add_space, published }) => ({
    reach:
      published !== undefined || add_space !== undefined
        ? furthestOf({ uses: [sitePublishing.publish, siteSpaces.create, siteSections.create] })
        : reachOf(sites.update.reach, { title, visibility }),
  }),
  async consequence(input, context) {
    requireSense(input);
    const { visibility, add_space: spaceName, published } = input;
    if ([visibility, spaceName, published].every((given) => given === undefined)) return undefined;
    const { id: organizationId } = await findOrganization(input.organization, context);
    const site = await findSite(input.site, organizationId, context);
    const space = spaceName === undefined ? undefined : nameOf(await findSpace(spaceName, context));
    const question = questionOf(site, { space, published, audience: visibility ?? site.visibility });
    return question === undefined ? undefined : withAddress(question, site);
  },
  async run(input, context): Promise<ToolAnswer> {
    requireSense(input);
    const { add_space: spaceName, published } = input;
    const { id: organizationId } = await findOrganization(input.organization, context);
    const site = await findSite(input.site, organizationId, context);
    const space = spaceName === undefined ? undefined : await findSpace(spaceName, context);
    const done = await takeSteps(stepsOf({ ...input, space }, { organizationId, siteId: site.id }, context), context);
    const faults =
      input.check === true
        ? await findSiteFaults(organizationId, { ...site, published: published ?? site.published }, context)
        : [];
    const offline = published === undefined && !site.published && faults.length === 0 ? [offlineNote] : [];
    return {
      text: [`Site ${quoted(site.title)} (${site.id}):`, ...done, ...faults, ...offline, ...seenAt(site)].join("\n"),
    };
  },
});

/** Rejects a call that asks for nothing, before any request. */
function requireSense({ title, visibility, add_space: space, section, published, check }: Asked): void {
  if (section !== undefined && space === undefined) {
    throw new ToolError("A section shows a space: give `add_space` with `section`.");
  }
  if (check !== true && [title, visibility, space, published].every((given) => given === undefined)) {
    throw new ToolError("Nothing to do: give title, visibility, add_space, published or check.");
  }
}

interface AudienceChange {
  /** Name of the space to add. */
  readonly space: string | undefined;
  readonly published: boolean | undefined;
  readonly audience: Site["visibility"];
}

/** Undefined where no reader gains or loses anything. */
function questionOf(site: Site, { space, published, audience }: AudienceChange): string | undefined {
  const of = `site ${quoted(site.title)} (${site.id}, ${counted(site.siteSpaces, "space")})`;
  if (published === false) return `Take ${of} offline: its readers lose it.`;
  if (published) return `Publish ${of}${space === undefined ? "" : ` and ${space} in it`} to the audience ${audience}.`;
  if (!site.published) return undefined;
  const changed = `Change the audience of ${of}, which is published, from ${site.visibility} to ${audience}.`;
  const shown = `Show ${space} in ${of}, which is published to the audience ${audience}.`;
  const told = [...(audience === site.visibility ? [] : [changed]), ...(space === undefined ? [] : [shown])];
  return told.length === 0 ? undefined : told.join(" ");
}

const nameOf = ({ id, title }: Space) => `space ${quoted(title)} (${id})`;

const offlineNote = `It is not published: "published": true makes it reachable.`;

interface Asked {
  readonly title?: string | undefined;
  readonly visibility?: z.infer<typeof SiteVisibility> | undefined;
  readonly add_space?: string | undefined;
  readonly section?: string | undefined;
  readonly published?: boolean | undefined;
  readonly check?: boolean | undefined;
}

interface Changes extends Omit<Asked, "add_space" | "check"> {
  /** The space to add, in a new section if a title is given. */
  readonly space: Space | undefined;
}

interface Names {
  readonly organizationId: string;
  readonly siteId: string;
}

function stepsOf(changes: Changes, names: Names, context: ToolContext): Step[] {
  const { title, visibility, space, section, published } = changes;
  return [
    ...(title === undefined && visibility === undefined ? [] : [() => set(changes, names, context)]),
    ...(space === undefined ? [] : [() => add(space, section, names, context)]),
    ...(published === undefined ? [] : [() => setPublished(published, names, context)]),
  ];
}

async function set({ title, visibility }: Changes, names: Names, { client, signal }: ToolContext): Promise<string> {
  const changes = { ...(title === undefined ? {} : { title }), ...(visibility === undefined ? {} : { visibility }) };
  await client.sites.update({ ...names, ...changes }, { signal });
  const told = [
    ...(title === undefined ? [] : [`the title is ${quoted(title)}`]),
    ...(visibility === undefined ? [] : [`the audience is ${visibility}`]),
  ];
  return `Now ${told.join(" and ")}.`;
}

async function add(
  space: Space,
  section: string | undefined,
  names: Names,
  { client, signal }: ToolContext,
): Promise<string> {
  const call = { ...names, spaceId: space.id };
  if (section === undefined) {
    const { id } = await client.siteSpaces.create(call, { signal });
    return `It shows ${nameOf(space)} as site space ${id}.`;
  }
  const { id } = await client.siteSections.create({ ...call, title: section }, { signal });
  return `It shows ${nameOf(space)} as section ${quoted(section)} (${id}).`;
}

async function setPublished(published: boolean, names: Names, { client, signal }: ToolContext): Promise<string> {
  if (!published) {
    await client.sitePublishing.unpublish(names, { signal });
    return "It is offline.";
  }
  const outcome = await client.sitePublishing.publish(names, { signal });
  return outcomeOf(outcome);
}

/** If the plan does not cover publishing, the service returns a checkout for a person instead of the site. */
function outcomeOf(outcome: PublishOutcome): string {
  if (!("urls" in outcome && "published" in outcome)) {
    return "It is not published: its plan does not cover that. A person has to upgrade it in the web app.";
  }
  const { published } = outcome.urls as Site["urls"];
  return `It is published${published === undefined ? "" : ` at ${quoted(published)}`}.`;
}

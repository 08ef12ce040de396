import { z } from "zod";
import { type Site, SiteTitle, SiteVisibility } from "../../contract/models/site.ts";
import type { PublishOutcome } from "../../contract/models/site-publishing.ts";
import { SectionTitle } from "../../contract/models/site-structure.ts";
import type { Space } from "../../contract/models/space.ts";
import { siteCustomization } from "../../contract/operations/site-customization.ts";
import { sitePublishing } from "../../contract/operations/site-publishing.ts";
import { siteRedirects } from "../../contract/operations/site-redirects.ts";
import { siteSections } from "../../contract/operations/site-sections.ts";
import { siteSpaces } from "../../contract/operations/site-spaces.ts";
import { sites } from "../../contract/operations/sites.ts";
import { computeReach, furthest } from "../../contract/reach.ts";
import { valueProblem } from "../../contract/value-problem.ts";
import { ToolError } from "../../present/tool-error.ts";
import { reachableAddress, webAddressNote, withAddress } from "../../present/web-address.ts";
import { counted, oneLine, quoted } from "../../present/wording.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { findSite } from "../../resolve/in-organization.ts";
import { fold } from "../../resolve/pick.ts";
import { findOrganization, findSpace } from "../../resolve/spaces.ts";
import { usedTo } from "../../resolve/uses.ts";
import {
  customizeSite,
  type Redirect,
  redirectReaders,
  requireKnownSettings,
  siteChanges,
} from "../organization/site-changes.ts";
import { findSiteFaults, siteFaultReads } from "../organization/site-faults.ts";
import { type Step, takeSteps } from "../steps.ts";
import { defineTool, getFurthestReach, named } from "../tool.ts";

export const updateSite = defineTool({
  name: "update_site",
  title: "Create, change or publish a site",
  description: "Create, change, publish, preview or check a site. show_organization shows its structure.",
  toolset: "sites",
  uses: [
    sites.get,
    sites.list,
    sites.create,
    sites.update,
    siteSpaces.create,
    siteSections.create,
    sitePublishing.publish,
    sitePublishing.unpublish,
    sitePublishing.getPreview,
    ...siteChanges,
    ...usedTo.findSpace,
    ...siteFaultReads,
  ],
  input: {
    site: z.string().max(500).describe("Id, title or URL"),
    create: z.boolean().optional().describe("Create it with this title"),
    title: z.string().max(128).optional(),
    visibility: SiteVisibility.optional(),
    spaces: z.array(named.space).max(50).optional().describe("To add"),
    section: z.string().max(128).optional().describe("Title of a new section"),
    published: z.boolean().optional(),
    redirect: z
      .object({ from: z.string().max(512), to: z.string().max(2000).describe("Page or URL") })
      .optional()
      .describe("From an old path"),
    customization: z
      .record(z.string(), z.unknown())
      .optional()
      .describe("Changed settings of updateSiteCustomizationById"),
    preview: z.boolean().optional().describe("Return a preview address"),
    check: z.boolean().optional().describe("Report what is broken"),
    organization: named.organization.optional(),
  },
  plan: ({ title, visibility, ...input }) => ({
    reach: furthest([
      ...(title === undefined && visibility === undefined
        ? []
        : [computeReach(sites.update.reach, { title, visibility })]),
      getFurthestReach({ uses: operationsFor(input) }),
    ]),
  }),
  async consequence(input, context) {
    requireSense(input);
    const { create, visibility, spaces: names, published } = input;
    if ([visibility, names, published].every((value) => value === undefined)) return undefined;
    const { id: organizationId } = await findOrganization(input.organization, context);
    const spaces = await findSpaces(names, context);
    if (create) {
      if (!published) return undefined;
      return `Publish the new site ${quoted(input.site)}, with ${spacesText(spaces)}, to the audience ${visibility ?? defaultAudience}.`;
    }
    const site = await findSite(input.site, organizationId, context);
    const question = formatQuestion(site, { spaces, published, audience: visibility ?? site.visibility });
    return question === undefined ? undefined : withAddress(question, site);
  },
  async run(input, context): Promise<ToolResult> {
    requireSense(input);
    const { create, published, preview, check, section } = input;
    const { id: organizationId } = await findOrganization(input.organization, context);
    const before = create ? undefined : await findSite(input.site, organizationId, context);
    const spaces = await findSpaces(input.spaces, context);
    const site = before ?? (await createSite(input, section === undefined ? spaces : [], organizationId, context));
    const names = { organizationId, siteId: site.id };
    const isNew = before === undefined;
    const rest = isNew && section === undefined ? [] : spaces;
    const changes = isNew ? { ...input, title: undefined, visibility: undefined, spaces: rest } : { ...input, spaces };
    const changed = { ...site, published: published ?? site.published };
    // Reads come last, as steps: if one of them fails, the agent learns what was done.
    const done = await takeSteps(
      [
        ...(isNew ? [async () => createdText(section === undefined ? spaces : [])] : []),
        ...createSteps(changes, names, context),
        ...(preview ? [() => previewText(names, context)] : []),
        ...(check ? [async () => (await findSiteFaults(organizationId, changed, context)).join("\n")] : []),
      ],
      context,
    );
    const offline = published === undefined && !site.published && !check ? [offlineNote] : [];
    return {
      text: [`Site ${quoted(site.title)} (${site.id}):`, ...done, ...offline, ...webAddressNote(site)].join("\n"),
    };
  },
});

/** Rejects a call that asks for nothing or for what cannot be done together, before any request. */
function requireSense({ create, site, section, customization, preview, check, ...changes }: Input): void {
  if (section !== undefined && changes.spaces?.length !== 1) {
    throw new ToolError("A section shows one space: give it in `spaces` with `section`.");
  }
  const [wrongSection] = SectionTitle.optional().safeParse(section).error?.issues ?? [];
  if (wrongSection !== undefined) throw new ToolError(`\`section\`: ${valueProblem(wrongSection)}.`);
  if (create) {
    if (changes.title !== undefined) throw new ToolError("With `create`, `site` is the title. Leave out `title`.");
    const [problem] = SiteTitle.safeParse(site).error?.issues ?? [];
    if (problem !== undefined) throw new ToolError(`\`site\`: ${valueProblem(problem)} with \`create\`.`);
  }
  if (customization !== undefined) requireKnownSettings(customization);
  const settings = customization === undefined || Object.keys(customization).length === 0 ? undefined : customization;
  const { title, visibility, published, redirect } = changes;
  const spaces = changes.spaces?.length === 0 ? undefined : changes.spaces;
  const wanted = [create, preview, check].some((flag) => flag === true);
  if (!wanted && [title, visibility, spaces, published, redirect, settings].every((value) => value === undefined)) {
    throw new ToolError(
      "Nothing to do: give create, title, visibility, spaces, published, redirect, customization, preview or check.",
    );
  }
}

/** The operations behind what a call requests besides a title and an audience. */
const operationsFor = ({ create, spaces, published, redirect, customization }: Partial<Input>) => [
  ...(create ? [sites.create] : []),
  ...(spaces === undefined ? [] : [siteSpaces.create, siteSections.create]),
  ...(published === undefined ? [] : [sitePublishing.publish]),
  ...(redirect === undefined ? [] : [siteRedirects.create]),
  ...(customization === undefined ? [] : [siteCustomization.update]),
];

const findSpaces = (names: readonly string[] | undefined, context: ToolContext): Promise<Space[]> =>
  Promise.all([...new Set(names)].map((name) => findSpace(name, context)));

/** The audience of a new site: shown to the person who confirms publishing it, and sent. */
const defaultAudience = "public";

/** Throws ToolError if there is a site of that title: a repeated call would make another. */
async function createSite(
  { site: title, visibility, published }: Input,
  spaces: readonly Space[],
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<Site> {
  const { items } = await client.sites.list({ organizationId, title, limit: 100 }, { signal });
  const twin = items.find((site) => fold(site.title) === fold(title));
  if (twin !== undefined) {
    throw new ToolError(
      `There is a site ${quoted(twin.title)} (${twin.id}). Leave out \`create\` to change it, or choose another title.`,
    );
  }
  const audience = visibility ?? (published ? defaultAudience : undefined);
  return client.sites.create(
    {
      organizationId,
      title,
      spaces: spaces.map(({ id }) => id),
      ...(audience === undefined ? {} : { visibility: audience }),
    },
    { signal },
  );
}

const createdText = (spaces: readonly Space[]) =>
  `It is new${spaces.length === 0 ? "" : ` and shows ${spacesText(spaces)}`}.`;

async function previewText(names: Names, { client, signal }: ToolContext): Promise<string> {
  const { url } = await client.sitePublishing.getPreview(names, { signal });
  const address = reachableAddress(url);
  return address === undefined
    ? `\`copydesk serve\` previews it, for an hour, at ${oneLine(url.replace(/^https?:\/\/[^/]*/, ""), 2000)}`
    : `Preview it, for an hour, at ${address}`;
}

interface AudienceChange {
  readonly spaces: readonly Space[];
  readonly published: boolean | undefined;
  readonly audience: Site["visibility"];
}

/** Undefined where no reader gains or loses anything. */
function formatQuestion(site: Site, { spaces, published, audience }: AudienceChange): string | undefined {
  const of = `site ${quoted(site.title)} (${site.id}, ${counted(site.siteSpaces, "space")})`;
  const added = spaces.length === 0 ? undefined : spacesText(spaces);
  if (published === false) return `Take ${of} offline: its readers lose access.`;
  if (published) return `Publish ${of}${added === undefined ? "" : ` and ${added} in it`} to the audience ${audience}.`;
  if (!site.published) return undefined;
  const changed = `Change the audience of ${of}, which is published, from ${site.visibility} to ${audience}.`;
  const shown = `Show ${added} in ${of}, which is published to the audience ${audience}.`;
  const sentences = [...(audience === site.visibility ? [] : [changed]), ...(added === undefined ? [] : [shown])];
  return sentences.length === 0 ? undefined : sentences.join(" ");
}

const formatSpace = ({ id, title }: Space) => `space ${quoted(title)} (${id})`;

const spacesText = (spaces: readonly Space[]) => spaces.map(formatSpace).join(", ") || "no space";

const offlineNote = `It is not published: "published": true makes it reachable.`;

interface Input {
  readonly site: string;
  readonly create?: boolean | undefined;
  readonly title?: string | undefined;
  readonly visibility?: z.infer<typeof SiteVisibility> | undefined;
  readonly spaces?: readonly string[] | undefined;
  readonly section?: string | undefined;
  readonly published?: boolean | undefined;
  readonly redirect?: Redirect | undefined;
  readonly customization?: Readonly<Record<string, unknown>> | undefined;
  readonly preview?: boolean | undefined;
  readonly check?: boolean | undefined;
}

interface Changes extends Pick<Input, "title" | "visibility" | "section" | "published" | "redirect" | "customization"> {
  /** To add; the only one in a new section if a title is given for it. */
  readonly spaces: readonly Space[];
}

interface Names {
  readonly organizationId: string;
  readonly siteId: string;
}

function createSteps(changes: Changes, names: Names, context: ToolContext): Step[] {
  const { title, visibility, spaces, section, published, redirect, customization } = changes;
  return [
    ...(title === undefined && visibility === undefined ? [] : [() => set(changes, names, context)]),
    ...spaces.map((space) => () => add(space, section, names, context)),
    ...(Object.keys(customization ?? {}).length === 0
      ? []
      : [() => customizeSite({ ...customization }, names, context)]),
    ...(redirect === undefined ? [] : [() => redirectReaders(redirect, names, context)]),
    ...(published === undefined ? [] : [() => setPublished(published, names, context)]),
  ];
}

async function set({ title, visibility }: Changes, names: Names, { client, signal }: ToolContext): Promise<string> {
  const changes = { ...(title === undefined ? {} : { title }), ...(visibility === undefined ? {} : { visibility }) };
  await client.sites.update({ ...names, ...changes }, { signal });
  const facts = [
    ...(title === undefined ? [] : [`the title is ${quoted(title)}`]),
    ...(visibility === undefined ? [] : [`the audience is ${visibility}`]),
  ];
  return `Now ${facts.join(" and ")}.`;
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
    return `It shows ${formatSpace(space)} as site space ${id}.`;
  }
  const { id } = await client.siteSections.create({ ...call, title: section }, { signal });
  return `It shows ${formatSpace(space)} as section ${quoted(section)} (${id}).`;
}

async function setPublished(published: boolean, names: Names, { client, signal }: ToolContext): Promise<string> {
  if (!published) {
    await client.sitePublishing.unpublish(names, { signal });
    return "It is offline.";
  }
  const outcome = await client.sitePublishing.publish(names, { signal });
  return formatPublishOutcome(outcome);
}

/** If the plan does not cover publishing, the service returns a checkout for a person instead of the site. */
function formatPublishOutcome(outcome: PublishOutcome): string {
  if (!("urls" in outcome && "published" in outcome)) {
    return "It is not published: its plan does not cover that. A person has to upgrade it in the web app.";
  }
  const { published } = outcome.urls as Site["urls"];
  if (published === undefined) return "It is published.";
  if (!URL.canParse(published) || reachableAddress(published) !== undefined)
    return `It is published at ${quoted(published)}.`;
  return `It is published: \`copydesk serve\` shows it at ${quoted(new URL(published).pathname)}.`;
}

import { ApiError } from "../client/errors.ts";
import type { Organization } from "../contract/models/organization.ts";
import type { Space } from "../contract/models/space.ts";
import { counted, oneLine } from "../present/wording.ts";
import { clusterChoice, openapiChoice, organizationChoice } from "./choices.ts";
import { defineFamily, lookOrMissing, type ResourceContext, toolText } from "./resource.ts";
import { clusterUri, escaped, instructionsUri, linkTo, openapiUri, spaceUri } from "./uris.ts";

export const organizations = defineFamily({
  template: {
    uriTemplate: "docs://orgs/{org}",
    name: "organization",
    title: "Organization",
    description: "What an organization has: its spaces with counts, OpenAPI specifications and issue clusters",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.8 },
  },
  read: ({ org }, context) => readOrganization(org, context),
  source: ({ org }) => ({
    key: `organization ${org}`,
    async look(context) {
      const { title, spaces, specs, clusters } = await readParts(org, context);
      const spaceLooks = spaces.items.map(({ id, title, changeRequestsOpen }) => [id, title, changeRequestsOpen]);
      const labels = clusters?.items.map(({ id, label, stats }) => [id, label, stats.issues]);
      return JSON.stringify([title, spaceLooks, spaces.next, specs?.items.map(({ slug }) => slug), labels]);
    },
  }),
  choices: { org: organizationChoice },
});

/** Limit for each kind; tools list the rest. */
const maxSpaces = 100;

const maxOthers = 25;

async function readParts(organizationId: string, { client, signal }: Pick<ResourceContext, "client" | "signal">) {
  const others = { organizationId, limit: maxOthers };
  const [{ title }, spaces, specs, clusters] = await Promise.all([
    client.organizations.get({ organizationId }, { signal }),
    client.spaces.list({ organizationId, limit: maxSpaces }, { signal }),
    unlessRefused(client.openapiSpecs.list(others, { signal })),
    unlessRefused(client.issueClusters.list(others, { signal })),
  ]);
  return { title, spaces, specs, clusters };
}

/** Omits whatever the service does not support or denies to this caller. */
async function unlessRefused<Found>(read: Promise<Found>): Promise<Found | undefined> {
  return lookOrMissing<Found | undefined>(read, undefined).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === "not_implemented") return undefined;
    throw error;
  });
}

async function readOrganization(id: string, context: ResourceContext): Promise<string> {
  const { title, spaces, specs, clusters } = await readParts(id, context);
  const counts = [
    formatCount(spaces, "space"),
    ...(specs === undefined ? [] : [formatCount(specs, "OpenAPI specification")]),
    ...(clusters === undefined ? [] : [formatCount(clusters, "issue cluster")]),
  ];
  const head = `Organization ${id}: ${counts.join(", ")}. Instructions for agents: ${instructionsUri(id)}`;
  const text = [
    `# ${escaped(oneLine(title))}`,
    ...section("Spaces", spaces, "list_spaces", (space) => `${linkTo(space.title, spaceUri(space.id))}${work(space)}`),
    ...section("OpenAPI specifications", specs, "show_organization", ({ slug }) => linkTo(slug, openapiUri(id, slug))),
    ...section("Issue clusters", clusters, "list_issue_clusters", ({ label, id: cluster, stats }) => {
      return `${linkTo(label, clusterUri(id, cluster))}, ${counted(stats.issues, "issue")}`;
    }),
  ].join("\n");
  return `${head}\n${context.present(text, { continuation: "There is more: list_spaces lists all spaces." })}`;
}

interface Listed<Item> {
  readonly items: readonly Item[];
  readonly count?: number | undefined;
  readonly next?: { readonly page: string } | undefined;
}

function formatCount({ items, count, next }: Listed<unknown>, noun: string): string {
  if (count !== undefined) return counted(count, noun);
  return next === undefined ? counted(items.length, noun) : `more than ${items.length} ${noun}s`;
}

function section<Item>(title: string, list: Listed<Item> | undefined, tool: string, line: (item: Item) => string) {
  if (list === undefined || list.items.length === 0) return [];
  const more = list.next === undefined ? [] : [`- and more: ${tool} lists them`];
  return ["", `## ${title}`, "", ...list.items.map((item) => `- ${line(item)}`), ...more];
}

function work({ changeRequestsOpen: open = 0, comments = 0 }: Partial<Space>): string {
  const parts = [
    ...(open === 0 ? [] : [`${counted(open, "open change request")}`]),
    ...(comments === 0 ? [] : [counted(comments, "open comment")]),
  ];
  return parts.length === 0 ? "" : `: ${parts.join(", ")}`;
}

/** The organizations the caller may read. Guests see only an organization's name. */
export const mayView = ({ permissions }: Partial<Pick<Organization, "permissions">>): boolean =>
  permissions?.view !== false;

export const openapiSpecs = defineFamily({
  template: {
    uriTemplate: "docs://orgs/{org}/openapi/{slug}",
    name: "openapi_spec",
    title: "OpenAPI specification",
    description: "An OpenAPI specification's state, errors, versions and operations",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.5 },
  },
  async read({ org, slug }, { client, signal, tools, answerTokens }) {
    const found = await client.openapiSpecs.get({ organizationId: org, specSlug: slug }, { signal });
    const args = { about: "openapi_specs", name: found.slug, organization: org };
    const call = { tool: "show_organization", arguments: args };
    return toolText(call, answerTokens, (tokens) => tools.showOpenapiSpec(org, found.slug, tokens));
  },
  source: ({ org, slug }) => ({
    key: `openapi ${org} ${slug}`,
    async look({ client, signal }) {
      const found = await client.openapiSpecs.get({ organizationId: org, specSlug: slug }, { signal });
      const { updatedAt, lastVersion, lastProcessedAt, processingState, visibility, lastProcessErrorCode } = found;
      return JSON.stringify([
        updatedAt,
        lastVersion,
        lastProcessedAt,
        processingState,
        visibility,
        lastProcessErrorCode,
      ]);
    },
  }),
  choices: { org: organizationChoice, slug: openapiChoice },
});

export const issueClusters = defineFamily({
  template: {
    uriTemplate: "docs://orgs/{org}/issue-clusters/{cluster}",
    name: "issue_cluster",
    title: "Issue cluster",
    description: "Similar issues from support conversations: a summary, the issues, and what people wrote",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.5 },
  },
  async read({ org, cluster }, { client, signal, tools, answerTokens }) {
    const found = await client.issueClusters.get({ organizationId: org, clusterId: cluster }, { signal });
    const call = { tool: "list_issue_clusters", arguments: { cluster: found.id, organization: org } };
    return toolText(call, answerTokens, (tokens) => tools.showIssueCluster(org, found.id, tokens));
  },
  source: ({ org, cluster }) => ({
    key: `issue cluster ${org} ${cluster}`,
    async look({ client, signal }) {
      const found = await client.issueClusters.get({ organizationId: org, clusterId: cluster }, { signal });
      return JSON.stringify([found.updatedAt, found.label, found.muted, found.impact, found.stats]);
    },
  }),
  choices: { org: organizationChoice, cluster: clusterChoice },
});

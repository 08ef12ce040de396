import { quotedExcerpt } from "../client/excerpt.ts";
import { paginate } from "../client/paginate.ts";
import type { IssueCluster } from "../contract/models/conversation.ts";
import type { OpenAPISpec } from "../contract/models/openapi-spec.ts";
import type { Member, OrganizationInvite, Team } from "../contract/models/people.ts";
import type { Site } from "../contract/models/site.ts";
import type { Translation } from "../contract/models/translation.ts";
import { ToolError } from "../present/tool-error.ts";
import { quoted } from "../present/wording.ts";
import type { ToolContext } from "./context.ts";
import { looksLikeId } from "./link.ts";
import { candidateLines, fold, type Kind, pick } from "./pick.ts";
import { lookUp } from "./reads.ts";

const memberKind: Kind = { one: "member", many: "members" };

/** The most members read for one name; the service is searched for the name first, so few are needed. */
const maxMembers = 500;

/** A member of an organization by user id, e-mail address or name. Throws ToolError with candidates. */
export async function findMember(named: string, organizationId: string, context: ToolContext): Promise<Member> {
  const { client, signal } = context;
  const id = named.trim();
  const found = looksLikeId(id)
    ? await lookUp(client.members.get({ organizationId, userId: id }, { signal }))
    : undefined;
  if (found !== undefined) return found;
  const matching = await listMembers(organizationId, id, context);
  const members = matching.length > 0 ? matching : await listMembers(organizationId, undefined, context);
  const byAddress = members.find(({ user }) => user.email?.toLowerCase() === id.toLowerCase());
  if (byAddress !== undefined) return byAddress;
  return pick(
    named,
    members.map((member) => ({ ...member, title: member.user.displayName, qualifier: member.user.email })),
    memberKind,
  );
}

async function listMembers(
  organizationId: string,
  search: string | undefined,
  { client, signal }: ToolContext,
): Promise<Member[]> {
  const all: Member[] = [];
  const query = { organizationId, limit: 100, ...(search === undefined ? {} : { search }) };
  for await (const member of paginate(client.members.list, query, { signal })) {
    if (all.push(member) >= maxMembers) break;
  }
  return all;
}

const teamKind: Kind = { one: "team", many: "teams", none: "write_operation createOrganizationTeam creates one." };

/** The most teams read for a title. */
const maxTeams = 1000;

/** A team by id or title. Throws ToolError with candidates. */
export async function findTeam(named: string, organizationId: string, { client, signal }: ToolContext): Promise<Team> {
  const all: Team[] = [];
  for await (const team of paginate(client.teams.list, { organizationId, limit: 100 }, { signal })) {
    if (all.push(team) >= maxTeams) break;
  }
  return pick(named, all, teamKind);
}

/** Characters of a link's id that identify it in an answer; the rest stays secret. */
export const shownLinkIdChars = 8;

/** The most invites read for an address. */
const maxInvites = 2000;

/** An invite to an organization: an invitation by its address or id, a link by the beginning of its id. */
export async function findInvite(
  named: string,
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<OrganizationInvite> {
  const wanted = named.trim().replace(/…$/, "");
  let looked = 0;
  for await (const invite of paginate(client.invites.list, { organizationId, limit: 100 }, { signal })) {
    const isMeant =
      invite.id === wanted ||
      (invite.email === undefined
        ? wanted.length >= shownLinkIdChars && invite.id.startsWith(wanted)
        : invite.email.toLowerCase() === wanted.toLowerCase());
    if (isMeant) return invite;
    looked += 1;
    if (looked >= maxInvites) break;
  }
  throw new ToolError(
    `There is no invite ${quotedExcerpt(named, 200)}. show_organization about "members" lists those there are.`,
  );
}

const siteKind: Kind = { one: "site", many: "sites", none: 'update_site with "create" creates one.' };

/** The most sites read for a title or an address. */
const maxSites = 1000;

/** A site by its id, title or an address below it. Throws ToolError with candidates. */
export async function findSite(named: string, organizationId: string, { client, signal }: ToolContext): Promise<Site> {
  const id = named.trim();
  const found = looksLikeId(id)
    ? await lookUp(client.sites.get({ organizationId, siteId: id }, { signal }))
    : undefined;
  if (found !== undefined) return found;
  const all: Site[] = [];
  for await (const site of paginate(client.sites.list, { organizationId, limit: 100 }, { signal })) {
    if (all.push(site) >= maxSites) break;
  }
  return siteAt(id, all) ?? pick(named, all, siteKind);
}

/** The site with the longest address, public or administrative, that equals or contains this one. */
function siteAt(address: string, all: readonly Site[]): Site | undefined {
  const wanted = bare(address);
  let found: Site | undefined;
  let matchedLength = 0;
  for (const site of all) {
    for (const url of [site.urls.published, site.urls.app, site.urls.preview]) {
      const base = bare(url ?? "");
      if (base.length <= matchedLength || !(wanted === base || wanted.startsWith(`${base}/`))) continue;
      found = site;
      matchedLength = base.length;
    }
  }
  return found;
}

/** An address without scheme, query, anchor and trailing slash. */
const bare = (address: string) =>
  address
    .replace(/^https?:\/\//i, "")
    .replace(/[?#].*$/s, "")
    .replace(/\/+$/, "");

/** The most specifications read for an id or part of a slug. */
const maxSpecs = 1000;

export const noSpec = "publish_openapi_spec creates one.";

const specKind: Kind = { one: "OpenAPI specification", many: "specifications", none: noSpec };

/** A specification by slug, id or part of the slug. Throws ToolError with candidates. */
export async function findOpenapiSpec(
  name: string,
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<OpenAPISpec> {
  const slug = name.trim();
  const found = await lookUp(client.openapiSpecs.get({ organizationId, specSlug: slug }, { signal }));
  if (found !== undefined) return found;
  const all: (OpenAPISpec & { title: string })[] = [];
  for await (const spec of paginate(client.openapiSpecs.list, { organizationId, limit: 100 }, { signal })) {
    if (all.push({ ...spec, title: spec.slug }) >= maxSpecs) break;
  }
  return pick(name, all, specKind);
}

/** Whether its newest source could not be read. */
export const hasFailed = ({ processingState, lastProcessErrorCode }: OpenAPISpec): boolean =>
  processingState === "complete" && lastProcessErrorCode !== undefined;

/** The most translations read. */
const maxTranslations = 1000;

/** The translations of an organization, at most a thousand. */
export async function listTranslations(
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<readonly Translation[]> {
  const all: Translation[] = [];
  for await (const translation of paginate(client.translations.list, { organizationId, limit: 100 }, { signal })) {
    if (all.push(translation) >= maxTranslations) break;
  }
  return all;
}

const clusterKind: Kind = {
  one: "issue cluster",
  many: "issue clusters",
  none: "ingest_conversations sends the conversations that clusters are made from.",
};

/** The most clusters read for a label; others can be named by id. */
const maxClusters = 1000;

export type FoundCluster = IssueCluster & {
  /** The label it was found by, if it is a previous one. */
  readonly previousLabel?: string;
};

/** A cluster by its id, label or a previous label. Throws ToolError with candidates. */
export async function findIssueCluster(
  named: string,
  organizationId: string,
  { client, signal }: ToolContext,
): Promise<FoundCluster> {
  const id = named.trim();
  const found = looksLikeId(id)
    ? await lookUp(client.issueClusters.get({ organizationId, clusterId: id }, { signal }))
    : undefined;
  if (found !== undefined) return found;
  const clusters: (IssueCluster & { title: string })[] = [];
  for await (const cluster of paginate(client.issueClusters.list, { organizationId, limit: 100 }, { signal })) {
    if (clusters.push({ ...cluster, title: cluster.label }) >= maxClusters) break;
  }
  const wanted = fold(named);
  const matches = clusters.some(({ label }) => fold(label) === wanted) ? [] : findByPreviousLabel(wanted, clusters);
  const [only] = matches;
  if (only === undefined) return pick(named, clusters, clusterKind);
  if (matches.length === 1) return only;
  throw new ToolError(
    `${matches.length} issue clusters were called ${quotedExcerpt(named, 200)} before. Name one by its id:\n${candidateLines(matches)}`,
  );
}

/** The clusters that formerly had a label. */
const findByPreviousLabel = <Found extends IssueCluster>(wanted: string, clusters: readonly Found[]) =>
  clusters.flatMap((cluster) => {
    const previousLabel = cluster.formerLabels?.find((label) => fold(label) === wanted);
    return previousLabel === undefined ? [] : [{ ...cluster, previousLabel }];
  });

/** Its label, and the previous one if it was found by that. */
export const clusterName = ({ label, previousLabel }: Pick<FoundCluster, "label" | "previousLabel">): string =>
  previousLabel === undefined ? quoted(label) : `${quoted(label)}, formerly ${quoted(previousLabel)}`;

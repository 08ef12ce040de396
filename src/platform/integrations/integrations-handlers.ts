import type { ParsedInput } from "../../contract/operation.ts";
import type { integrations as operations } from "../../contract/operations/integrations.ts";
import { findOrganization, findOrganizationByHostname } from "../access/people-rows.ts";
import { organizationFor } from "../access/scope.ts";
import { readFileFacts } from "../content/file-facts.ts";
import type { Context } from "../kernel/context.ts";
import { createId, randomText } from "../kernel/database/ids.ts";
import type { NewRow, Row } from "../kernel/database/tables.ts";
import type { Handlers } from "../kernel/handler.ts";
import { requireNoCredentials } from "../kernel/outbound/url-credentials.ts";
import { orderKey, readOrder, readPaging, toListResponse } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { sealColumn } from "../kernel/secrets/sealed-columns.ts";
import { isConfidential } from "./deliver.ts";
import { countEvents, countTasks, deleteTasks, findEvent, listEvents } from "./events-rows.ts";
import { integrationFor, ownIntegrationFor, requireIntegrationToken } from "./installation-access.ts";
import { listInstallationsByIntegration } from "./installations-rows.ts";
import {
  countIntegrations,
  findIntegration,
  listIntegrations,
  putIntegration,
  putPictures,
  updateIntegration,
} from "./integrations-rows.ts";
import { recordTask } from "./queue-event.ts";
import { removeInstallation, removeIntegration, removeUnpublished } from "./uninstall.ts";
import { presentEvent, presentEventDetail, presentIntegration, presentIntegrations } from "./view.ts";

type Publication = ParsedInput<typeof operations.publish>;

export const integrations: Handlers<"integrations"> = {
  async list({ page, limit, ...filters }, context) {
    const filter = { ...filters, viewer: context.user.id };
    const request = readPaging("integrations.list", Object.values(filters), { page, limit });
    const rows = await listIntegrations(context.queries, filter, request.after?.[0], request.limit + 1);
    const count = await countIntegrations(context.queries, filter);
    const items = await presentIntegrations(context, rows.slice(0, request.limit));
    return toListResponse(request, rows, count, ({ name }) => [name, ""], items);
  },

  async get({ integrationName }, context) {
    return presentIntegration(context, await integrationFor(context, integrationName));
  },

  async publish(input, context) {
    requireNoCredentials("endpoint", input.endpoint);
    const pictures = await readPictures(input);
    const organization = await requirePublisher(context, input.organization);
    const before = await findIntegration(context.queries, input.integrationName);
    if (before !== undefined && before.organization !== organization) {
      throw new Problem("forbidden", `integrationName: another organization publishes ${input.integrationName}.`);
    }
    if (before === undefined) await removeIntegration(context.queries, input.integrationName);
    const row = toRow(context, input, organization, before);
    await putIntegration(context.queries, { ...row, previews: input.previewImages?.length ?? 0 });
    await putPictures(context.queries, input.integrationName, pictures);
    return presentIntegration(context, await integrationFor(context, input.integrationName));
  },

  async unpublish({ integrationName }, context) {
    if ((await findIntegration(context.queries, integrationName)) === undefined) return { deleted: false };
    await ownIntegrationFor(context, integrationName);
    const installations = await listInstallationsByIntegration(context.queries, integrationName);
    for (const installation of installations) await removeInstallation(context, installation);
    await deleteTasks(context.queries, integrationName);
    // Final events to its installations need its address and secrets.
    await updateIntegration(context.queries, integrationName, { visibility: "unpublished", updated_at: context.now });
    await removeUnpublished(context.queries, integrationName);
    return { deleted: true };
  },

  async listEvents({ integrationName, status, installation, ...input }, context) {
    const { id } = await ownIntegrationFor(context, integrationName);
    const request = readPaging("integrations.listEvents", [integrationName, status, installation], input);
    const filter = { integration: integrationName, status, installation: installationShown(context, installation) };
    const before = readOrder(request)?.[0];
    const rows = await listEvents(context.queries, filter, before, request.limit + 1);
    const count = await countEvents(context.queries, filter);
    const items = rows.map((row) => presentEvent(context, id, row));
    return toListResponse(request, rows, count, (row) => orderKey(row.order, row.id), items);
  },

  async getEvent({ integrationName, eventId }, context) {
    const { id } = await ownIntegrationFor(context, integrationName);
    const event = await findEvent(context.queries, integrationName, eventId);
    const { installation: shown = event?.installation } = context.integration ?? {};
    if (event !== undefined && event.installation === shown) return presentEventDetail(context, id, event);
    throw new Problem("not_found", `eventId: ${integrationName} has no event ${eventId}. Events are kept for 30 days.`);
  },

  async queueTask({ integrationName, task, schedule = 0 }, context) {
    requireIntegrationToken(context, "queueIntegrationTask");
    const integration = await integrationFor(context, integrationName);
    if (JSON.stringify(task).length > maxTaskLength) {
      throw new Problem("bad_request", `task: a task has at most ${maxTaskLength} characters as JSON.`);
    }
    if ((await countTasks(context.queries, integrationName)) >= maxTasks) {
      throw new Problem(
        "conflict",
        `task: ${maxTasks} tasks of ${integrationName} are already waiting. Queue it again later.`,
      );
    }
    const dueAt = new Date(Date.parse(context.now) + schedule * 1000).toISOString();
    await recordTask(context, integration, task, dueAt);
  },

  async setDevelopmentMode({ integrationName, tunnelUrl, all = false }, context) {
    requireNoCredentials("tunnelUrl", tunnelUrl);
    await ownIntegrationFor(context, integrationName);
    if (!isConfidential(new URL(tunnelUrl))) {
      throw new Problem("bad_request", "tunnelUrl: events contain tokens and secrets. Give an address with https.");
    }
    const change = { tunnel_url: tunnelUrl, tunnel_all: all ? 1 : 0, updated_at: context.now };
    await updateIntegration(context.queries, integrationName, change);
  },

  async unsetDevelopmentMode({ integrationName }, context) {
    const { tunnel_url: tunnel } = await ownIntegrationFor(context, integrationName);
    const change = { tunnel_url: null, tunnel_all: 0, updated_at: context.now };
    await updateIntegration(context.queries, integrationName, change);
    return { deleted: tunnel !== null };
  },
};

/** Limits on the tasks of an integration that wait, and on the characters of each. */
const maxTasks = 1_000;
const maxTaskLength = 50_000;

/** An installation reads its own events only. */
function installationShown({ integration }: Context, requested: string | undefined): string | undefined {
  const own = integration?.installation;
  if (own === undefined || requested === undefined || requested === own) return own ?? requested;
  throw new Problem("not_found", `installation: this token may not see the events of ${requested}.`);
}

/** The publishing organization, by id or subdomain; the caller must administer it. */
async function requirePublisher(context: Context, name: string): Promise<string> {
  const found =
    (await findOrganization(context.queries, name)) ?? (await findOrganizationByHostname(context.queries, name));
  if (found === undefined) {
    throw new Problem("not_found", `organization: there is no organization ${name}, or this token may not see it.`);
  }
  const { organization } = await organizationFor(context, found.id, "admin", "organization");
  return organization.id;
}

function toRow(
  { queries, now }: Context,
  input: Publication,
  organization: string,
  before: Row<"integration"> | undefined,
): NewRow<"integration"> {
  const name = input.integrationName;
  const sealSecrets = (secrets: object) =>
    sealColumn(queries, "integration.secrets", { name }, JSON.stringify(secrets));
  const { blocks = [], contentSources = [], externalLinks = [], categories = [], configurations } = input;
  const { contentSecurityPolicy } = input;
  return {
    name,
    id: before?.id ?? createId(),
    organization,
    version: (before?.version ?? 0) + 1,
    title: input.title,
    description: input.description,
    summary: input.summary ?? null,
    visibility: input.visibility ?? before?.visibility ?? "private",
    target: input.target ?? "all",
    runtime: input.runtime ?? "v1",
    scopes: JSON.stringify(input.scopes),
    categories: JSON.stringify(categories),
    blocks: JSON.stringify(blocks),
    block_domains: JSON.stringify(blocks.flatMap(({ urlUnfurl = [] }) => urlUnfurl.flatMap(parseHosts))),
    content_sources: JSON.stringify(contentSources),
    configurations: configurations === undefined ? null : JSON.stringify(configurations),
    external_links: JSON.stringify(externalLinks),
    content_security_policy: contentSecurityPolicy === undefined ? null : JSON.stringify(contentSecurityPolicy),
    script: input.script,
    endpoint: input.endpoint ?? null,
    events: JSON.stringify(input.events ?? []),
    secrets: input.secrets === undefined && before !== undefined ? before.secrets : sealSecrets(input.secrets ?? {}),
    signing_secret:
      before?.signing_secret ?? sealColumn(queries, "integration.signing_secret", { name }, randomText(43)),
    created_at: before?.created_at ?? now,
    updated_at: now,
  };
}

/** The host of a pattern such as `https://*.figma.com/file/**`, without its wildcard. */
function parseHosts(pattern: string): string[] {
  const host = /^(?:https?:\/\/)?(?:\*\.)?([\w.-]+)/.exec(pattern)?.[1];
  return host === undefined ? [] : [host.toLowerCase()];
}

const pictureTypes = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** Maximum size of one picture in bytes. */
const maxPictureBytes = 1024 * 1024;

async function readPictures({ icon, previewImages = [] }: Publication) {
  const named = [
    ...(icon === undefined ? [] : [{ field: "icon", place: 0, text: icon }]),
    ...previewImages.map((text, index) => ({ field: `previewImages.${index}`, place: index + 1, text })),
  ];
  return Promise.all(
    named.map(async ({ field, place, text }) => {
      const bytes = Buffer.from(text, "base64");
      if (bytes.length > maxPictureBytes) {
        throw new Problem("bad_request", `${field}: a picture has at most ${maxPictureBytes / 1024 / 1024} MB.`);
      }
      const { contentType } = await readFileFacts(bytes, "", "application/octet-stream");
      if (pictureTypes.has(contentType)) return { place, content_type: contentType, bytes };
      throw new Problem("bad_request", `${field}: this is not a PNG, JPEG, GIF or WebP picture in base64.`);
    }),
  );
}

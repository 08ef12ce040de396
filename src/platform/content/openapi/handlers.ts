import type { OpenAPISource } from "../../../contract/models/openapi-spec.ts";
import type { Permission } from "../../access/roles.ts";
import { type OrganizationScope, organizationFor } from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { CreatedResult, type Handlers, StreamedResult, type Transactions } from "../../kernel/handler.ts";
import { cancelJob } from "../../kernel/jobs/jobs-rows.ts";
import { requireNoCredentials } from "../../kernel/outbound/url-credentials.ts";
import { orderKey, readOrder, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { requireRoot } from "../revisions-rows.ts";
import { type PackedText, packElsewhere } from "./packed-text.ts";
import { queueReading } from "./queue-reading.ts";
import {
  countSpecs,
  countVersions,
  deleteSpec,
  findEntryFile,
  findSpecBySlug,
  findVersion,
  insertSpec,
  listFiles,
  listSpecs,
  listVersions,
  putSubmittedText,
  updateSpec,
} from "./rows.ts";
import { specsShown } from "./specs-shown.ts";
import { presentSpec, presentSpecs, presentVersion, presentWholeVersion, writeContent, writeText } from "./view.ts";

export const openapiSpecs: Handlers<"openapiSpecs"> = {
  async list(input, context) {
    const { organization, role } = await organizationFor(context, input.organizationId, "view");
    const request = readPaging("openapiSpecs.list", [organization.id], input);
    const rows = await listSpecs(context.queries, organization.id, request.after?.[0], request.limit + 1);
    const count = await countSpecs(context.queries, organization.id);
    const items = await presentSpecs(context, rows.slice(0, request.limit), role);
    return toListResponse(request, rows, count, (row) => [row.slug, row.id], items);
  },

  create: {
    async prepare({ organizationId, slug, source }, transactions) {
      const taken = await takeSource(organizationId, source, transactions);
      return async (context) => {
        const { organization, role } = await organizationFor(context, organizationId, "create");
        if ((await findSpecBySlug(context.queries, organization.id, slug)) !== undefined) {
          throw new Problem(
            "bad_request",
            `slug: the organization has a specification ${slug}. Give it a new source with PUT, or choose another slug.`,
          );
        }
        return presentSpec(context, await make(context, organization.id, slug, taken), role);
      };
    },
  },

  async get(input, context) {
    const { spec, role } = await specFor(context, input, "view");
    return presentSpec(context, spec, role);
  },

  set: {
    async prepare({ organizationId, specSlug, source }, transactions) {
      const taken = await takeSource(organizationId, source, transactions);
      return async (context) => {
        const { organization, role } = await organizationFor(context, organizationId, "create");
        const spec = await findSpecBySlug(context.queries, organization.id, specSlug);
        if (spec === undefined) {
          return new CreatedResult(
            await presentSpec(context, await make(context, organization.id, specSlug, taken), role),
          );
        }
        await cancelJob(context.queries, spec.job, context.now);
        await putSubmittedText(context.queries, spec.id, taken.text);
        const change = {
          source_url: taken.url,
          etag: null,
          last_modified: null,
          job: await queueReading(context, spec),
          updated_at: context.now,
        };
        await updateSpec(context.queries, spec.id, change);
        const changedSpec = { organization: organization.id, spec: spec.slug };
        for (const subscriber of context.specSubscribers) await subscriber.resubmitted(context, changedSpec);
        return presentSpec(context, { ...spec, ...change }, role);
      };
    },
  },

  async update({ visibility, ...input }, context) {
    const { spec, role } = await specFor(context, input, "create");
    // A link that was public before is not reused.
    const change = { visibility, public_key: createId(), updated_at: context.now };
    if (visibility === spec.visibility) return presentSpec(context, spec, role);
    await updateSpec(context.queries, spec.id, change);
    return presentSpec(context, { ...spec, ...change }, role);
  },

  async remove({ organizationId, specSlug }, context) {
    const { organization } = await organizationFor(context, organizationId, "create");
    const spec = await findSpecBySlug(context.queries, organization.id, specSlug);
    if (spec === undefined) return { deleted: false };
    await cancelJob(context.queries, spec.job, context.now);
    await deleteSpec(context.queries, spec.id);
    const changed = { organization: organization.id, spec: spec.slug };
    for (const subscriber of context.specSubscribers) await subscriber.changed(context, changed);
    return { deleted: true };
  },

  async listVersions(input, context) {
    const { spec } = await specFor(context, input, "view");
    const request = readPaging("openapiSpecs.listVersions", [spec.id], input);
    const rows = await listVersions(context.queries, spec.id, readOrder(request)?.[0], request.limit + 1);
    const count = await countVersions(context.queries, spec.id);
    const items = rows.map((version) => presentVersion(context, spec, version));
    return toListResponse(request, rows, count, ({ number, id }) => orderKey(number, id), items);
  },

  async getLatestVersion(input, context) {
    const { spec, version } = await versionFor(context, input);
    return presentWholeVersion(context, spec, version);
  },

  async getLatestContent(input, context) {
    return presentContent(context, await versionFor(context, input));
  },

  async getLatestText(input, context) {
    const { version } = await versionFor(context, input);
    const file = await findEntryFile(context.queries, version.id);
    if (file === undefined) throw new Error(`Version ${version.id} lost its files`);
    return new StreamedResult(writeText(file.text, file.format === "json" ? "json" : "yaml"));
  },

  async getVersion(input, context) {
    const { spec, version } = await versionFor(context, input);
    return presentWholeVersion(context, spec, version);
  },

  async getContent(input, context) {
    return presentContent(context, await versionFor(context, input));
  },
};

/** A source in stored form. */
interface TakenSource {
  readonly url: string | null;
  readonly text: PackedText | undefined;
}

/** A text can be long: it is packed before the transaction, and only for callers who may submit one. */
async function takeSource(
  organizationId: string,
  source: OpenAPISource,
  transactions: Transactions,
): Promise<TakenSource> {
  await transactions.read((context) => organizationFor(context, organizationId, "create"));
  const { url = null, text } = source;
  requireNoCredentials("source.url", url);
  return { url, text: text === undefined ? undefined : await packElsewhere(text) };
}

interface SpecName {
  readonly organizationId: string;
  readonly specSlug: string;
}

interface SpecScope extends OrganizationScope {
  readonly spec: Row<"openapi_spec">;
}

async function specFor(context: Context, name: SpecName, permission: Permission): Promise<SpecScope> {
  const scope = await organizationFor(context, name.organizationId, permission);
  const spec = await findSpecBySlug(context.queries, scope.organization.id, name.specSlug);
  if (spec !== undefined && (await isReadable(context, spec.slug))) return { ...scope, spec };
  throw new Problem("not_found", `specSlug: the organization has no OpenAPI specification ${name.specSlug}.`);
}

/** A visitor of a site may read the specifications that its pages show. */
async function isReadable({ reader, queries, content }: Context, slug: string): Promise<boolean> {
  if (reader === undefined) return true;
  for (const [space, { revision }] of reader.spaces) {
    const map = content.at(await requireRoot(queries, space, revision));
    if ((await specsShown(map, content)).has(slug)) return true;
  }
  return false;
}

interface VersionScope extends SpecScope {
  readonly version: Row<"openapi_version">;
}

async function versionFor(context: Context, name: SpecName & { readonly versionId?: string }): Promise<VersionScope> {
  const scope = await specFor(context, name, "view");
  const id = name.versionId ?? scope.spec.version;
  if (id === null) {
    throw new Problem(
      "not_found",
      `specSlug: ${name.specSlug} has no version. Its state shows whether one is being processed.`,
    );
  }
  const version = await findVersion(context.queries, scope.spec.id, id);
  if (version !== undefined) return { ...scope, version };
  throw new Problem("not_found", `versionId: specification ${name.specSlug} has no version ${id}.`);
}

async function make(
  context: Context,
  organization: string,
  slug: string,
  source: TakenSource,
): Promise<Row<"openapi_spec">> {
  const id = createId();
  await putSubmittedText(context.queries, id, source.text);
  const spec = {
    id,
    organization,
    slug,
    source_url: source.url,
    visibility: "private",
    public_key: createId(),
    version: null,
    job: await queueReading(context, { id, organization }),
    processed_at: null,
    error_code: null,
    errors: "[]",
    error_count: 0,
    etag: null,
    last_modified: null,
    created_by: context.user.id,
    created_at: context.now,
    updated_at: context.now,
  };
  await insertSpec(context.queries, spec);
  return spec;
}

async function presentContent({ queries, origin, now, openapiLinks }: Context, { spec, version }: VersionScope) {
  const files = await listFiles(queries, version.id);
  const source = openapiLinks.url(origin, version.id, now);
  const open = spec.visibility === "public" ? openapiLinks.publicUrl(origin, spec.public_key) : null;
  return new StreamedResult(writeContent(files, { url: source, urls: { source, public: open } }, spec.source_url));
}

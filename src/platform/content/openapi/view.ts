import { posix } from "node:path";
import type {
  OpenAPISpec,
  OpenAPISpecContent,
  OpenAPISpecText,
  OpenAPISpecVersion,
} from "../../../contract/models/openapi-spec.ts";
import type { Role } from "../../../contract/models/role.ts";
import { may } from "../../access/roles.ts";
import { appAddress } from "../../kernel/app-address.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { getJobState, parseJobError } from "../../kernel/jobs/job-outcome.ts";
import { findJobs, type JobRow } from "../../kernel/jobs/jobs-rows.ts";
import { type PackedText, unpackInPieces } from "./packed-text.ts";
import { replaceReferences } from "./replace-references.ts";

type SpecRow = Row<"openapi_spec">;

export async function presentSpecs(context: Context, specs: readonly SpecRow[], role: Role | null) {
  const jobs = await findJobs(
    context.queries,
    specs.map(({ job }) => job),
  );
  return specs.map((spec) => present(context, spec, role, jobs.get(spec.job)));
}

export async function presentSpec(context: Context, spec: SpecRow, role: Role | null): Promise<OpenAPISpec> {
  const [shown] = await presentSpecs(context, [spec], role);
  if (shown === undefined) throw new Error(`Specification ${spec.id} is not shown`);
  return shown;
}

function present(context: Context, spec: SpecRow, role: Role | null, job: JobRow | undefined): OpenAPISpec {
  const { origin, openapiLinks } = context;
  const isPublic = spec.visibility === "public";
  return {
    object: "openapi-spec",
    id: spec.id,
    createdAt: spec.created_at,
    updatedAt: spec.updated_at,
    slug: spec.slug,
    ...(spec.source_url === null ? {} : { sourceURL: spec.source_url }),
    processingState: processingState(job),
    visibility: isPublic ? "public" : "private",
    ...(spec.version === null ? {} : { lastVersion: spec.version }),
    ...(spec.processed_at === null ? {} : { lastProcessedAt: spec.processed_at }),
    ...outcome(spec, job),
    permissions: { view: true, edit: may(role, "create") },
    urls: {
      location: specAddress(origin, spec),
      app: appAddress(context, { kind: "spec", organization: spec.organization, id: spec.slug }),
      ...(isPublic ? { published: openapiLinks.publicUrl(origin, spec.public_key) } : {}),
    },
  };
}

/** A job scheduled for the next check of the source does not count as processing. */
function processingState(job: JobRow | undefined): OpenAPISpec["processingState"] {
  if (job === undefined) return "complete";
  const state = getJobState(job);
  if (state === "waiting") return job.started_at === null && job.due_at > job.created_at ? "complete" : "pending";
  return state === "running" ? "progress" : "complete";
}

/** The outcome of the last processing; a failed job reports it itself. */
function outcome(spec: SpecRow, job: JobRow | undefined): Partial<OpenAPISpec> {
  const failure = job === undefined ? undefined : parseJobError(job);
  if (failure !== undefined) {
    return {
      lastProcessErrorCode: "PARSE_ERROR",
      lastProcessedErrors: [{ code: failure.code, message: failure.message }],
      lastProcessedErrorCount: 1,
    };
  }
  if (spec.processed_at === null) return { lastProcessedErrorCount: 0 };
  return {
    ...(spec.error_code === null
      ? {}
      : { lastProcessErrorCode: spec.error_code as NonNullable<OpenAPISpec["lastProcessErrorCode"]> }),
    lastProcessedErrors: JSON.parse(spec.errors) as NonNullable<OpenAPISpec["lastProcessedErrors"]>,
    lastProcessedErrorCount: spec.error_count,
  };
}

/** One version with its differences from the previous one. */
export function presentWholeVersion(context: Context, spec: SpecRow, version: Row<"openapi_version">) {
  const { changes } = version;
  const shown = presentVersion(context, spec, version);
  return changes === null ? shown : { ...shown, changes: JSON.parse(changes) as OpenAPISpecVersion["changes"] };
}

export function presentVersion(
  { origin, now, openapiLinks }: Context,
  spec: SpecRow,
  version: Row<"openapi_version">,
): OpenAPISpecVersion {
  return {
    object: "openapi-spec-version",
    id: version.id,
    createdAt: version.created_at,
    url: openapiLinks.url(origin, version.id, now),
    urls: { location: `${specAddress(origin, spec)}/versions/${version.id}` },
  };
}

const specAddress = (origin: string, { organization, slug }: SpecRow) =>
  `${origin}/v1/orgs/${organization}/openapi/${slug}`;

type FileRow = Row<"openapi_file">;

/**
 * Writes an `OpenAPISpecContent`: the files are stored as JSON and are not parsed on the way. The vendor's parser
 * resolves no paths: it finds a file only if a reference has its name exactly, so references are written that way.
 */
export async function* writeContent(
  files: readonly FileRow[],
  links: Pick<OpenAPISpecContent, "url" | "urls">,
  source: string | null,
): AsyncGenerator<Uint8Array> {
  const folder = posix.dirname(files[0]?.path ?? "");
  const names = new Map(files.map(({ path }) => [path, posix.relative(folder, path)]));
  yield utf8('{"filesystem":[');
  for (const [index, { path, text, content }] of files.entries()) {
    const filename = names.get(path) ?? path;
    const entry = { dir: posix.dirname(filename), isEntrypoint: index === 0, references: [], filename };
    yield utf8(`${index === 0 ? "" : ","}${JSON.stringify(entry).slice(0, -1)},"specification":`);
    const pieces = unpackInPieces(content ?? text);
    yield* files.length === 1
      ? pieces
      : replaceReferences(pieces, (reference) => nameFile(reference, path, names, source));
    yield utf8("}");
  }
  yield utf8(`],${JSON.stringify(links).slice(1)}`);
}

/** A reference of a file with the name of the file that it points to; unchanged if that is not one of the names. */
function nameFile(reference: string, from: string, names: ReadonlyMap<string, string>, source: string | null): string {
  const hash = reference.indexOf("#");
  const fragment = hash === -1 ? "" : reference.slice(hash);
  const base = new URL(`/${from}`, source ?? "http://files");
  const address = reference.slice(0, reference.length - fragment.length);
  const target = URL.canParse(address, base) ? new URL(address, base) : undefined;
  const name = target?.origin === base.origin ? names.get(target.pathname.slice(1)) : undefined;
  return name === undefined ? reference : `${name}${fragment}`;
}

/** Writes an `OpenAPISpecText`. */
export async function* writeText(text: PackedText, format: OpenAPISpecText["format"]): AsyncGenerator<Uint8Array> {
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  yield utf8('{"text":"');
  for await (const piece of unpackInPieces(text)) {
    yield utf8(JSON.stringify(decoder.decode(piece, { stream: true })).slice(1, -1));
  }
  yield utf8(`","format":${JSON.stringify(format)}}`);
}

const utf8 = (text: string) => Buffer.from(text);

import { isRecord } from "../../client/json.ts";
import type { OpenAPISpec } from "../../contract/models/openapi-spec.ts";
import { openapiSpecs } from "../../contract/operations/openapi-specs.ts";
import { countWithin, cut, estimateTokens, fenceTokens } from "../../present/budget.ts";
import { fence } from "../../present/fence.ts";
import { counted, oneLine, quoted, withoutSecret } from "../../present/wording.ts";
import type { ToolResult } from "../../resolve/context.ts";
import { findOpenapiSpec, hasFailed, noSpec } from "../../resolve/in-organization.ts";
import { readPart } from "../../resolve/reads.ts";
import { specReads } from "../../resolve/uses.ts";
import { noteTokens, type Subject, showAll, showLines } from "./show-list.ts";

export const openapiReads = [
  ...specReads,
  openapiSpecs.listVersions,
  openapiSpecs.getLatestVersion,
  openapiSpecs.getLatestContent,
];

const maxVersions = 10;

export async function showOpenapiSpecs(subject: Subject): Promise<ToolResult> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, context } = subject;
  return showAll<OpenAPISpec>(
    {
      kind: "OpenAPI specifications",
      none: `It has no OpenAPI specification. ${noSpec}`,
      next: `With "name": a slug, for its errors, versions and operations.`,
      read: (query) => context.client.openapiSpecs.list({ organizationId, ...query }, { signal: context.signal }),
      present: (spec) => `- ${oneLine(spec.slug)} (${listFacts(spec).join(", ")})`,
    },
    subject,
  );
}

function listFacts(spec: OpenAPISpec): string[] {
  const { id, visibility, sourceURL, lastProcessedAt, lastVersion } = spec;
  return [
    `id ${id}`,
    formatState(spec),
    ...(lastProcessedAt === undefined ? [] : [`processed ${lastProcessedAt.slice(0, 16)}`]),
    ...(visibility === undefined ? [] : [visibility]),
    sourceURL === undefined ? "from text" : `from ${quoted(withoutSecret(sourceURL))}`,
    lastVersion === undefined ? "no version yet" : `version ${lastVersion}`,
  ];
}

/** While a specification is being processed again, a known failure belongs to the previous run. */
function formatState({ processingState, lastProcessErrorCode: failure }: OpenAPISpec): string {
  if (failure === undefined) return processingState;
  return processingState === "complete" ? `failed: ${failure}` : `${processingState}, failed before: ${failure}`;
}

/** The result of processing the newest source of a specification: its state, problems, and changes since `before`. */
export async function presentOutcome(specSlug: string, before: string | undefined, subject: Subject): Promise<string> {
  const { organizationId, context } = subject;
  const { client, signal, answerTokens } = context;
  const spec = await client.openapiSpecs.get({ organizationId, specSlug }, { signal });
  const availableTokens = answerTokens - 2 * fenceTokens - noteTokens;
  const problems = presentProblems(spec, 0.5 * availableTokens);
  const isSame = before !== undefined && spec.lastVersion === before;
  const same = "The source is unchanged, so there is no new version.";
  const changes = hasFailed(spec) ? [] : isSame ? [same] : await presentChanges(spec, 0.4 * availableTokens, subject);
  const next = hasFailed(spec)
    ? [repair(spec)]
    : [
        `show_organization with "about": "openapi_specs", "name": ${quoted(spec.slug)} lists its operations.`,
        `Pages computed from it ${isSame ? "stay as they are" : "are updated in a moment"}. write_pages with "action": "create" and "openapi": ${quoted(spec.slug)} creates some.`,
      ];
  return [`It was processed: ${listFacts(spec).join(", ")}.`, ...problems, ...changes, ...next].join("\n");
}

async function showOne(name: string, subject: Subject): Promise<ToolResult> {
  const { organizationId, cursor, context } = subject;
  const spec = await findOpenapiSpec(name, organizationId, context);
  const heading = `OpenAPI specification ${quoted(spec.slug)} (${listFacts(spec).join(", ")}).`;
  const availableTokens = context.answerTokens - estimateTokens(heading) - 2 * fenceTokens - noteTokens;
  const lead = cursor === undefined ? await presentOverview(spec, availableTokens, subject) : [];
  const { operations, none } = await readOperations(spec, subject);
  return showLines<string>(
    {
      heading: [heading, ...lead].join("\n"),
      title: counted(operations.length, "operation"),
      about: ["openapi_spec", organizationId, spec.slug, spec.lastVersion],
      none,
      next: findNextStep(spec),
      read: async () => ({ items: operations }),
      present: (line) => line,
    },
    subject,
  );
}

const repair = ({ lastProcessErrorCode, lastVersion }: OpenAPISpec) => {
  const stays = lastVersion === undefined ? "" : `Version ${lastVersion} stays the newest. `;
  const isParsed = lastProcessErrorCode === "PARSE_ERROR";
  const again = isParsed
    ? "publish_openapi_spec with a corrected text processes it again."
    : `publish_openapi_spec with a "url" fetches it again, the same one or another; with "text" nothing is fetched.`;
  return `${stays}${again}`;
};

function findNextStep(spec: OpenAPISpec): string | undefined {
  if (hasFailed(spec)) return `These are the operations of the previous version. ${repair(spec)}`;
  if (spec.lastVersion === undefined) return undefined;
  return "read_operation getLatestOpenAPISpecVersionContentRaw gives the whole text.";
}

/** The operations of the newest version, and what to say if there are none. */
async function readOperations(
  spec: OpenAPISpec,
  { organizationId, context: { client, signal } }: Subject,
): Promise<{ readonly operations: readonly string[]; readonly none: string }> {
  const { slug, lastVersion } = spec;
  if (lastVersion === undefined) {
    const why = "There is no version, so there are no operations yet.";
    return { operations: [], none: hasFailed(spec) ? `${why} ${repair(spec)}` : why };
  }
  const call = client.openapiSpecs.getLatestContent({ organizationId, specSlug: slug }, { signal });
  const part = await readPart(call);
  if ("refusal" in part) return { operations: [], none: `The service does not show its operations (${part.refusal}).` };
  return { operations: operationLines(part.found.filesystem), none: "It has no operations." };
}

/** The problems and versions of a specification, within a number of tokens. */
async function presentOverview(spec: OpenAPISpec, tokens: number, subject: Subject): Promise<string[]> {
  return [
    ...presentProblems(spec, 0.4 * tokens),
    ...(await presentVersions(spec, 0.1 * tokens, subject)),
    ...(hasFailed(spec) ? [] : await presentChanges(spec, 0.3 * tokens, subject)),
  ];
}

function presentProblems({ lastProcessedErrors: found = [], lastProcessedErrorCount }: OpenAPISpec, tokens: number) {
  if (found.length === 0) return [];
  const lines = found.map(({ message, code }) => {
    return `- ${code === undefined ? "" : `${oneLine(code)}: `}${oneLine(message, 300)}`;
  });
  const count = Math.max(found.length, lastProcessedErrorCount ?? 0);
  const { text } = cut(lines.join("\n"), tokens, "(cut to the answer budget)");
  return [fence(text, { title: `${counted(count, "problem")} found by the last processing` })];
}

async function presentVersions(
  { slug, lastVersion }: OpenAPISpec,
  tokens: number,
  { organizationId, context: { client, signal } }: Subject,
): Promise<string[]> {
  if (lastVersion === undefined) return [];
  const query = { organizationId, specSlug: slug, limit: maxVersions };
  const part = await readPart(client.openapiSpecs.listVersions(query, { signal }));
  if ("refusal" in part) return [`The service does not list its versions (${part.refusal}).`];
  const { items, next } = part.found;
  const all = items.map(({ id, createdAt }) => (createdAt === undefined ? id : `${id} (${createdAt.slice(0, 10)})`));
  const shown = all.slice(0, countWithin(all, tokens));
  const more = shown.length < all.length || (next ?? undefined) !== undefined ? " and more" : "";
  return shown.length === 0 ? [] : [`Versions: ${shown.join(", ")}${more}.`];
}

/** What changed since the previous version, if the service says. */
async function presentChanges(
  { slug, lastVersion }: OpenAPISpec,
  tokens: number,
  { organizationId, context: { client, signal } }: Subject,
): Promise<string[]> {
  if (lastVersion === undefined) return [];
  const part = await readPart(client.openapiSpecs.getLatestVersion({ organizationId, specSlug: slug }, { signal }));
  if ("refusal" in part || part.found.changes === undefined) return [];
  const { added, removed, changed, breaking, operations } = part.found.changes;
  const lines = operations.map(({ method, path, change, breaking, details = [] }) => {
    const about = details.length === 0 ? "" : `: ${oneLine(details.join("; "), 300)}`;
    return `- ${change}${breaking ? ", breaking" : ""}: ${oneLine(method.toUpperCase(), 10)} ${oneLine(path, 200)}${about}`;
  });
  if (lines.length === 0) return ["No operation differs from the previous version."];
  const { text } = cut(lines.join("\n"), tokens, "(cut to the answer budget)");
  const title = `Changes since the previous version: ${added} added, ${removed} removed, ${changed} changed, ${breaking} breaking`;
  return [fence(text, { title })];
}

const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

/** Maximum nesting of files: a description is within a file, a folder and a list of files at most. */
const maxDepth = 4;

/** Method, path and summary of each operation in the parsed files of a specification, however they are nested. */
function operationLines(files: unknown, depth = 0): string[] {
  if (depth > maxDepth) return [];
  if (Array.isArray(files)) return files.flatMap((file) => operationLines(file, depth + 1));
  if (!isRecord(files)) return [];
  if (!isRecord(files.paths)) return Object.values(files).flatMap((file) => operationLines(file, depth + 1));
  return Object.entries(files.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isRecord(item) ? item[method] : undefined;
      return isRecord(operation) ? [`${method.toUpperCase()} ${oneLine(path, 200)}${formatNotes(operation)}`] : [];
    }),
  );
}

function formatNotes({ summary, deprecated }: Readonly<Record<string, unknown>>): string {
  const about = typeof summary === "string" && summary.trim() !== "" ? ` ${oneLine(summary, 120)}` : "";
  return deprecated === true ? `${about} (deprecated)` : about;
}

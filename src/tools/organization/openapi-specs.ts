import { isRecord } from "../../client/json.ts";
import { paginate } from "../../client/paginate.ts";
import type { OpenAPISpec } from "../../contract/models/openapi-spec.ts";
import { openapiSpecs } from "../../contract/operations/openapi-specs.ts";
import { fence } from "../present/fence.ts";
import { listWithin } from "../present/listing.ts";
import { oneLine } from "../present/name.ts";
import { countWithin, fenceTokens } from "../present/within.ts";
import { lookUp } from "../resolve/lookup.ts";
import { pick } from "../resolve/pick.ts";
import { noteTokens, pageOf, type Subject } from "./subject.ts";

export const openapiReads = [
  openapiSpecs.list,
  openapiSpecs.get,
  openapiSpecs.listVersions,
  openapiSpecs.getLatestContent,
];

const mostVersions = 10;
const mostErrors = 20;
const methods = ["get", "put", "post", "delete", "options", "head", "patch", "trace"];

export async function showOpenapiSpecs(subject: Subject): Promise<string> {
  if (subject.name !== undefined) return showOne(subject.name, subject);
  const { organizationId, cursor, context } = subject;
  const { client, signal, answerTokens } = context;
  const { blocks, more } = await listWithin<OpenAPISpec>({
    subject: ["openapi_specs", organizationId],
    cursor,
    tokens: answerTokens - fenceTokens - noteTokens,
    read: (page, limit) => client.openapiSpecs.list({ organizationId, limit, ...pageOf(page) }, { signal }),
    present: (spec) => `- ${spec.slug} (${factsOf(spec).join(", ")})`,
  });
  if (blocks.length === 0) return "There is no OpenAPI specification. publish_openapi_spec makes one.";
  return `${fence(blocks.join("\n"))}\n${more ?? `With "name": a slug, for its errors, versions and operations.`}`;
}

function factsOf(spec: OpenAPISpec): string[] {
  const { id, processingState, lastProcessErrorCode: failure, visibility, sourceURL, lastProcessedAt } = spec;
  return [
    `id ${id}`,
    failure === undefined ? processingState : `failed: ${failure}`,
    ...(visibility === undefined ? [] : [visibility]),
    sourceURL === undefined ? "from text" : `from ${oneLine(sourceURL, 200)}`,
    ...(lastProcessedAt === undefined ? [] : [`processed ${lastProcessedAt.slice(0, 16)}`]),
  ];
}

async function showOne(name: string, { organizationId, context }: Subject): Promise<string> {
  const { client, signal, answerTokens } = context;
  const spec = await findSpec(name, organizationId, context);
  const names = { organizationId, specSlug: spec.slug };
  const { items } = await client.openapiSpecs.listVersions({ ...names, limit: mostVersions }, { signal });
  const versions = items.map(({ id, createdAt }) =>
    createdAt === undefined ? id : `${id} (${createdAt.slice(0, 10)})`,
  );
  const problems = (spec.lastProcessedErrors ?? []).slice(0, mostErrors).map(({ message, code }) => {
    return `- ${code === undefined ? "" : `${oneLine(code)}: `}${oneLine(message, 300)}`;
  });
  const content =
    spec.lastVersion === undefined ? undefined : await lookUp(client.openapiSpecs.getLatestContent(names, { signal }));
  const operations = operationsOf(content?.filesystem);
  const shown = operations.slice(0, countWithin(operations, answerTokens - 3 * fenceTokens - 1200));
  const left = operations.length - shown.length;
  return [
    `OpenAPI specification ${spec.slug} (${factsOf(spec).join(", ")}).`,
    ...(problems.length === 0 ? [] : [fence(problems.join("\n"), { title: "what the last processing found wrong" })]),
    versions.length === 0 ? "No version yet." : `Versions, the newest first: ${versions.join(", ")}.`,
    ...(shown.length === 0 ? [] : [fence(shown.join("\n"), { title: `${operations.length} operations` })]),
    ...(left > 0 ? [`${left} more operations.`] : []),
    `read_operation getLatestOpenAPISpecVersionContentRaw gives its whole text.`,
  ].join("\n");
}

async function findSpec(
  name: string,
  organizationId: string,
  { client, signal }: Subject["context"],
): Promise<OpenAPISpec> {
  const slug = name.trim();
  const found = await lookUp(client.openapiSpecs.get({ organizationId, specSlug: slug }, { signal }));
  if (found !== undefined) return found;
  const all: (OpenAPISpec & { title: string })[] = [];
  for await (const spec of paginate(client.openapiSpecs.list, { organizationId, limit: 100 }, { signal })) {
    if (all.push({ ...spec, title: spec.slug }) >= 1000) break;
  }
  return pick(name, all, {
    one: "OpenAPI specification",
    many: "specifications",
    none: "publish_openapi_spec makes one.",
  });
}

/** Method, path and summary of each operation in the parsed files, however they are nested. */
function operationsOf(files: unknown, depth = 0): string[] {
  if (Array.isArray(files)) return files.flatMap((file) => operationsOf(file, depth + 1));
  if (!isRecord(files) || depth > 4) return [];
  if (!isRecord(files.paths)) return Object.values(files).flatMap((file) => operationsOf(file, depth + 1));
  return Object.entries(files.paths).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation = isRecord(item) ? item[method] : undefined;
      if (!isRecord(operation)) return [];
      const summary = typeof operation.summary === "string" ? ` ${oneLine(operation.summary, 120)}` : "";
      return [`${method.toUpperCase()} ${oneLine(path, 200)}${summary}`];
    }),
  );
}

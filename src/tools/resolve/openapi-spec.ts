import { paginate } from "../../client/paginate.ts";
import type { OpenAPISpec } from "../../contract/models/openapi-spec.ts";
import { openapiSpecs } from "../../contract/operations/openapi-specs.ts";
import type { ToolContext } from "../tool.ts";
import { lookUp } from "./lookup.ts";
import { type Kind, pick } from "./pick.ts";

/** The operations that finding a specification by its name calls. */
export const specReads = [openapiSpecs.get, openapiSpecs.list];

/** Specifications looked at for an id or a part of a slug. */
const mostSpecs = 1000;

export const noSpec = "publish_openapi_spec makes one.";
const specKind: Kind = { one: "OpenAPI specification", many: "specifications", none: noSpec };

/** A specification by slug, id or a part of the slug. Throws ToolError that names the candidates. */
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
    if (all.push({ ...spec, title: spec.slug }) >= mostSpecs) break;
  }
  return pick(name, all, specKind);
}

/** Whether its newest source could not be read. */
export const hasFailed = ({ processingState, lastProcessErrorCode }: OpenAPISpec): boolean =>
  processingState === "complete" && lastProcessErrorCode !== undefined;

import { z } from "zod";
import { OpenAPISlug, type OpenAPISpec, OpenAPIVisibility } from "../../contract/models/openapi-spec.ts";
import { WebUrl } from "../../contract/models/web-url.ts";
import { openapiSpecs } from "../../contract/operations/openapi-specs.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { takeSteps } from "../editing/steps.ts";
import { quoted } from "../present/name.ts";
import { openapiLink } from "../present/resource-links.ts";
import { named } from "../resolve/arguments.ts";
import { findOrganization } from "../resolve/organization.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

export const publishOpenapiSpec = defineTool({
  name: "publish_openapi_spec",
  title: "Publish an OpenAPI specification",
  description:
    "Create an OpenAPI specification, or give it a new version, from a URL or its text. show_organization then tells whether it was processed and what is wrong with it.",
  toolset: "openapi",
  uses: [openapiSpecs.set, openapiSpecs.update, organizations.list],
  input: {
    slug: OpenAPISlug,
    url: WebUrl.optional(),
    text: z.string().min(1).max(10_000_000).optional().describe("Instead of url: JSON or YAML"),
    visibility: OpenAPIVisibility.optional(),
    organization: named.organization.optional(),
  },
  async run({ slug, url, text, visibility, organization }, context): Promise<ToolAnswer> {
    if ((url === undefined) === (text === undefined)) throw new ToolError("Give exactly one of url and text.");
    const { client, signal } = context;
    const { id: organizationId } = await findOrganization(organization, context);
    const names = { organizationId, specSlug: slug };
    const source = url === undefined ? { text: text ?? "" } : { url };
    const done = await takeSteps(
      [
        async () => stateOf(await client.openapiSpecs.set({ ...names, source }, { signal })),
        ...(visibility === undefined
          ? []
          : [
              async () => {
                await client.openapiSpecs.update({ ...names, visibility }, { signal });
                return `It is ${visibility} now.`;
              },
            ]),
      ],
      context,
    );
    const next = `show_organization with "about": "openapi_specs", "name": "${slug}" shows its state.`;
    return { text: [...done, next].join("\n"), links: [openapiLink(organizationId, slug)] };
  },
});

function stateOf({ slug, id, processingState, lastVersion, lastProcessErrorCode: failure }: OpenAPISpec): string {
  const name = `OpenAPI specification ${quoted(slug)} (${id})`;
  if (processingState !== "complete") return `${name} is being processed (${processingState}).`;
  if (failure !== undefined) return `${name} could not be processed: ${failure}.`;
  return `${name} is processed${lastVersion === undefined ? "" : `, version ${lastVersion}`}.`;
}

import { openapiChoice, organizationChoice } from "./choices.ts";
import { defineFamily } from "./resource.ts";
import { toolText } from "./tool-text.ts";

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
    const given = { about: "openapi_specs", name: found.slug, organization: org };
    const call = { tool: "show_organization", arguments: given };
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

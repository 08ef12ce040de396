import { z } from "zod";
import { WebUrl } from "../../contract/models/id.ts";
import { OpenAPISlug, type OpenAPISpec, OpenAPIVisibility } from "../../contract/models/openapi-spec.ts";
import { openapiSpecs } from "../../contract/operations/openapi-specs.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { computeReach } from "../../contract/reach.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote, withAddress } from "../../present/web-address.ts";
import { quoted } from "../../present/wording.ts";
import type { ToolResult } from "../../resolve/context.ts";
import { findOrganization } from "../../resolve/spaces.ts";
import { followOperation } from "../operations/follow.ts";
import { presentOutcome } from "../organization/openapi-specs.ts";
import { takeSteps } from "../steps.ts";
import { defineTool, getFurthestReach, named } from "../tool.ts";

/** Tokens reserved for the report of what the call did. */
const stepTokens = 100;

export const publishOpenapiSpec = defineTool({
  name: "publish_openapi_spec",
  title: "Publish an OpenAPI specification",
  description:
    "Create an OpenAPI specification, or add a version to it, from a URL or its text. Returns its problems and what changed.",
  toolset: "openapi",
  uses: [openapiSpecs.set, openapiSpecs.update, openapiSpecs.get, openapiSpecs.getLatestVersion, organizations.list],
  input: {
    slug: OpenAPISlug,
    url: WebUrl.optional(),
    text: z.string().min(1).max(10_000_000).optional().describe("Instead of url: JSON or YAML"),
    visibility: OpenAPIVisibility.optional(),
    organization: named.organization.optional(),
  },
  plan: ({ visibility }) => ({
    reach:
      visibility === undefined
        ? getFurthestReach({ uses: [openapiSpecs.set] })
        : computeReach(openapiSpecs.update.reach, { visibility }),
  }),
  async consequence({ slug, organization, ...source }, context) {
    requireOneSource(source);
    const found = await findOrganization(organization, context);
    const question = `Make the OpenAPI specification ${quoted(slug)} of ${quoted(found.title)} public: anyone with its link can read it, including its new version.`;
    return withAddress(question, found);
  },
  async run({ slug, url, text, visibility, organization }, context): Promise<ToolResult> {
    requireOneSource({ url, text });
    const { client, signal } = context;
    const { id: organizationId, title: organizationTitle } = await findOrganization(organization, context);
    const names = { organizationId, specSlug: slug };
    const source = url === undefined ? { text: text ?? "" } : { url };
    let spec: OpenAPISpec | undefined;
    const done = await takeSteps(
      [
        async () => {
          spec = await client.openapiSpecs.set({ ...names, source }, { signal });
          return `OpenAPI specification ${quoted(slug)} (${spec.id}) has the new source.`;
        },
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
    const followed = await followOperation(openapiSpecs.set, { ...names, answer: spec }, context);
    if (followed?.hasEnded !== true) {
      const state = `It is still being processed (${followed?.state}): show_organization with "about": "openapi_specs", "name": "${slug}" shows the result.`;
      return { text: [...done, state, ...webAddressNote(spec ?? {})].join("\n") };
    }
    const rest = { ...context, answerTokens: context.answerTokens - stepTokens };
    const subject = { organizationId, organizationTitle, name: slug, cursor: undefined, context: rest };
    const before = spec?.processingState === "complete" ? undefined : spec?.lastVersion;
    return { text: [...done, await presentOutcome(slug, before, subject), ...webAddressNote(spec ?? {})].join("\n") };
  },
});

function requireOneSource({
  url,
  text,
}: {
  readonly url?: string | undefined;
  readonly text?: string | undefined;
}): void {
  if ((url === undefined) === (text === undefined)) throw new ToolError("Give exactly one of url and text.");
}

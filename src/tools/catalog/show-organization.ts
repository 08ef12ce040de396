import { z } from "zod";
import { organizations } from "../../contract/operations/organizations.ts";
import { instructionReads, showAgentInstructions } from "../organization/agent-instructions.ts";
import { memberReads, showMembers } from "../organization/members.ts";
import { openapiReads, showOpenapiSpecs } from "../organization/openapi-specs.ts";
import { showSites, siteReads } from "../organization/sites.ts";
import type { Subject } from "../organization/subject.ts";
import { showTeams, teamReads } from "../organization/teams.ts";
import { showTranslations, translationReads } from "../organization/translations.ts";
import { named } from "../resolve/arguments.ts";
import { findOrganization } from "../resolve/organization.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

const shows = {
  members: showMembers,
  teams: showTeams,
  sites: showSites,
  openapi_specs: showOpenapiSpecs,
  translations: showTranslations,
  agent_instructions: showAgentInstructions,
} satisfies Readonly<Record<string, (subject: Subject) => Promise<ToolAnswer>>>;
type About = keyof typeof shows;

export const showOrganization = defineTool({
  name: "show_organization",
  title: "Show what an organization has",
  description:
    "List an organization's members, teams, sites, OpenAPI specifications or translations, or with `name` show one in detail: a team's members, a site's structure, a specification's state and errors. Or read the instructions for agents.",
  toolset: "organization",
  uses: [
    ...memberReads,
    ...teamReads,
    ...siteReads,
    ...openapiReads,
    ...translationReads,
    ...instructionReads,
    organizations.list,
  ],
  input: {
    about: z.enum(Object.keys(shows) as About[]),
    name: z.string().max(500).optional().describe("One of them: id, title, name or URL"),
    organization: named.organization.optional(),
    cursor: named.cursor,
  },
  async run({ about, name, organization, cursor }, context): Promise<ToolAnswer> {
    if (about === "agent_instructions" && name !== undefined) {
      throw new ToolError("An organization has one text of instructions for agents: leave `name` out.");
    }
    const { id, title } = await findOrganization(organization, context);
    const subject = { organizationId: id, organizationTitle: title, name, cursor, context };
    return shows[about](subject);
  },
});

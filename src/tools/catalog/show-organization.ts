import { z } from "zod";
import type { AnyOperation } from "../../contract/operation.ts";
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

interface Part {
  readonly uses: readonly AnyOperation[];
  /** What there is of it, and what `name` shows of one; absent for a text. */
  readonly list?: string;
  readonly detail?: string;
  show(subject: Subject): Promise<ToolAnswer>;
}

const parts = {
  members: { uses: memberReads, list: "members", show: showMembers },
  teams: { uses: teamReads, list: "teams", detail: "a team's members", show: showTeams },
  sites: { uses: siteReads, list: "sites", detail: "a site's structure", show: showSites },
  openapi_specs: {
    uses: openapiReads,
    list: "OpenAPI specifications",
    detail: "a specification's state and errors",
    show: showOpenapiSpecs,
  },
  translations: { uses: translationReads, list: "translations", show: showTranslations },
  agent_instructions: { uses: instructionReads, show: showAgentInstructions },
} satisfies Readonly<Record<string, Part>>;
type About = keyof typeof parts;

const about = Object.keys(parts) as About[];

function describe(offered: readonly string[]): string {
  const own = about.filter((one) => offered.includes(one)).map((one): Part => parts[one]);
  const lists = own.flatMap(({ list }) => list ?? []);
  const details = own.flatMap(({ detail }) => detail ?? []);
  const all = [lists.slice(0, -1).join(", "), ...lists.slice(-1)].filter((text) => text !== "").join(" or ");
  return `List an organization's ${all}, or with \`name\` show one in detail: ${details.join(", ")}. Or read the instructions for agents.`;
}

export const showOrganization = defineTool({
  name: "show_organization",
  title: "Show what an organization has",
  description: describe(about),
  toolset: "organization",
  uses: [...Object.values(parts).flatMap(({ uses }): readonly AnyOperation[] => uses), organizations.list],
  parts: {
    argument: "about",
    uses: Object.fromEntries(Object.entries(parts).map(([name, { uses }]) => [name, uses])),
    describe,
  },
  input: {
    about: z.enum(about),
    name: z.string().max(500).optional().describe("One of them: id, title, name or URL"),
    organization: named.organization.optional(),
    cursor: named.cursor,
  },
  async run({ about: part, name, organization, cursor }, context): Promise<ToolAnswer> {
    if (part === "agent_instructions" && name !== undefined) {
      throw new ToolError("An organization has one text of instructions for agents: leave `name` out.");
    }
    const { id, title } = await findOrganization(organization, context);
    const subject = { organizationId: id, organizationTitle: title, name, cursor, context };
    return parts[part].show(subject);
  },
});

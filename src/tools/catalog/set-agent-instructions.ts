import { z } from "zod";
import { agentInstructions } from "../../contract/operations/agent-instructions.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { documentOf } from "../editing/document.ts";
import { markdownOf } from "../present/document.ts";
import { quoted } from "../present/name.ts";
import { instructionsLink } from "../present/resource-links.ts";
import { named } from "../resolve/arguments.ts";
import { lookUp } from "../resolve/lookup.ts";
import { findOrganization } from "../resolve/organization.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";

export const setAgentInstructions = defineTool({
  name: "set_agent_instructions",
  title: "Set the instructions for agents",
  description:
    "Replace the house rules that agents are given in an organization. Read the present ones with show_organization first.",
  toolset: "organization",
  uses: [agentInstructions.get, agentInstructions.update, organizations.list],
  input: {
    instructions: z.string().max(20_000).describe("Markdown; all of them, also those that stay"),
    organization: named.organization.optional(),
  },
  async run({ instructions, organization }, context): Promise<ToolAnswer> {
    const { client, signal } = context;
    const { id: organizationId, title } = await findOrganization(organization, context);
    const before = await lookUp(client.agentInstructions.get({ organizationId }, { signal }));
    const replaced = (await markdownOf(before?.instructions)).trim().length;
    await client.agentInstructions.update({ organizationId, instructions: await documentOf(instructions) }, { signal });
    const whose = `The instructions for agents in ${quoted(title)} (${organizationId})`;
    const state = instructions.trim() === "" ? "are empty now" : `have ${instructions.trim().length} characters now`;
    const text = `${whose} ${state}, ${replaced === 0 ? "and had none before" : `in place of ${replaced}`}.`;
    return { text, links: [instructionsLink(organizationId)] };
  },
});

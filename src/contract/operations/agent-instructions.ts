import { AgentInstructions } from "../models/agent-instructions.ts";
import { RichDocument } from "../models/document.ts";
import { OrganizationId } from "../models/id.ts";

import { get, put } from "../operation.ts";

export const agentInstructions = {
  get: get("/orgs/{organizationId}/agent-instructions", {
    id: "getOrganizationAgentInstructions",
    summary: "Read the organization's house rules for agents",
    effect: "read",
    params: { organizationId: OrganizationId },
    returns: AgentInstructions,
    errors: ["not_found"],
    source: "platform-api-2",
  }),
  update: put("/orgs/{organizationId}/agent-instructions", {
    id: "updateOrganizationAgentInstructions",
    summary: "Replace the organization's house rules for agents",
    effect: "update",
    reach: "administers",
    params: { organizationId: OrganizationId },
    body: { instructions: RichDocument.describe("The new rules as a whole") },
    returns: AgentInstructions,
    errors: ["not_found", "forbidden", "unprocessable"],
    source: "platform-api-2",
  }),
};

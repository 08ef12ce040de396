import type { Differences } from "./difference.ts";

export const organization: Differences = {
  updateOrganizationAgentInstructions: {
    added: { "body instructions is required": "The public service requires it; there is nothing else to replace." },
    missing: { "body instructions is optional": "See above." },
  },
};

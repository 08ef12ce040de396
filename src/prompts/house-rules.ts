import type { Enclosure } from "./prompt.ts";

/** The organization's instructions for agents; nothing while it is not known which organization is meant. */
export function houseRules(organization: string | undefined): Enclosure[] {
  if (organization === undefined) return [];
  return [
    { tool: "show_organization", arguments: { about: "agent_instructions", organization }, rules: true, share: 2 },
  ];
}

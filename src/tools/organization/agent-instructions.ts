import { agentInstructions } from "../../contract/operations/agent-instructions.ts";
import { cut } from "../present/budget.ts";
import { markdownOf } from "../present/document.ts";
import { fence } from "../present/fence.ts";
import type { Subject } from "./subject.ts";

export const instructionReads = [agentInstructions.get];

export async function showAgentInstructions({ organizationId, context }: Subject): Promise<string> {
  const { client, signal, answerTokens } = context;
  const found = await client.agentInstructions.get({ organizationId }, { signal });
  const text = await markdownOf(found.instructions);
  if (text.trim() === "") return "No instructions for agents are set. set_agent_instructions sets them.";
  const shown = cut(text, answerTokens - 200, "(cut to the answer budget)").text;
  const changed = `Changed ${found.updatedAt.slice(0, 10)} by user ${found.updatedBy}. set_agent_instructions replaces them as a whole.`;
  return `${fence(shown, { title: "instructions for agents" })}\n${changed}`;
}

import { toMarkdown } from "../present/document.ts";
import { presentHouseRules } from "../present/house-rules.ts";
import { organizationChoice } from "./choices.ts";
import { defineFamily, type LookContext } from "./resource.ts";

export const agentInstructions = defineFamily({
  template: {
    uriTemplate: "docs://orgs/{org}/agent-instructions",
    name: "agent_instructions",
    title: "Instructions for agents",
    description: "The house rules that agents follow when they write for an organization",
    mimeType: "text/markdown",
    annotations: { audience: ["assistant"], priority: 1 },
  },
  async read({ org }, context) {
    const [{ title }, { text, updatedAt }] = await Promise.all([
      context.client.organizations.get({ organizationId: org }, { signal: context.signal }),
      readInstructions(org, context),
    ]);
    return presentInstructions(org, title, text, updatedAt, context.answerTokens);
  },
  source: ({ org }) => ({
    key: `agent instructions ${org}`,
    async look(context) {
      const { text, updatedAt } = await readInstructions(org, context);
      return JSON.stringify([updatedAt, text]);
    },
  }),
  choices: { org: organizationChoice },
});

const headTokens = 30;

/** The contents of the resource. */
function presentInstructions(
  organization: string,
  title: string,
  text: string,
  updatedAt: string,
  tokens: number,
): string {
  if (text === "") return `Organization ${organization} has no instructions for agents.`;
  const head = `Instructions for agents in organization ${organization}, last changed ${updatedAt.slice(0, 10)}.`;
  return `${head}\n${presentHouseRules({ organization, title, text }, tokens - headTokens)}`;
}

interface Instructions {
  /** Markdown; empty if there are none. */
  readonly text: string;
  readonly updatedAt: string;
  /** Size of the resource in bytes, given the organization's title and the answer budget. */
  size(title: string, tokens: number): number;
}

export async function readInstructions(organizationId: string, { client, signal }: LookContext): Promise<Instructions> {
  const found = await client.agentInstructions.get({ organizationId }, { signal });
  const text = (await toMarkdown(found.instructions)).trim();
  // The markers are random, but always of the same length.
  const size = (title: string, tokens: number) =>
    Buffer.byteLength(presentInstructions(organizationId, title, text, found.updatedAt, tokens));
  return { text, updatedAt: found.updatedAt, size };
}

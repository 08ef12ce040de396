import type { Client } from "../../src/client/client.ts";
import type { ResourceContext } from "../../src/resources/resource.ts";

/** Reads resources with nothing around their texts except the end of a cut; tools return their arguments. */
export function contextOf(client: Client, answerTokens = 2000): ResourceContext {
  return {
    client,
    signal: new AbortController().signal,
    answerTokens,
    present: (text, { title, continuation }) => `[${title ?? ""}|${continuation}]\n${text}`,
    tools: {
      showChanges: async (...asked) => `changes ${JSON.stringify(asked)}`,
      showOpenapiSpec: async (...asked) => `specification ${JSON.stringify(asked)}`,
      showIssueCluster: async (...asked) => `cluster ${JSON.stringify(asked)}`,
    },
  };
}

import { changeRequestChoice, spaceChoice } from "./choices.ts";
import { pageLooks, readTree } from "./content-tree.ts";
import { defineFamily, type ResourceContext } from "./resource.ts";
import type { Source } from "./source.ts";
import { toolText } from "./tool-text.ts";

export const changeRequests = defineFamily({
  template: {
    uriTemplate: "docs://spaces/{space}/change-requests/{number}",
    name: "change_request",
    title: "Change request",
    description: "What a change request changes: its pages, with a diff of each text",
    mimeType: "text/markdown",
    annotations: { audience: ["user", "assistant"], priority: 0.7 },
  },
  read: ({ space, number }, context) => readChangeRequest(space, number, context),
  source: ({ space, number }) => changeRequestSource(space, number),
  choices: { space: spaceChoice, number: changeRequestChoice },
});

async function readChangeRequest(space: string, number: string, context: ResourceContext): Promise<string> {
  const { client, signal, tools, answerTokens } = context;
  const { id } = await client.changeRequests.get({ spaceId: space, changeRequestId: number }, { signal });
  const call = { tool: "show_changes", arguments: { space, change_request: number } };
  return toolText(call, answerTokens, (tokens) => tools.showChanges(space, id, tokens));
}

/** A change request, with every page of its content as a part. */
export function changeRequestSource(space: string, number: string): Source {
  const names = { spaceId: space, changeRequestId: number };
  return {
    key: `change request ${space} ${number}`,
    async look({ client, signal }) {
      const found = await client.changeRequests.get(names, { signal });
      const { revision, status, subject, outdated, description } = found;
      return JSON.stringify([revision, status, subject, outdated, description]);
    },
    parts: async (context) => pageLooks(await readTree({ space, changeRequest: number }, context)),
  };
}

import type { Client } from "../../src/client/client.ts";
import { getPrompt } from "../../src/prompts/prompts.ts";
import { promptContext } from "../../src/server/requests/prompts.ts";
import { generatedEntries } from "../../src/tools/generated-entries.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";
import { createSurface, type Selection } from "../../src/tools/surface.ts";

export interface Circumstances {
  readonly answerTokens?: number;
  readonly selection?: Selection;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number | undefined) => void;
}

/** The texts of a prompt as the server writes it with a client. */
export async function ask(
  client: Client,
  name: string,
  given: Readonly<Record<string, string>> = {},
  {
    answerTokens = 6000,
    selection = {},
    signal = new AbortController().signal,
    progress = () => undefined,
  }: Circumstances = {},
): Promise<string[]> {
  const logged: string[] = [];
  const environment = {
    registry: generatedRegistry,
    surface: createSurface(generatedEntries, selection),
    client: async () => client,
    answerTokens,
    log: (_level: string, message: string) => logged.push(message),
  };
  const context = await promptContext(environment, signal, progress);
  const { messages } = await getPrompt(name, given, context);
  if (logged.length > 0) throw new Error(logged.join("\n"));
  return messages.map(({ role, content }) => {
    if (role !== "user" || content.type !== "text") throw new Error(`a ${role} message of ${content.type}`);
    return content.text;
  });
}

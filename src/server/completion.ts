import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { Client } from "./request-scope.ts";

/** Answers what a person may mean by the beginning of an argument of a prompt, or of a variable of a resource template. */
export function answerCompletion(server: Server, clientFor: (context: ServerContext) => () => Promise<Client>): void {
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { ref, argument } = params;
    const others = params.context?.arguments ?? {};
    const asked = { client: await clientFor(context)(), signal: context.mcpReq.signal };
    if (ref.type === "ref/prompt") {
      const { completePromptArgument } = await import("../prompts/prompts.ts");
      return { completion: { ...(await completePromptArgument(ref.name, argument, others, asked)) } };
    }
    const { completeVariable } = await import("../resources/resources.ts");
    return { completion: { ...(await completeVariable(ref.uri, argument, others, asked)) } };
  });
}

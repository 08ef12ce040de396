import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { ToolContext } from "../../desk/context.ts";
import type { Client } from "../request-scope.ts";
import type { Answering } from "./answering.ts";

/** Answers what a person may mean by the beginning of an argument of a prompt, or of a variable of a resource template. */
export function answerCompletion(
  server: Server,
  answering: Answering,
  clientFor: (context: ServerContext) => () => Promise<Client>,
): void {
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { ref, argument } = params;
    const others = params.context?.arguments ?? {};
    const asking = async <Answer>(ask: (asked: Pick<ToolContext, "client" | "signal">) => Promise<Answer>) => {
      const { tellMisfits } = await import("../../tools/misfit-answers.ts");
      return tellMisfits({ client: await clientFor(context)(), signal: context.mcpReq.signal }, ask);
    };
    const method = "completion/complete";
    if (ref.type === "ref/prompt") {
      const { completePromptArgument, isPrompt } = await import("../../prompts/prompts.ts");
      return answering({ method, name: isPrompt(ref.name) ? ref.name : "unknown" }, context, async () => ({
        completion: { ...(await asking((asked) => completePromptArgument(ref.name, argument, others, asked))) },
      }));
    }
    const { completeVariable, familyNameOfTemplate } = await import("../../resources/resources.ts");
    return answering({ method, name: familyNameOfTemplate(ref.uri) ?? "unknown" }, context, async () => ({
      completion: { ...(await asking((asked) => completeVariable(ref.uri, argument, others, asked))) },
    }));
  });
}

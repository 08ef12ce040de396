import { ProtocolError, ProtocolErrorCode, type ServerContext } from "@modelcontextprotocol/server";
import type { ResourceContext, ToolTexts } from "../resources/resource.ts";
import type { Client } from "./request-scope.ts";

/** What the fence and the line above it cost. */
const tokensAroundText = 150;

/** What reading resources needs, for one request. */
export async function resourceContext(
  { mcpReq }: Pick<ServerContext, "mcpReq">,
  client: () => Promise<Client>,
  answerTokens: number,
): Promise<ResourceContext> {
  const [{ fence }, { cut }] = await Promise.all([
    import("../tools/present/fence.ts"),
    import("../tools/present/budget.ts"),
  ]);
  const asked = { client: await client(), signal: mcpReq.signal };
  return {
    ...asked,
    answerTokens,
    present: (text, { title, continuation }) =>
      fence(cut(text, answerTokens - tokensAroundText, continuation).text, { title }),
    tools: toolTexts(asked),
  };
}

/** The beginning of an answer about everything. */
const whole = { page: undefined, revisions: undefined, cursor: undefined };

function toolTexts(asked: Pick<ResourceContext, "client" | "signal">): ToolTexts {
  const within = (answerTokens: number) => ({ ...asked, answerTokens, progress() {} });
  return {
    async showChanges(space, change_request, tokens) {
      const { showChanges } = await import("../tools/catalog/show-changes.ts");
      return textOf(showChanges.run({ space, change_request, status: "open", ...whole }, within(tokens)));
    },
    async showOpenapiSpec(organization, name, tokens) {
      const { showOrganization } = await import("../tools/catalog/show-organization.ts");
      return textOf(showOrganization.run({ about: "openapi_specs", name, organization, ...whole }, within(tokens)));
    },
    async showIssueCluster(organization, cluster, tokens) {
      const { listIssueClusters } = await import("../tools/catalog/list-issue-clusters.ts");
      const input = {
        organization,
        cluster,
        order_by: "updatedAt",
        include_muted: true,
        conversation: undefined,
        days: undefined,
        ...whole,
      } as const;
      return textOf(listIssueClusters.run(input, within(tokens)));
    },
  };
}

async function textOf(answer: Promise<{ readonly text: string }>): Promise<string> {
  const { ToolError } = await import("../tools/tool-error.ts");
  const { text } = await answer.catch((error: unknown) => {
    throw error instanceof ToolError ? new ProtocolError(ProtocolErrorCode.InternalError, error.message) : error;
  });
  return text;
}

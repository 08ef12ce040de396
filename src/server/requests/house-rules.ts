import type { McpRequestContext } from "@modelcontextprotocol/server";
import type { Client } from "../request-scope.ts";

/** Milliseconds that opening a connection may wait for the rules. */
const maxWaitMs = 1500;

const maxTokens = 1500;

const maxOrganizations = 5;

/**
 * Whether the answer will contain instructions and its caller's client is available. Over stdio it is not: a host waits
 * for the first answer, which is sent before anything is opened.
 */
export function canReadRules({ era, requestInfo }: McpRequestContext): boolean {
  return requestInfo !== undefined && (era === "legacy" || requestInfo.headers.get("mcp-method") === "server/discover");
}

/** The instructions for agents of the caller's organizations, fenced; empty if there are none, undefined if unread. */
export async function readHouseRules(client: () => Promise<Client>): Promise<string | undefined> {
  const signal = AbortSignal.timeout(maxWaitMs);
  try {
    const [{ readInstructions }, { presentHouseRules }, { mayView }] = await Promise.all([
      import("../../resources/agent-instructions.ts"),
      import("../../present/house-rules.ts"),
      import("../../resources/organizations.ts"),
    ]);
    const context = { client: await client(), signal };
    const { items } = await context.client.organizations.list({ limit: maxOrganizations }, { signal });
    const found = await Promise.all(
      items.filter(mayView).map(async ({ id, title = "" }) => {
        const { text } = await readInstructions(id, context).catch(() => ({ text: undefined }));
        return { organization: id, title, text };
      }),
    );
    const rules = found.flatMap(({ text, ...rest }) => (text === undefined || text === "" ? [] : [{ ...rest, text }]));
    if (rules.length === 0 && found.some(({ text }) => text === undefined)) return undefined;
    return rules.map((one) => presentHouseRules(one, Math.floor(maxTokens / rules.length))).join("\n");
  } catch {
    return undefined;
  }
}

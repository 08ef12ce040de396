import { isScope } from "../contract/reach.ts";
import { parts } from "../platform/index.ts";
import { TokenRefusal, type TokenVerifier } from "../server/access/authorize.ts";
import { ownScopes, refuseBeyond } from "../server/access/scopes.ts";
import type { ToolRegistry } from "../tools/tool.ts";
import { actingClient, type EmbeddedPlatform } from "./connection.ts";

interface AgentTokenOptions {
  /** Where clients reach `/mcp`; undefined where that is any address of this machine. */
  readonly resource: string | undefined;
  readonly resourceMetadata: string;
  readonly registry: ToolRegistry;
}

/** How exactly it is noted when an agent called, in milliseconds. */
const noted = 60_000;

/** Knows the access tokens of the server's own authorization server: whoever has one acts as the person who agreed. */
export function agentTokens(
  { platform }: Pick<EmbeddedPlatform, "platform">,
  options: AgentTokenOptions,
): TokenVerifier {
  const { database, now } = platform;

  const find = (token: string) =>
    database.read(async (queries) => {
      const [{ findOauthRecord }, { findAgent }, { mayCall }] = await Promise.all([
        parts.oauthRecords(),
        parts.agents(),
        parts.signIn(),
      ]);
      const record = await findOauthRecord(queries, "AccessToken", token, now());
      const agent = record?.agent == null ? undefined : await findAgent(queries, record.agent);
      if (record === undefined || agent === undefined || !(await mayCall(queries, agent.user))) return undefined;
      return { agent, payload: JSON.parse(record.payload) as { readonly aud?: unknown }, expiresAt: record.expires_at };
    });

  return async (token) => {
    // All tokens of the library are of this form, and none of ours is.
    if (!/^[\w-]{43}$/.test(token)) return undefined;
    const found = await find(token);
    if (found === undefined) return undefined;
    const { agent, payload, expiresAt } = found;
    if (!isFor(payload.aud, options.resource)) return new TokenRefusal("The token is for another audience.");
    const scope = isScope(agent.scope) ? agent.scope : "read";
    const beyond = refuseBeyond(scope, { offered: ownScopes, ...options });
    let lastTool = agent.last_tool;
    let lastUsedAt = agent.last_used_at;
    const note = async (message: unknown) => {
      const tool = toolOf(message) ?? lastTool ?? undefined;
      const time = now();
      const isDue = lastUsedAt === null || Date.parse(time) - Date.parse(lastUsedAt) >= noted;
      if (!isDue && tool === (lastTool ?? undefined)) return;
      lastTool = tool ?? null;
      lastUsedAt = time;
      const { noteAgentUse } = await parts.agents();
      await database.write((queries) => noteAgentUse(queries, agent.id, tool, time));
    };
    return {
      client: actingClient(platform, { user: agent.user, scope }, agent.name),
      principal: `agent ${agent.id}`,
      lasts: {
        ...(expiresAt !== null && { until: Date.parse(expiresAt) }),
        still: async () => (await find(token)) !== undefined,
      },
      async refuse(message) {
        await note(message);
        return beyond(message);
      },
    };
  };
}

function isFor(audience: unknown, resource: string | undefined): boolean {
  if (resource !== undefined) return audience === resource;
  return typeof audience === "string" && /^http:\/\/(localhost|127(\.\d{1,3}){3}|\[::1\]):\d+\/mcp$/.test(audience);
}

const longestTool = 100;

function toolOf(message: unknown): string | undefined {
  const last: unknown = Array.isArray(message) ? message.at(-1) : message;
  if (typeof last !== "object" || last === null || !("method" in last) || last.method !== "tools/call")
    return undefined;
  const { params } = last as { readonly params?: { readonly name?: unknown } };
  return typeof params?.name === "string" ? params.name.slice(0, longestTool) : undefined;
}

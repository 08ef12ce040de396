import type { Context } from "../kernel/context.ts";
import { createId } from "../kernel/database/ids.ts";
import { insertAct, insertDeparture } from "./acts-rows.ts";

/** The program, agent and tool behind a call. Never taken from the content of a request. */
export interface Through {
  readonly program: "browser" | "mcp" | "api";
  /** What the agent calls itself, if known. */
  readonly agent?: string | undefined;
  readonly tool?: string | undefined;
}

declare module "../kernel/context.ts" {
  interface Context {
    /** Undefined for requests to the API, and in jobs. */
    readonly through?: Through | undefined;
  }
}

/** Whether a call was made by an agent: through a tool, or with the credentials of a connected agent. */
export const isByAgent = ({ through }: Context): boolean => through?.program === "mcp" || through?.agent !== undefined;

interface Called {
  readonly operation: string;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** The result of the operation. */
  readonly result: unknown;
}

/** Records who did what, through what, in the transaction of the change. */
export async function recordAct(context: Context, { operation, params, result }: Called): Promise<void> {
  const { organizationId, spaceId: space, changeRequestId } = params;
  const organization = organizationId ?? createdId(result, "organization") ?? ownerOfCollection(result);
  const changeRequest = (space === undefined ? undefined : changeRequestId) ?? createdId(result, "change-request");
  await insertAct(context.queries, newAct(context, operation), { organization, space, changeRequest });
}

/** Records in an organization that something left it; `recordAct` records in the one that it went to. */
export async function recordDeparture(
  context: Context,
  operation: string,
  left: { readonly organization: string; readonly space: string | null },
): Promise<void> {
  await insertDeparture(context.queries, newAct(context, operation), left);
}

const newAct = ({ now, user, through }: Context, operation: string) => ({
  id: createId(),
  at: now,
  user: user.id,
  program: through?.program ?? "api",
  agent: through?.agent ?? null,
  tool: through?.tool ?? null,
  operation,
});

/** The id of something new is only in the result. */
function createdId(result: unknown, kind: "change-request" | "organization"): string | undefined {
  if (typeof result !== "object" || result === null) return undefined;
  const { object, id } = result as { readonly object?: unknown; readonly id?: unknown };
  return object === kind && typeof id === "string" ? id : undefined;
}

/** Paths of collections do not name their organization. */
function ownerOfCollection(result: unknown): string | undefined {
  if (typeof result !== "object" || result === null) return undefined;
  const { object, organization } = result as { readonly object?: unknown; readonly organization?: unknown };
  return object === "collection" && typeof organization === "string" ? organization : undefined;
}

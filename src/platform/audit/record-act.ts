import type { Context } from "../kernel/context.ts";
import { createId } from "../kernel/database/ids.ts";
import { insertAct } from "./acts-rows.ts";

/** The program, agent and tool behind a call. Never taken from the content of a request. */
export interface Through {
  readonly program: "browser" | "mcp" | "api";
  /** What the agent calls itself, if known. */
  readonly agent?: string | undefined;
  readonly tool?: string | undefined;
}

interface Called {
  readonly operation: string;
  /** Path parameters. */
  readonly params: Readonly<Record<string, string>>;
  /** The result of the operation. */
  readonly answer: unknown;
  readonly through: Through | undefined;
}

/** Records who did what, through what, in the transaction of the change. */
export async function recordAct(context: Context, { operation, params, answer, through }: Called): Promise<void> {
  const { queries, now, user } = context;
  const act = {
    id: createId(),
    at: now,
    user: user.id,
    program: through?.program ?? "api",
    agent: through?.agent ?? null,
    tool: through?.tool ?? null,
    operation,
  };
  const { organizationId: organization, spaceId: space, changeRequestId } = params;
  const changeRequest = space === undefined ? undefined : changeRequestId;
  await insertAct(queries, act, { organization, space, changeRequest: changeRequest ?? madeChangeRequest(answer) });
}

/** A new change request's id is only in the result. */
function madeChangeRequest(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { object, id } = answer as { readonly object?: unknown; readonly id?: unknown };
  return object === "change-request" && typeof id === "string" ? id : undefined;
}

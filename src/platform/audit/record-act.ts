import { findChangeRequest } from "../access/change-requests-rows.ts";
import { findSpace } from "../access/spaces-rows.ts";
import type { Context } from "../kernel/context.ts";
import { createId } from "../kernel/database/ids.ts";
import { insertAct } from "./acts-rows.ts";

/** What a call came through. Nothing that a request holds can say it. */
export interface Through {
  readonly program: "browser" | "mcp" | "api";
  /** What the agent calls itself, where one is known. */
  readonly agent?: string | undefined;
  readonly tool?: string | undefined;
}

interface Called {
  readonly operation: string;
  /** Of the path. */
  readonly params: Readonly<Record<string, string>>;
  /** What the operation answered. */
  readonly answer: unknown;
  readonly through: Through | undefined;
}

/** Keeps who did what through what, with the change itself. */
export async function recordAct(context: Context, { operation, params, answer, through }: Called): Promise<void> {
  const { queries, now, user } = context;
  const space = params.spaceId === undefined ? undefined : await findSpace(queries, params.spaceId);
  const changeRequest =
    space === undefined || params.changeRequestId === undefined
      ? madeChangeRequest(answer)
      : (await findChangeRequest(queries, space.id, params.changeRequestId))?.id;
  await insertAct(queries, {
    id: createId(),
    at: now,
    user: user.id,
    program: through?.program ?? "api",
    agent: through?.agent ?? null,
    tool: through?.tool ?? null,
    operation,
    organization: space?.organization ?? params.organizationId ?? null,
    space: space?.id ?? null,
    change_request: changeRequest ?? null,
  });
}

/** A change request that was made has its id in the answer alone. */
function madeChangeRequest(answer: unknown): string | undefined {
  if (typeof answer !== "object" || answer === null) return undefined;
  const { object, id } = answer as { readonly object?: unknown; readonly id?: unknown };
  return object === "change-request" && typeof id === "string" ? id : undefined;
}

import { effects } from "../../contract/operation.ts";
import type { Acting } from "../access/authenticate.ts";
import type { Context } from "../kernel/context.ts";
import type { AnyHandler, AnyInput, Desk } from "../kernel/handler.ts";
import { type AnswererParts, readOperationCall, respond } from "./operation-call.ts";
import type { Route } from "./router.ts";

/**
 * Answers what the call of an operation would be answered, and undoes the transaction. A handler that asks other
 * people's hosts before its transaction is not run: only the input and the right to call are checked then.
 */
export async function tryOperation(
  request: Request,
  route: Route,
  parts: AnswererParts,
  acting?: Acting,
): Promise<Response> {
  const { operation, handler, parse, desk } = await readOperationCall(request, route, parts, acting);
  if (asksOthers(handler, parse)) {
    const input = parse();
    await desk.read(async (context) => ("allow" in handler ? handler.allow(input, context) : undefined));
    return new Response(null, { status: 204 });
  }
  const run = typeof handler === "function" ? handler : handler.run;
  const answer = async (context: Context) => respond(operation, await run.call(handler, parse(), context));
  if (effects[operation.effect].readOnly) return desk.read(answer);
  const response = await undone(desk, answer);
  if ("foresee" in handler) await handler.foresee(parse(), desk, parts);
  return response;
}

type Asking = Extract<AnyHandler, { prepare: unknown } | { urls: unknown }>;

function asksOthers(handler: AnyHandler, parse: () => AnyInput): handler is Asking {
  if (typeof handler === "function") return false;
  return "prepare" in handler || ("urls" in handler && handler.urls(parse()).length > 0);
}

/** Carries the answer out of a transaction that is to fail. */
class Undone extends Error {
  readonly response: Response;

  constructor(response: Response) {
    super("the transaction was tried");
    this.response = response;
  }
}

async function undone(desk: Desk, answer: (context: Context) => Promise<Response>): Promise<Response> {
  try {
    return await desk.write(async (context) => {
      throw new Undone(await answer(context));
    });
  } catch (error) {
    if (error instanceof Undone) return error.response;
    throw error;
  }
}

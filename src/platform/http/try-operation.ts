import { effects } from "../../contract/operation.ts";
import type { Acting } from "../access/authenticate.ts";
import type { Context } from "../kernel/context.ts";
import { type AnyHandler, type AnyInput, type Desk, Standing } from "../kernel/handler.ts";
import type { AskedCall } from "./asked-call.ts";
import { type AnswererParts, readOperationCall } from "./operation-call.ts";
import type { AnswerForm } from "./rendered-answer.ts";
import type { Route } from "./router.ts";

/**
 * Returns the response that a call would get, and rolls the transaction back. If a handler makes requests to other
 * hosts before its transaction, it is not run: only the input and the caller's permission are checked.
 */
export async function tryOperation<Answer>(
  asked: AskedCall,
  route: Route,
  form: AnswerForm<Answer>,
  parts: AnswererParts,
  acting?: Acting,
): Promise<Answer | undefined> {
  const { operation, handler, parse, desk } = await readOperationCall(asked, route, parts, acting);
  if (asksOthers(handler, parse)) {
    const input = parse();
    await desk.read(async (context) => ("allow" in handler ? handler.allow(input, context) : undefined));
    return undefined;
  }
  const run = typeof handler === "function" ? handler : handler.run;
  const answer = async (context: Context) => {
    const returned = await run.call(handler, parse(), context);
    return form.once(operation, returned instanceof Standing ? await returned.make() : returned);
  };
  if (effects[operation.effect].readOnly) return desk.read(answer);
  const tried = await undone(desk, answer);
  if ("foresee" in handler) await handler.foresee(parse(), desk, parts);
  return tried;
}

type Asking = Extract<AnyHandler, { prepare: unknown } | { urls: unknown }>;

function asksOthers(handler: AnyHandler, parse: () => AnyInput): handler is Asking {
  if (typeof handler === "function") return false;
  return "prepare" in handler || ("urls" in handler && handler.urls(parse()).length > 0);
}

/** Carries the response out of the transaction by making it fail. */
class Undone<Answer> extends Error {
  readonly answer: Answer;

  constructor(answer: Answer) {
    super("the transaction was tried");
    this.answer = answer;
  }
}

async function undone<Answer>(desk: Desk, answer: (context: Context) => Promise<Answer>): Promise<Answer> {
  try {
    return await desk.write(async (context) => {
      throw new Undone(await answer(context));
    });
  } catch (error) {
    if (error instanceof Undone) return error.answer as Answer;
    throw error;
  }
}

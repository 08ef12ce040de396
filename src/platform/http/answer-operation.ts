import { effects } from "../../contract/operation.ts";
import type { Acting } from "../access/authenticate.ts";
import { recordAct, type Through } from "../audit/index.ts";
import type { Context } from "../kernel/context.ts";
import { type AnyHandler, type AnyInput, type Desk, Standing } from "../kernel/handler.ts";
import type { JobRunner } from "../kernel/jobs/runner.ts";
import type { QueuedJob } from "../kernel/new-context.ts";
import { fetchAll, type Outbound } from "../kernel/outbound/outbound.ts";
import type { AskedCall } from "./asked-call.ts";
import { type AnswererParts, readOperationCall } from "./operation-call.ts";
import { type AnswerForm, Unfinished } from "./rendered-answer.ts";
import type { Route } from "./router.ts";

/** Answers the call of an operation in one transaction, after what its handler has to do before it. */
export async function answerOperation<Answer>(
  asked: AskedCall,
  route: Route,
  form: AnswerForm<Answer>,
  parts: AnswererParts,
  acting?: Acting,
  through?: Through,
): Promise<Answer> {
  const { outbound, runner } = parts;
  const { operation, handler, name, parse, desk, queued } = await readOperationCall(asked, route, parts, acting);
  const work = await prepare(handler, parse, desk, outbound);
  const { readOnly } = effects[operation.effect];
  const transaction = readOnly ? desk.read : desk.write;
  const answer = await transaction(async (context) => {
    const returned = await work(context);
    if (!readOnly)
      await recordAct(context, { operation: operation.id, params: route.params, answer: returned, through });
    return returned instanceof Standing
      ? form.standing(operation, returned, [name(), ...returned.on].join("\n"), asked)
      : form.once(operation, returned);
  });
  begin(runner, queued());
  return answer instanceof Unfinished ? answer.finish() : answer;
}

/** Does what a handler does before its transaction, and answers what it does in it. */
async function prepare(
  handler: AnyHandler,
  parse: () => AnyInput,
  desk: Desk,
  outbound: Outbound,
): Promise<(context: Context) => Promise<unknown>> {
  if (typeof handler === "function") return (context) => handler(parse(), context);
  if ("foresee" in handler) return (context) => handler.run(parse(), context);
  const input = parse();
  if ("prepare" in handler) return handler.prepare(input, desk);
  const urls = handler.urls(input);
  if (urls.length === 0) return (context) => handler.run(input, context);
  await desk.read((context) => handler.allow(input, context));
  const fetched = await fetchAll(outbound, urls);
  return (context) => handler.run(input, { ...context, fetched });
}

/** What a transaction queued begins when the transaction is through. */
function begin(runner: JobRunner, queued: readonly QueuedJob[]): void {
  for (const { id, secret } of queued) if (secret !== undefined) runner.keepSecret(id, secret);
  if (queued.length > 0) runner.wake();
  else runner.watch();
}

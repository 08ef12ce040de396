import { effects } from "../../contract/operation.ts";
import { frozenCopy } from "../../contract/plain-value.ts";
import { recordAct, type Through } from "../access/audit/index.ts";
import type { Acting } from "../access/authenticate.ts";
import type { Context } from "../kernel/context.ts";
import { type AnyHandler, type AnyInput, type Desk, Standing, Stored } from "../kernel/handler.ts";
import type { JobRunner } from "../kernel/jobs/runner.ts";
import type { QueuedJob } from "../kernel/new-context.ts";
import { fetchAll, type Outbound } from "../kernel/outbound/outbound.ts";
import { findRepeated, namedRequest, storeRepeatable } from "../kernel/repeated-requests-rows.ts";
import type { AskedCall } from "./asked-call.ts";
import { type AnswererParts, readOperationCall } from "./operation-call.ts";
import { type AnswerForm, Unfinished } from "./rendered-answer.ts";
import type { ReusePlace } from "./reused-answers.ts";
import type { Route } from "./router.ts";

/** Answers a call of an operation in one transaction, after the work its handler does before it. */
export async function answerOperation<Answer>(
  asked: AskedCall,
  route: Route,
  form: AnswerForm<Answer>,
  parts: AnswererParts,
  acting?: Acting,
  through?: Through,
): Promise<Answer> {
  const place = parts.reused.placeOf(asked, route, acting);
  if (place === undefined) return answerAnew(asked, route, form, parts, place, acting, through);
  let reusable = place.find();
  const underWay = reusable === undefined ? place.underWay() : undefined;
  if (underWay !== undefined) {
    await underWay;
    reusable = place.find();
  }
  const again = reusable && form.again(reusable, asked);
  if (again === undefined) {
    return place.make(() => answerAnew(asked, route, form, parts, place, acting, through));
  }
  parts.runner.watch();
  return again instanceof Unfinished ? again.finish() : again;
}

/** The response to a read that was answered before, if it is still valid and needs no work. */
export function readyAnswer<Answer>(
  asked: AskedCall,
  route: Route,
  form: AnswerForm<Answer>,
  { reused, runner }: AnswererParts,
  acting?: Acting,
): Answer | undefined {
  const reusable = reused.placeOf(asked, route, acting)?.find();
  const again = reusable && form.again(reusable, asked);
  if (again === undefined || again instanceof Unfinished) return undefined;
  runner.watch();
  return again;
}

async function answerAnew<Answer>(
  asked: AskedCall,
  route: Route,
  form: AnswerForm<Answer>,
  parts: AnswererParts,
  place: ReusePlace | undefined,
  acting: Acting | undefined,
  through: Through | undefined,
): Promise<Answer> {
  const { outbound, runner } = parts;
  const { operation, handler, name, request, parse, desk, queued } = await readOperationCall(
    asked,
    route,
    parts,
    acting,
    through,
  );
  const { readOnly } = effects[operation.effect];
  const named = readOnly || asked.requestName === undefined ? undefined : namedRequest(asked.requestName, request());
  if (named !== undefined) {
    const repeated = await desk.read(async (context) => findRepeated(context, named));
    if (repeated !== undefined) return form.once(operation, repeated.returned);
  }
  const work = await prepare(handler, parse, desk, outbound);
  const transaction = readOnly ? desk.read : desk.write;
  const answer = await transaction(async (context) => {
    // The first request may have been in progress until now.
    const repeated = named && (await findRepeated(context, named));
    if (repeated !== undefined) return form.once(operation, repeated.returned);
    const returned = await work(context);
    if (named !== undefined) await storeRepeatable(context, named, returned);
    if (!readOnly) await recordAct(context, { operation: operation.id, params: route.params, result: returned });
    if (returned instanceof Standing) {
      const key = [name(), ...returned.on].join("\n");
      if (readOnly) place?.keep({ operation, answer: { key } });
      return form.standing(operation, returned, key, asked);
    }
    if (returned instanceof Stored && readOnly && place !== undefined) {
      const kept = { operation, answer: { result: frozenCopy(returned.result) } };
      place.keep(kept);
      return form.again(kept, asked) ?? form.once(operation, returned);
    }
    return form.once(operation, returned);
  });
  begin(runner, queued());
  return answer instanceof Unfinished ? answer.finish() : answer;
}

/** Does the handler's work before the transaction, and returns what to do in it. */
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

/** Starts the jobs queued by a transaction after it is committed. */
function begin(runner: JobRunner, queued: readonly QueuedJob[]): void {
  for (const { id, secret } of queued) if (secret !== undefined) runner.keepSecret(id, secret);
  if (queued.length > 0) runner.wake();
  else runner.watch();
}

import type { AnyOperation } from "../../contract/operation.ts";
import { plainCopy } from "../../contract/plain-value.ts";
import type { ValueAnswer } from "../../contract/value-call.ts";
import { Made, Written } from "../kernel/handler.ts";
import { Problem } from "../kernel/problem.ts";

/** UTF-16 units of JSON. The tree of a space of 90,000 pages has as many. */
const mostCharacters = 64_000_000;

/** Makes the answer to a call of an operation from what its handler returned, within the transaction. */
export type AnswerForm<Answer> = (operation: AnyOperation, returned: unknown) => Answer;

export const respond: AnswerForm<Response> = (operation, answer) => {
  if (answer instanceof Written) return streamJson(answer);
  const [success, result] = outcome(operation, answer);
  const status = statusOf(success, result);
  if (typeof success !== "number" || success === 204) return new Response(null, { status });
  const location = success === 201 ? locationOf(answer, result) : undefined;
  const headers = { "Content-Type": "application/json", ...(location === undefined ? {} : { Location: location }) };
  return new Response(printed(operation, result), { status, headers });
};

/** Nothing of the result is anybody else's: what a handler returns may be kept by it. */
export const answerWithValue: AnswerForm<ValueAnswer | Written> = (operation, answer) => {
  if (answer instanceof Written) return answer;
  const [success, result] = outcome(operation, answer);
  const status = statusOf(success, result);
  if (typeof success !== "number" || success === 204) return { status, result: undefined };
  if (isLonger(result, mostCharacters)) throw tooLong(operation);
  return { status, result: plainCopy(result) };
};

/** What would be streamed, read to its end. */
export async function readWritten({ pieces }: Written): Promise<ValueAnswer> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return { status: 200, result: JSON.parse(Buffer.concat(parts).toString()) };
}

type Success = AnyOperation["success"];

const outcome = (operation: AnyOperation, answer: unknown): [Success, unknown] =>
  answer instanceof Made ? [201, answer.result] : [operation.success, answer];

function statusOf(success: Success, result: unknown): number {
  if (success !== "removed") return success;
  return (result as { deleted: boolean }).deleted ? 205 : 204;
}

function locationOf(answer: unknown, result: unknown): string | undefined {
  const said = answer instanceof Made ? answer.location : undefined;
  return said ?? (result as { urls?: { location?: string } }).urls?.location;
}

/** The JSON of an answer. It is measured before it is printed: printing what is not sent could take all there is. */
function printed(operation: AnyOperation, result: unknown): string {
  const json = isLonger(result, mostCharacters) ? undefined : JSON.stringify(result);
  if (json !== undefined && json.length <= mostCharacters) return json;
  throw tooLong(operation);
}

function tooLong(operation: AnyOperation): Problem {
  const ways = [
    ...("format" in operation.query ? ["`format=markdown`"] : []),
    ...("limit" in operation.query ? ["a smaller `limit`"] : []),
  ];
  return new Problem(
    "answer_too_large",
    `The answer would have more than ${mostCharacters} characters. ${ways.length > 0 ? `Ask with ${ways.join(" and ")}` : "Ask for a part of it"}.`,
  );
}

/** Whether a value has more characters as JSON, those that are escaped counted once. Looks at no more than as many. */
function isLonger(value: unknown, most: number): boolean {
  const open: unknown[] = [value];
  let room = most;
  while (open.length > 0 && room >= 0) {
    const part = open.pop();
    if (typeof part === "string") room -= part.length + 3;
    else if (typeof part !== "object" || part === null) room -= 2;
    else if (Array.isArray(part)) {
      room -= part.length + 2;
      if (room >= 0) for (const item of part) open.push(item);
    } else {
      room -= 2;
      for (const [name, member] of Object.entries(part)) {
        room -= name.length + 3;
        open.push(member);
      }
    }
  }
  return room < 0;
}

function streamJson({ pieces }: Written): Response {
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

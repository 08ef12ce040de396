import type { AnyOperation } from "../../contract/operation.ts";
import { Made, Written } from "../handlers/handler.ts";
import { Problem } from "../problem.ts";

/** UTF-16 units of JSON. The tree of a space of 90,000 pages has as many. */
const mostCharacters = 64_000_000;

/** The response to a call of an operation, of what its handler answered. */
export function respond(operation: AnyOperation, answer: unknown): Response {
  if (answer instanceof Written) return streamJson(answer);
  const [success, result] = answer instanceof Made ? [201 as const, answer.result] : [operation.success, answer];
  if (success === "removed") {
    return new Response(null, { status: (result as { deleted: boolean }).deleted ? 205 : 204 });
  }
  if (success === 204) return new Response(null, { status: 204 });
  const location = success === 201 ? (result as { urls?: { location?: string } }).urls?.location : undefined;
  const headers = { "Content-Type": "application/json", ...(location === undefined ? {} : { Location: location }) };
  return new Response(printed(operation, result), { status: success, headers });
}

/** The JSON of an answer. It is measured before it is printed: printing what is not sent could take all there is. */
function printed(operation: AnyOperation, result: unknown): string {
  const json = isLonger(result, mostCharacters) ? undefined : JSON.stringify(result);
  if (json !== undefined && json.length <= mostCharacters) return json;
  const ways = [
    ...("format" in operation.query ? ["`format=markdown`"] : []),
    ...("limit" in operation.query ? ["a smaller `limit`"] : []),
  ];
  throw new Problem(
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

import type { AnyOperation } from "../../contract/operation.ts";
import { Made, Written } from "../handlers/handler.ts";

/** The response to a call of an operation, of what its handler answered. */
export function respond(operation: AnyOperation, answer: unknown): Response {
  if (answer instanceof Written) return streamJson(answer);
  const [success, result] = answer instanceof Made ? [201 as const, answer.result] : [operation.success, answer];
  if (success === "removed") {
    return new Response(null, { status: (result as { deleted: boolean }).deleted ? 205 : 204 });
  }
  if (success === 204) return new Response(null, { status: 204 });
  const location = success === 201 ? (result as { urls?: { location?: string } }).urls?.location : undefined;
  return Response.json(result, { status: success, headers: location === undefined ? {} : { Location: location } });
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

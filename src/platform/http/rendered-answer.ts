import { createHash } from "node:crypto";
import metadata from "../../../package.json" with { type: "json" };
import type { AnyOperation } from "../../contract/operation.ts";
import { frozenCopy, plainCopy } from "../../contract/plain-value.ts";
import type { ValueAnswer } from "../../contract/value-call.ts";
import { Made, type Standing, Written } from "../kernel/handler.ts";
import { bytesOf, encodingFor, type PackedBytes, sizeOf } from "../kernel/packed-bytes.ts";
import { Problem } from "../kernel/problem.ts";
import { bytesOfValue, remembered } from "../kernel/remembered.ts";
import type { AskedCall } from "./asked-call.ts";

/** UTF-16 units of JSON. The tree of a space of 90,000 pages has as many. */
const mostCharacters = 64_000_000;

/** Makes the answer to a call of an operation from what its handler returned, within the transaction. */
export interface AnswerForm<Answer> {
  once(operation: AnyOperation, returned: unknown): Answer;
  /** The same of what is remembered under a key, which everything is in that it depends on. */
  standing(
    operation: AnyOperation,
    standing: Standing<unknown>,
    key: string,
    asked: AskedCall,
  ): Promise<Answer | Unfinished<Answer>>;
}

/** An answer that needs nothing more of the database, but work that its transaction should not wait for. */
export class Unfinished<Answer> {
  readonly finish: () => Promise<Answer>;

  constructor(finish: () => Promise<Answer>) {
    this.finish = finish;
  }
}

export function respond(operation: AnyOperation, answer: unknown): Response {
  if (answer instanceof Written) return streamJson(answer);
  const [success, result] = outcome(operation, answer);
  const status = statusOf(success, result);
  if (typeof success !== "number" || success === 204) return new Response(null, { status });
  const location = success === 201 ? locationOf(answer, result) : undefined;
  const headers = { "Content-Type": "application/json", ...(location === undefined ? {} : { Location: location }) };
  return new Response(printed(operation, result), { status, headers });
}

/** What a caller of one kind was answered is seen by that caller alone, and is asked for again before it is used. */
const cacheControl = "private, no-cache";

/** Bytes from which compressing an answer is worth its work. */
const longAnswer = 8192;

async function respondStanding(
  operation: AnyOperation,
  standing: Standing<unknown>,
  key: string,
  { ifNoneMatch, acceptEncoding }: AskedCall,
): Promise<Response | Unfinished<Response>> {
  const kept = `bytes ${key}`;
  const known = remembered.get(kept) as StandingBytes | undefined;
  const etag = known?.etag ?? tagOf(key);
  const common = { "Cache-Control": cacheControl, Vary: "Accept-Encoding" };
  const named = ifNoneMatch === undefined ? undefined : formNamed(ifNoneMatch, etag);
  if (named !== undefined) return new Response(null, { status: 304, headers: { ...common, ETag: named } });
  const found = known ?? {
    identity: new Uint8Array(Buffer.from(printed(operation, await standing.make()))),
    etag,
    compressed: new Map(),
  };
  if (known === undefined) remembered.set(kept, found, sizeOf(found) + etag.length);
  const headers = { "Content-Type": "application/json", ...common };
  const encoding = found.identity.length < longAnswer ? "identity" : encodingFor(acceptEncoding);
  if (encoding === "identity") return new Response(found.identity, { headers: { ...headers, ETag: etag } });
  return new Unfinished(
    async () =>
      new Response(await bytesOf(found, encoding), {
        headers: { ...headers, "Content-Encoding": encoding, ETag: formTag(etag, encoding) },
      }),
  );
}

interface StandingBytes extends PackedBytes {
  readonly etag: string;
}

/** Each form of an answer is other bytes, so each has a tag of its own. */
const formTag = (etag: string, form: string) => (form === "identity" ? etag : etag.replace(/"$/, `-${form}"`));

/** The tag in the header that one of the answer's forms has. */
const formNamed = (header: string, etag: string): string | undefined =>
  ["identity", "br", "gzip"].map((form) => formTag(etag, form)).find((tag) => namesTag(header, tag));

/** Of the content it was made from, so that it is known without making the answer. A later version may present the same content differently. */
const tagOf = (key: string) =>
  `"${createHash("sha256").update(`${metadata.version}\n${key}`).digest("base64url").slice(0, 22)}"`;

const namesTag = (header: string, etag: string) =>
  header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);

export const asResponse: AnswerForm<Response> = { once: respond, standing: respondStanding };

/** Nothing of the result is anybody else's: what a handler returns may be kept by it. */
function answerWithValue(operation: AnyOperation, answer: unknown): ValueAnswer | Written {
  if (answer instanceof Written) return answer;
  const [success, result] = outcome(operation, answer);
  const status = statusOf(success, result);
  if (typeof success !== "number" || success === 204) return { status, result: undefined };
  if (isLonger(result, mostCharacters)) throw tooLong(operation);
  return { status, result: plainCopy(result) };
}

export const asValue: AnswerForm<ValueAnswer | Written> = {
  once: answerWithValue,
  async standing(operation, standing, key) {
    const kept = `value ${key}`;
    const known = remembered.get(kept);
    if (known !== undefined) return { status: 200, result: known };
    const made = await standing.make();
    if (isLonger(made, mostCharacters)) throw tooLong(operation);
    const result = frozenCopy(made);
    remembered.set(kept, result, bytesOfValue(result));
    return { status: 200, result };
  },
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

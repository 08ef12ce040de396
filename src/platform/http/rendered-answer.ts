import { createHash } from "node:crypto";
import metadata from "../../../package.json" with { type: "json" };
import type { AnyOperation } from "../../contract/operation.ts";
import { frozenCopy, plainCopy } from "../../contract/plain-value.ts";
import type { ValueResponse } from "../../contract/value-call.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { Made, type Standing, Stored, Written } from "../kernel/handler.ts";
import { bytesOf, encodingFor, type PackedBytes, sizeOf } from "../kernel/packed-bytes.ts";
import { Problem } from "../kernel/problem.ts";
import { bytesOfValue, remembered } from "../kernel/remembered.ts";
import type { AskedCall } from "./asked-call.ts";
import type { ReusableAnswer } from "./reused-answers.ts";

/** Limit in UTF-16 units of JSON, about the size of the tree of a space with 90,000 pages. */
const mostCharacters = 64_000_000;

/** Turns the result of a handler into a response, within the transaction. */
export interface AnswerForm<Answer> {
  once(operation: AnyOperation, returned: unknown): Answer;
  /** The same for a cacheable result. Its key includes everything it depends on. */
  standing(
    operation: AnyOperation,
    standing: Standing<unknown>,
    key: string,
    asked: AskedCall,
  ): Promise<Answer | Unfinished<Answer>>;
  /** An earlier answer; undefined if its content is no longer cached. */
  again(reusable: ReusableAnswer, asked: AskedCall): Answer | Unfinished<Answer> | undefined;
}

/** A response that needs no more data, but work that its transaction should not wait for. */
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
  if (isWithoutBody(operation, success)) return new Response(null, { status });
  const location = success === 201 ? locationOf(answer, result) : undefined;
  const headers = { "Content-Type": "application/json", ...(location === undefined ? {} : { Location: location }) };
  return new Response(printed(operation, result), { status, headers });
}

/** Responses are for one caller only and must be revalidated before reuse. */
const cacheControl = "private, no-cache";

/** Minimum size in bytes for compressing a response. */
const longAnswer = 8192;

async function respondStanding(
  operation: AnyOperation,
  standing: Standing<unknown>,
  key: string,
  asked: AskedCall,
): Promise<Response | Unfinished<Response>> {
  const known = respondKnown(key, asked);
  if (known !== undefined) return known;
  const found: StandingBytes = {
    identity: new Uint8Array(Buffer.from(printed(operation, await standing.make()))),
    etag: tagOf(key),
    compressed: new Map(),
  };
  remembered.set(`bytes ${key}`, found, sizeOf(found) + found.etag.length);
  return respondBytes(found, asked);
}

/** Undefined if the content is not cached and the caller does not have it either. */
function respondKnown(key: string, asked: AskedCall): Response | Unfinished<Response> | undefined {
  const known = remembered.get(`bytes ${key}`) as StandingBytes | undefined;
  const { ifNoneMatch } = asked;
  if (ifNoneMatch !== undefined) {
    const named = formNamed(ifNoneMatch, known?.etag ?? tagOf(key));
    if (named !== undefined) return new Response(null, { status: 304, headers: { ...standingHeaders, ETag: named } });
  }
  return known === undefined ? undefined : respondBytes(known, asked);
}

const standingHeaders = { "Cache-Control": cacheControl, Vary: "Accept-Encoding" };

function respondBytes(found: StandingBytes, { acceptEncoding }: AskedCall): Response | Unfinished<Response> {
  const { etag } = found;
  const headers = { "Content-Type": "application/json", ...standingHeaders };
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

/** Each encoding has different bytes, so it needs its own tag. */
const formTag = (etag: string, form: string) => (form === "identity" ? etag : etag.replace(/"$/, `-${form}"`));

/** The tag in the header that belongs to one of the response's encodings. */
const formNamed = (header: string, etag: string): string | undefined =>
  ["identity", "br", "gzip"].map((form) => formTag(etag, form)).find((tag) => namesTag(header, tag));

/**
 * Made from the key of the content, so that no response needs to be made to know it. Another version may present the
 * same content differently, so it includes the version.
 */
const tagOf = (key: string) =>
  `"${createHash("sha256").update(`${metadata.version}\n${key}`).digest("base64url").slice(0, 22)}"`;

const namesTag = (header: string, etag: string) =>
  header.split(",").some((tag) => tag.trim() === "*" || tag.trim().replace(/^W\//, "") === etag);

export const asResponse: AnswerForm<Response> = {
  once: respond,
  standing: respondStanding,
  again: ({ operation, answer }, asked) =>
    "key" in answer ? respondKnown(answer.key, asked) : respond(operation, answer.result),
};

/** The result is a copy, because the handler may keep its own objects. */
function answerWithValue(operation: AnyOperation, answer: unknown): ValueResponse | Written {
  if (answer instanceof Written) return answer;
  const [success, result] = outcome(operation, answer);
  const status = statusOf(success, result);
  if (isWithoutBody(operation, success)) return { status, result: undefined };
  if (isLonger(result, mostCharacters)) throw tooLong(operation);
  return { status, result: plainCopy(result) };
}

export const asValue: AnswerForm<ValueResponse | Written> = {
  once: answerWithValue,
  async standing(operation, standing, key) {
    const kept = `value ${key}`;
    const known = remembered.get(kept);
    if (known !== undefined) return { status: 200, result: known };
    const made = await standing.make();
    const timeSlices = new TimeSlices();
    await timeSlices.yieldIfDue();
    if (isLonger(made, mostCharacters)) throw tooLong(operation);
    await timeSlices.yieldIfDue();
    const result = frozenCopy(made);
    await timeSlices.yieldIfDue();
    remembered.set(kept, result, bytesOfValue(result));
    return { status: 200, result };
  },
  again({ answer }) {
    const result = "key" in answer ? remembered.get(`value ${answer.key}`) : answer.result;
    return result === undefined ? undefined : { status: 200, result };
  },
};

/** The complete bytes of a response that would be streamed. */
export async function readWritten({ pieces }: Written): Promise<ValueResponse> {
  const parts: Uint8Array[] = [];
  for await (const piece of pieces) parts.push(piece);
  return { status: 200, result: JSON.parse(Buffer.concat(parts).toString()) };
}

type Success = AnyOperation["success"];

function outcome(operation: AnyOperation, answer: unknown): [Success, unknown] {
  if (answer instanceof Made) return [201, answer.result];
  return [operation.success, answer instanceof Stored ? answer.result : answer];
}

const isWithoutBody = ({ returns }: AnyOperation, success: Success): boolean => success === 204 || returns === null;

function statusOf(success: Success, result: unknown): number {
  if (success !== "removed") return success;
  return (result as { deleted: boolean }).deleted ? 205 : 204;
}

function locationOf(answer: unknown, result: unknown): string | undefined {
  const said = answer instanceof Made ? answer.location : undefined;
  return said ?? (result as { urls?: { location?: string } }).urls?.location;
}

/** The JSON of a response. It is measured first: printing one that is too large could exhaust the memory. */
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
    `The answer would have more than ${mostCharacters} characters. ${ways.length > 0 ? `Use ${ways.join(" and ")}` : "Request a part of it"}.`,
  );
}

/** Whether a value's JSON exceeds this length, counting escaped characters once. Stops as soon as it does. */
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

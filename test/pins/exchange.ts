import { afterAll, beforeAll, expect } from "vitest";
import { fillIn, mask, type Names } from "./placeholders.ts";
import { missingMembers } from "./required-members.ts";
import { type Service, startService } from "./service.ts";

/** One request and its response, written by hand. Texts may contain placeholders such as `{space}`. */
interface Pin {
  /** Method and address. */
  readonly send: string;
  /** JSON text. */
  readonly body?: string;
  /** Null removes a header that is sent by default: `Authorization`, or `Content-Type` if there is a body. */
  readonly headers?: Readonly<Record<string, string | null>>;
  readonly status: number;
  /** Headers of the response besides `Content-Type`; 201 always has `Location`. */
  readonly answerHeaders?: Readonly<Record<string, string>>;
  /** The JSON of the response; without it the body is empty. */
  readonly answer?: unknown;
  /** Published objects by their place in the response (`""`, `items[]`): each must have its required members. */
  readonly required?: Readonly<Record<string, string>>;
}

export interface Exchange {
  (pin: Pin): Promise<void>;
  /** Sets the platform's clock; it starts at 2026-01-02T03:04:05.000Z and does not move. */
  at(iso: string): void;
  /** Waits until the jobs that requests started are done. */
  jobs(): Promise<void>;
}

/** A platform for the tests of a file, with options that are made when it starts. `{organization}`, `{user}` and `{token}` are bound from the start. */
export function startExchange(options: () => Promise<Parameters<typeof startService>[1]> = async () => ({})): Exchange {
  let service: Service;
  let names: Names;
  beforeAll(async () => {
    service = await startService(undefined, await options());
    names = new Map([
      ["organization", service.organization],
      ["user", service.user],
      ["token", service.token],
    ]);
  });
  afterAll(() => service.close());

  async function exchange(pin: Pin): Promise<void> {
    const headers = Object.entries(pin.headers ?? {}).map(([name, value]) => [name, value && fillIn(value, names)]);
    const answer = await service.send(fillIn(pin.send, names), {
      ...(pin.body === undefined ? {} : { body: fillIn(pin.body, names) }),
      headers: Object.fromEntries(headers) as Record<string, string | null>,
    });
    const contentType = pin.answer === undefined ? {} : { "content-type": "application/json" };
    const expected = { ...contentType, ...pin.answerHeaders };
    const masked = mask(pin.answer, answer.json, names);
    // A response about a revision has an ETag for the next request: see test/platform/http/versioned-results.test.ts.
    const { etag, vary, "cache-control": cacheControl, ...answerHeaders } = Object.fromEntries(answer.headers);
    expect(cacheControl, pin.send).toBe(etag === undefined ? undefined : "private, no-cache");
    expect([undefined, etag && "Accept-Encoding"], pin.send).toContain(vary);
    expect(
      {
        status: answer.status,
        headers: mask(expected, answerHeaders, names),
        answer: masked,
        text: pin.answer === undefined ? answer.text : undefined,
      },
      pin.send,
    ).toEqual({
      status: pin.status,
      headers: expected,
      answer: pin.answer,
      text: pin.answer === undefined ? "" : undefined,
    });
    expect(pin.status === 201 && pin.answer !== undefined, `${pin.send}: 201 with a body goes with Location`).toBe(
      "location" in expected,
    );
    for (const [path, object] of Object.entries(pin.required ?? {})) {
      expect(missingMembers(answer.json, path, object), `${pin.send}: required members of ${object}`).toEqual([]);
    }
    expect(service.log).toEqual([]);
  }
  return Object.assign(exchange, {
    at: (iso: string) => service.setTime(iso),
    jobs: () => service.platform.jobsSettled(),
  });
}

import { describe, expect, it } from "vitest";
import { createInFlight } from "../../../src/server/transports/in-flight.ts";

function deferred() {
  let settle = (_answer: Response | Error) => {};
  const promise = new Promise<Response>((resolve, reject) => {
    settle = (answer) => (answer instanceof Error ? reject(answer) : resolve(answer));
  });
  return { promise, settle };
}

function stream() {
  let controller: ReadableStreamDefaultController<Uint8Array> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(given) {
      controller = given;
    },
  });
  const response = new Response(body, { headers: { "content-type": "text/event-stream" } });
  return { response, end: () => controller?.close() };
}

describe("answers in flight", () => {
  it("are waited for until the last is sent", async () => {
    const inFlight = createInFlight();
    const [one, other] = [deferred(), deferred()];
    const answers = [inFlight.track(one.promise), inFlight.track(other.promise)];
    const order: string[] = [];
    const finished = inFlight.finished(5000).then((done) => order.push(`finished ${done}`));
    one.settle(Response.json({}));
    await answers[0];
    order.push("one");
    other.settle(Response.json({}));
    await finished;
    expect(order).toEqual(["one", "finished true"]);
    expect(inFlight.size).toBe(0);
  });

  it("count even if they failed", async () => {
    const inFlight = createInFlight();
    const failing = deferred();
    const answer = inFlight.track(failing.promise);
    failing.settle(new Error("broken"));
    await expect(answer).rejects.toThrow("broken");
    expect(await inFlight.finished(0)).toBe(true);
  });

  it("are in flight while a stream is open, until its reader leaves", async () => {
    const inFlight = createInFlight();
    const [read, left] = [stream(), stream()];
    const reading = await inFlight.track(Promise.resolve(read.response));
    const leaving = await inFlight.track(Promise.resolve(left.response));
    expect(inFlight.size).toBe(2);
    await leaving.body?.cancel();
    expect(inFlight.size).toBe(1);
    read.end();
    await reading.text();
    expect(inFlight.size).toBe(0);
  });

  it("are not waited for longer than the limit", async () => {
    const inFlight = createInFlight();
    void inFlight.track(deferred().promise);
    expect(await inFlight.finished(5)).toBe(false);
  });
});

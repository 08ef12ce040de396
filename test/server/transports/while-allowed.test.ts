import { describe, expect, it, vi } from "vitest";
import { whileAllowed } from "../../../src/server/transports/http.ts";

/** A stream that never ends by itself, and whether it was cancelled. */
function openStream() {
  const cancelled = vi.fn();
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode("hello")),
    cancel: cancelled,
  });
  return { response: new Response(body, { headers: { "content-type": "text/event-stream" } }), cancelled };
}

describe("a stream that is open", () => {
  it("ends when the token that opened it expires", async () => {
    const { response, cancelled } = openStream();
    const limited = whileAllowed(response, { until: Date.now() + 50 });
    expect(limited.headers.get("content-type")).toBe("text/event-stream");
    expect(await limited.text()).toBe("hello");
    expect(cancelled).toHaveBeenCalledOnce();
  });

  it("ends when the token is revoked, but not when that cannot be checked", async () => {
    const answers = [true, new Error("busy"), true, false];
    const still = async () => {
      const answer = answers.shift();
      if (answer instanceof Error) throw answer;
      return answer === true;
    };
    const { response, cancelled } = openStream();
    expect(await whileAllowed(response, { still }, 5).text()).toBe("hello");
    expect(answers).toEqual([]);
    expect(cancelled).toHaveBeenCalledOnce();
  });

  it("checks nothing more once its reader has left", async () => {
    const still = vi.fn(async () => true);
    const { response, cancelled } = openStream();
    await whileAllowed(response, { still }, 5).body?.cancel();
    const asked = still.mock.calls.length;
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(still.mock.calls.length).toBe(asked);
    expect(cancelled).toHaveBeenCalledOnce();
  });
});

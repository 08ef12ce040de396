import { connect as connectSocket, type Socket } from "node:net";
import { afterEach, describe, expect, it } from "vitest";
import { type Patience, startHttpServer } from "../../src/cli/http-server.ts";
import type { HttpHandler } from "../../src/server/transports/http.ts";

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

const source = "default";
const config = { host: { value: "127.0.0.1", source }, port: { value: 0, source } };
const patience: Patience = { headers: 100, request: 200, reading: 200, calls: 100, responses: 100 };
const handler: HttpHandler = {
  fetch: async () => new Response(),
  drain: async () => true,
  fail: async () => {},
  close: async () => {},
};

async function started(fetch: (request: Request) => Promise<Response>) {
  const server = await startHttpServer(fetch, handler, config, patience);
  let stopped: Promise<void> | undefined;
  const stop = () => {
    stopped ??= server.stop();
    return stopped;
  };
  closing.push(stop);
  return { url: server.url, stop };
}

/** The response to a client that writes these lines and then nothing until the connection ends. */
function speak(url: string, lines: readonly string[], take: (socket: Socket) => void = () => {}): Promise<string> {
  return new Promise((resolve) => {
    let heard = "";
    const socket = connectSocket(Number(new URL(url).port), "127.0.0.1", () => {
      socket.write(lines.join("\r\n"));
      take(socket);
    });
    socket.setEncoding("latin1").on("data", (chunk) => {
      heard += chunk;
    });
    socket.on("error", () => {}).on("close", () => resolve(heard));
  });
}

describe("a request with an invalid host", () => {
  it.each([
    "256.256.256.256",
    "1.2.3.4.5",
    "0x7f.1.2.3.4",
    "a%zz",
    "localhost:99999",
    "[::1",
    "[::g]",
    "local host",
    "user@localhost",
    "localhost/path",
    "<script>",
  ])("is a bad request with the host %s", async (host) => {
    const served: string[] = [];
    const { url } = await started(async (request) => {
      served.push(new URL(request.url).href);
      return new Response("answer");
    });
    expect(await speak(url, ["GET /mcp HTTP/1.1", `Host: ${host}`, "Connection: close", "", ""])).toMatch(
      /^HTTP\/1\.1 400 /,
    );
    expect(served).toEqual([]);
  });

  it.each(["http://", "http://[::1/mcp", "*", "mcp"])("is a bad request with the address %s", async (target) => {
    const { url } = await started(async (request) => new Response(new URL(request.url).pathname));
    const lines = [`GET ${target} HTTP/1.1`, "Host: localhost", "Connection: close", "", ""];
    expect(await speak(url, lines)).toMatch(/^HTTP\/1\.1 400 /);
  });
});

// Which labels after xn-- are invalid differs between versions of Node.
it("an invalid host name never causes a server error", async () => {
  const { url } = await started(async (request) => new Response(new URL(request.url).pathname));
  const status = URL.canParse("http://xn--localhost/") ? "200" : "400";
  expect(await speak(url, ["GET /mcp HTTP/1.1", "Host: xn--localhost", "Connection: close", "", ""])).toContain(
    `HTTP/1.1 ${status} `,
  );
});

it("the server reads every header of a request, including those a proxy adds after thousands of the client's", async () => {
  const { url } = await started(async ({ headers }) => new Response(`from ${headers.get("x-forwarded-for")}`));
  const many = Array.from({ length: 2_500 }, () => "A: b");
  const lines = [
    "GET / HTTP/1.1",
    "Host: 127.0.0.1",
    "Connection: close",
    ...many,
    "X-Forwarded-For: 192.0.2.7",
    "",
    "",
  ];
  expect(await speak(url, lines)).toMatch(/from 192\.0\.2\.7$/);
});

describe("a slow client", () => {
  it("loses the connection when it is slow with the headers", async () => {
    const { url } = await started(async () => new Response("answer"));
    expect(await speak(url, ["GET / HTTP/1.1", "Host: 127.0.0.1", "X-Slow: "])).toMatch(/^HTTP\/1\.1 408 /);
  });

  it("loses the connection when it is slow with the body", async () => {
    const { url } = await started(async (request) => new Response(await request.text()));
    const heard = await speak(url, ["POST / HTTP/1.1", "Host: 127.0.0.1", "Content-Length: 10", "", "12345"]);
    expect(heard).not.toContain("HTTP/1.1 200");
  });

  it("loses the connection when it is slow to read, and the answer is not kept for it", async () => {
    let cancelled = () => {};
    const ended = new Promise<void>((resolve) => {
      cancelled = resolve;
    });
    const megabyte = new Uint8Array(1024 * 1024);
    const { url } = await started(
      async () =>
        new Response(new ReadableStream({ pull: (controller) => controller.enqueue(megabyte), cancel: cancelled })),
    );
    const lines = ["GET / HTTP/1.1", "Host: 127.0.0.1", "", ""];
    void speak(url, lines, (socket) => socket.pause());
    await ended;
  });

  it("keeps an idle stream", async () => {
    let send = (_text: string) => {};
    const { url } = await started(async () => {
      const body = new ReadableStream({
        start(controller) {
          controller.enqueue(new TextEncoder().encode(": open\n\n"));
          send = (text) => controller.enqueue(new TextEncoder().encode(text));
        },
      });
      return new Response(body, { headers: { "Content-Type": "text/event-stream" } });
    });
    const response = await fetch(url);
    const reader = response.body?.getReader();
    await reader?.read();
    await new Promise((resolve) => setTimeout(resolve, 3 * patience.reading));
    send("data: late\n\n");
    expect(new TextDecoder().decode((await reader?.read())?.value)).toBe("data: late\n\n");
    await reader?.cancel();
  });
});

describe("a server that is stopping", () => {
  it("finishes the answers under way and accepts no new connection", async () => {
    let release = () => {};
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { url, stop } = await started(async () => {
      begun();
      await new Promise<void>((resolve) => {
        release = resolve;
      });
      return new Response("x".repeat(2_000_000));
    });
    const answer = fetch(url).then((response) => response.text());
    await beginning;
    const stopped = stop();
    await expect(fetch(url, { headers: { Connection: "close" } })).rejects.toThrow();
    release();
    expect(await answer).toHaveLength(2_000_000);
    await stopped;
  });

  it("does not wait forever for what never ends", async () => {
    let begun = () => {};
    const beginning = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const { url, stop } = await started(() => {
      begun();
      return new Promise(() => {});
    });
    const answer = fetch(url);
    answer.catch(() => {});
    await beginning;
    await stop();
    await expect(answer).rejects.toThrow();
  });
});

import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { createClient } from "../../src/client/client.ts";
import { rejection } from "./in-process.ts";
import { serve } from "./loopback-server.ts";
import { quickTiming } from "./quick-timing.ts";

const text = Buffer.from('{"id":"s1","title":"Grüße"}');

async function getCompressed(body: Buffer, encoding: string, status = 200) {
  const { url, received } = await serve((_, response) => {
    response.writeHead(status, { "content-type": "application/json", "content-encoding": encoding });
    response.end(body);
  });
  const client = createClient({ baseUrl: url, timing: quickTiming().timing });
  return { call: client.spaces.get({ spaceId: "s1" }), received };
}

test.each([
  ["gzip", gzipSync(text)],
  ["x-gzip", gzipSync(text)],
  ["br", brotliCompressSync(text)],
  ["deflate", deflateSync(text)],
  ["deflate", deflateRawSync(text)],
  ["GZIP, br", brotliCompressSync(gzipSync(text))],
  ["identity", text],
])("a body in %s is read", async (encoding, body) => {
  const { call, received } = await getCompressed(body, encoding);
  expect(await call).toEqual({ id: "s1", title: "Grüße" });
  expect(received[0]?.headers["accept-encoding"]).toBe("gzip, br, deflate");
});

test.each([
  ["gzip", gzipSync(text).subarray(0, 20), "answered a body that is damaged or cut (gzip)"],
  ["br", text, "answered a body that is damaged or cut (br)"],
  ["zstd", text, "answered a body in an unknown Content-Encoding"],
  ["gzip, gzip, gzip", gzipSync(gzipSync(gzipSync(text))), "answered a body compressed too often"],
])("a body in %s that cannot be read is an unexpected response", async (encoding, body, problem) => {
  const { call } = await getCompressed(body, encoding);
  expect(await rejection(call)).toMatchObject({
    name: "UnexpectedResponseError",
    status: 200,
    message: expect.stringContaining(problem),
  });
});

test("a small body that would expand beyond 64 MB is rejected", { tags: ["long"] }, async () => {
  const { call } = await getCompressed(gzipSync(Buffer.alloc(65 * 1024 * 1024, 0x20)), "gzip");
  expect(await rejection(call)).toMatchObject({ message: expect.stringContaining("answered more than 64 MB") });
});

test("a body longer than 64 MB is rejected and its connection closed", { tags: ["long"] }, async () => {
  let closed = false;
  const { url } = await serve((_, response) => {
    response.on("close", () => {
      closed = !response.writableFinished;
    });
    const chunk = Buffer.alloc(1024 * 1024, 0x20);
    const write = () => {
      while (!response.destroyed && response.write(chunk));
    };
    response.on("drain", write);
    write();
  });
  const call = createClient({ baseUrl: url }).spaces.get({ spaceId: "s1" });
  expect(await rejection(call)).toMatchObject({
    name: "UnexpectedResponseError",
    message: expect.stringContaining("answered more than 64 MB"),
  });
  await expect.poll(() => closed).toBe(true);
});

test("an error in an encoding that cannot be read keeps its status", async () => {
  const { call } = await getCompressed(text, "zstd", 404);
  expect(await rejection(call)).toMatchObject({ name: "ApiError", status: 404, serviceMessage: "no message" });
});

import { expect, test } from "vitest";
import { z } from "zod";
import { wireOperationOf } from "../../scripts/products/client-operations.ts";
import { callOperation } from "../../src/client/call.ts";
import { openService } from "../../src/client/service.ts";
import { type AnyOperation, patch, put } from "../../src/contract/operation.ts";
import { rejection } from "./in-process.ts";
import { sendJson, serve } from "./loopback-server.ts";

const wireOperation = (operation: AnyOperation) => wireOperationOf({ group: "spaces", name: "any", operation });

const declaration = {
  effect: "update",
  reach: "administers",
  returns: z.object({}),
  errors: [],
  source: "public-api",
} as const;

const replaceWords = wireOperation(
  put("/spaces/{spaceId}/words", {
    ...declaration,
    id: "replaceWords",
    summary: "Replace the words",
    params: { spaceId: z.string() },
    query: { strict: z.boolean().optional() },
    body: { words: z.array(z.string()) },
    bodyField: "words",
  }),
);

const setSettings = wireOperation(
  patch("/settings", {
    ...declaration,
    id: "setSettings",
    summary: "Set the settings",
    params: {},
    body: { settings: z.record(z.string(), z.unknown()).nullable() },
    bodyField: "settings",
  }),
);

async function receiving() {
  const { url, received } = await serve((_, response) => sendJson(response, 200, {}));
  return { service: openService({ baseUrl: url }), received };
}

test("a body that is one field is sent as that field's value, separate from path and query", async () => {
  const { service, received } = await receiving();
  await callOperation(service, replaceWords, { spaceId: "s1", strict: true, words: ["Grüße", "🙂", 'a"b'] });
  expect(received[0]).toMatchObject({
    method: "PUT",
    url: "/v1/spaces/s1/words?strict=true",
    headers: { "content-type": "application/json", "content-length": "25" },
    body: '["Grüße","🙂","a\\"b"]',
  });
});

test("an empty list as the body's field is an empty list", async () => {
  const { service, received } = await receiving();
  await callOperation(service, replaceWords, { spaceId: "s1", words: [] });
  expect(received[0]?.body).toBe("[]");
});

test.each([
  [{ words: 1, deep: { settings: 2 } }, '{"words":1,"deep":{"settings":2}}'],
  [{}, "{}"],
  [null, "null"],
])("%j as the body's field is the body", async (settings, body) => {
  const { service, received } = await receiving();
  await callOperation(service, setSettings, { settings });
  expect(received[0]?.body).toBe(body);
});

test.each([{ spaceId: "s1" }, { spaceId: "s1", words: undefined }])(
  "%j is rejected because the field that is the body is missing",
  async (input) => {
    const { service, received } = await receiving();
    expect(await rejection(callOperation(service, replaceWords, input))).toMatchObject({
      name: "InputError",
      message: "replaceWords: `words` is missing; it is what the request sends.",
      write: "not_sent",
    });
    expect(received).toEqual([]);
  },
);

test("a value that is not JSON is rejected as a body rather than omitted", async () => {
  const { service, received } = await receiving();
  expect(await rejection(callOperation(service, setSettings, { settings: () => {} }))).toMatchObject({
    name: "InputError",
    message:
      "setSettings: the body cannot be written as JSON: it is a function, has a cycle, a BigInt or is nested too deeply.",
  });
  expect(received).toEqual([]);
});

import { expect, expectTypeOf, test } from "vitest";
import summaries from "../../generated/client/operations.json" with { type: "json" };
import { createClient } from "../../src/client/client.ts";
import { ClientError, InputError } from "../../src/client/errors.ts";
import { listOperations } from "../../src/contract/index.ts";
import type { Space } from "../../src/contract/models/space.ts";
import { expectCost } from "../support/cost.ts";
import { inProcess, json, rejection } from "./in-process.ts";

test("every operation of the contract has its method, and there are no others", () => {
  const client = createClient({ baseUrl: "https://docs.example.com" });
  const methods = Object.entries(client).flatMap(([group, operations]) =>
    Object.entries(operations).map(([name, call]) => [`${group}.${name}`, typeof call]),
  );
  expect(methods.length).toBeGreaterThan(20);
  expect(methods).toEqual(listOperations().map(({ group, name }) => [`${group}.${name}`, "function"]));
  expect("toString" in client.spaces).toBe(false);
});

test("every operation sends its method to its path", async () => {
  const { client, sent } = inProcess(() => new Response(null, { status: 599 }));
  const operations = listOperations();
  for (const { group, name, operation } of operations) {
    const params = Object.keys(operation.params).map((param) => [param, `${param}-1`]);
    const body = operation.bodyField === undefined ? [] : [[operation.bodyField, {}]];
    const input = Object.fromEntries([...params, ...body]);
    const methods = client[group] as unknown as Record<string, (input: object) => Promise<unknown>>;
    expect(await rejection(methods[name]?.(input) ?? Promise.resolve())).toBeInstanceOf(ClientError);
  }
  expect(sent.map(({ method, url }) => `${method} ${url}`)).toEqual(
    operations.map(
      ({ operation }) =>
        `${operation.method} https://docs.example.com/v1${operation.path.replaceAll("{", "").replaceAll("}", "-1")}`,
    ),
  );
});

test("a method is created once and works without its group", async () => {
  const { client } = inProcess(() => json(200, { id: "s1" }));
  const { get } = client.spaces;
  expect(client.spaces.get).toBe(get);
  expect(client.spaces).toBe(client.spaces);
  const space = await get({ spaceId: "s1" });
  expectTypeOf(space).toEqualTypeOf<Space>();
  expect(space).toEqual({ id: "s1" });
});

test("making a client costs less than reading the list of operations", async () => {
  const operations = JSON.stringify(summaries);
  await expectCost(() => createClient({ baseUrl: "https://docs.example.com" }), {
    times: 1,
    reference: () => JSON.parse(operations),
  });
});

test.each([
  { concurrency: 0 },
  { concurrency: 1.5 },
  { timeouts: { call: 0 } },
  { timeouts: { connect: Number.NaN } },
  { userAgent: "a\nb" },
  { userAgent: "" },
])("the options %j are rejected", (options) => {
  expect(() => createClient({ baseUrl: "https://docs.example.com", ...options })).toThrow(InputError);
});

import { expect, it } from "vitest";
import { readViews } from "../../../../src/platform/content/openapi/index.ts";

const description = {
  openapi: "3.1.0",
  info: { title: "Things", version: "1" },
  paths: { "/things": { get: { responses: { 200: { description: "Things" } } } } },
};

/** Asks for the operation of a description that differs from others by its key. */
function ask(key: string, text = JSON.stringify(description), signal = new AbortController().signal) {
  const source = { kind: "file", path: "api.json", bytes: new TextEncoder().encode(text) } as const;
  return readViews({ key, source, cost: text.length }, [{ kind: "operation", method: "get", path: "/things" }], signal);
}

it("50 pages may wait for the thread; the next is told, and those that leave give up their place", async () => {
  const controller = new AbortController();
  const running = ask("runs");
  const waiting = Array.from({ length: 48 }, (_, number) => ask(`waits ${number}`));
  const leaving = ask("leaves", undefined, controller.signal);
  expect(await ask("too many")).toBeUndefined();
  controller.abort(new Error("The reader left."));
  await expect(leaving).rejects.toThrow("The reader left.");
  const late = await ask("after one left");
  expect(late?.[0]).toMatchObject({ kind: "operation", path: "/things" });
  for (const one of await Promise.all([running, ...waiting])) expect(one?.[0]).toMatchObject({ path: "/things" });
});

it("work of a reader who left does not stop the next", async () => {
  const controller = new AbortController();
  const left = ask("left", undefined, controller.signal);
  const next = ask("next");
  controller.abort(new Error("The reader left."));
  await expect(left).rejects.toThrow("The reader left.");
  expect((await next)?.[0]).toMatchObject({ path: "/things" });
});

it("a file that is too large for a page is named as left out, and one that is no description shows nothing", async () => {
  const yaml = `openapi: 3.1.0\ninfo: { title: Things, version: "1" }\npaths: {}\n# ${"x".repeat(400_000)}\n`;
  expect(await ask("too large", yaml)).toEqual([{ kind: "left-out" }]);
  expect(await ask("no description", "{")).toEqual([undefined]);
});

it("long descriptions of members are shown up to a limit, and the members beyond it are counted", async () => {
  const about = "Words about it. ".repeat(1200);
  const properties = Object.fromEntries(
    Array.from({ length: 100 }, (_, number) => [
      `member${number}`,
      { type: "string", description: `${number} ${about}` },
    ]),
  );
  const content = { "application/json": { schema: { type: "object", properties } } };
  const responses = { 200: { description: "Things", content } };
  const text = JSON.stringify({ ...description, paths: { "/things": { get: { responses } } } });
  const [view] = (await ask("long descriptions", text)) ?? [];
  if (view?.kind !== "operation") throw new Error(`Not an operation: ${JSON.stringify(view)}`);
  const shape = view.responses[0]?.media[0]?.shape;
  expect(shape?.members.map(({ name }) => name)).toEqual([
    "member0",
    "member1",
    "member2",
    "member3",
    "member4",
    "member5",
  ]);
  expect(shape?.left).toBe(94);
});

it("alternatives, scopes and values beyond the limits are counted, and a value that no list can offer is written", async () => {
  const many = (count: number) => Array.from({ length: count }, (_, number) => `a${number}`);
  const schema = {
    oneOf: many(23).map((name) => ({ title: name, type: "object", properties: { [name]: { type: "string" } } })),
  };
  const operation = {
    security: [{ key: many(25) }],
    parameters: [
      { name: "few", in: "query", schema: { type: "string", enum: many(100) } },
      { name: "many", in: "query", schema: { type: "string", enum: many(101) } },
    ],
    responses: { 200: { description: "Things", content: { "application/json": { schema } } } },
  };
  const text = JSON.stringify({ ...description, paths: { "/things": { get: operation } } });
  const [view] = (await ask("many entries", text)) ?? [];
  if (view?.kind !== "operation") throw new Error(`Not an operation: ${JSON.stringify(view)}`);
  const shape = view.responses[0]?.media[0]?.shape;
  expect([shape?.alternatives.length, shape?.alternativesLeft]).toEqual([20, 3]);
  expect([view.security[0]?.[0]?.scopes.length, view.security[0]?.[0]?.scopesLeft]).toEqual([20, 5]);
  expect(view.parameters.map(({ values }) => values.length)).toEqual([100, 0]);
});

it("a view that is too large to be received in one piece is left out", async () => {
  const responses = { 200: { description: "Things" } };
  const servers = [{ url: `https://api.example.com/${"x".repeat(4_500_000)}` }];
  const text = JSON.stringify({ ...description, servers, paths: { "/things": { get: { responses } } } });
  expect(await ask("large view", text)).toEqual([{ kind: "left-out" }]);
});

import { expect, expectTypeOf, test } from "vitest";
import type { CallOptions } from "../../src/client/call.ts";
import { paginate } from "../../src/client/paginate.ts";
import type { Space } from "../../src/contract/models/space.ts";
import { inProcess, json } from "./in-process.ts";

async function collect<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
}

function paged(pages: Readonly<Record<string, unknown>>) {
  return inProcess((request) => json(200, pages[new URL(request.url).searchParams.get("page") ?? "first"]));
}

const item = (id: string) => ({ id });

test("items are returned from three pages in order, with the limit on each", async () => {
  const { client, sent } = paged({
    first: { next: { page: "c=2&x" }, count: 5, items: [item("a"), item("b")] },
    "c=2&x": { next: { page: "c3" }, items: [item("c"), item("d")] },
    c3: { items: [item("e")] },
  });
  const spaces = paginate(client.spaces.list, { organizationId: "o1", limit: 2 });
  expectTypeOf(spaces).toEqualTypeOf<AsyncGenerator<Space, void, undefined>>();
  expect((await collect(spaces)).map(({ id }) => id)).toEqual(["a", "b", "c", "d", "e"]);
  expect(sent.map(({ url }) => new URL(url).search)).toEqual([
    "?limit=2",
    "?limit=2&page=c%3D2%26x",
    "?limit=2&page=c3",
  ]);
});

test("a page is requested when its first item is", async () => {
  const { client, sent } = paged({ first: { next: { page: "2" }, items: [item("a"), item("b")] } });
  for await (const space of paginate(client.spaces.list, { organizationId: "o1" })) {
    expect(space.id).toBe("a");
    break;
  }
  expect(sent).toHaveLength(1);
});

test("paging begins where the input says and skips empty pages", async () => {
  const { client } = paged({ "7": { next: { page: "8" }, items: [] }, "8": { next: null, items: [item("z")] } });
  expect(await collect(paginate(client.spaces.list, { organizationId: "o1", page: "7" }))).toEqual([{ id: "z" }]);
});

test.each([
  ["its own page", { first: { next: { page: "2" }, items: [] }, "2": { next: { page: "2" }, items: [] } }],
  [
    "an earlier page",
    {
      first: { next: { page: "2" }, items: [] },
      "2": { next: { page: "3" }, items: [] },
      "3": { next: { page: "2" }, items: [] },
    },
  ],
])("a cursor that leads to %s ends with an error", async (_, pages) => {
  const { client } = paged(pages);
  await expect(collect(paginate(client.spaces.list, { organizationId: "o1" }))).rejects.toMatchObject({
    name: "UnexpectedResponseError",
    message: "The service returned the same cursor twice, so the list has no end. Report it to the service.",
  });
});

test.each([
  [{ count: 1 }, "The service returned a list without `items`"],
  [{ items: {} }, "The service returned a list without `items`"],
  [{ items: [], next: { page: 5 } }, "The service returned a cursor that is not a string"],
  [{ items: [], next: "2" }, "The service returned a `next` that is not an object"],
  [{ items: [], next: ["2"] }, "The service returned a `next` that is not an object"],
])("the list %j is unexpected, rather than a short one", async (first, problem) => {
  const { client } = paged({ first });
  await expect(collect(paginate(client.spaces.list, { organizationId: "o1" }))).rejects.toMatchObject({
    name: "UnexpectedResponseError",
    message: `${problem}. Report it to the service.`,
  });
});

test("an endless series of empty pages ends with an error", async () => {
  const { client, sent } = inProcess((_, number) => json(200, { items: [], next: { page: `p${number}` } }));
  await expect(collect(paginate(client.spaces.list, { organizationId: "o1" }))).rejects.toMatchObject({
    name: "UnexpectedResponseError",
    message: "The service returned 100 empty pages in a row. Report it to the service.",
  });
  expect(sent).toHaveLength(100);
});

test("a hundred separate empty pages are not an error", async () => {
  const { client } = inProcess((_, number) =>
    json(200, {
      items: number % 99 === 0 ? [item(`s${number}`)] : [],
      ...(number < 297 && { next: { page: `p${number}` } }),
    }),
  );
  const spaces = await collect(paginate(client.spaces.list, { organizationId: "o1" }));
  expect(spaces.map(({ id }) => id)).toEqual(["s99", "s198", "s297"]);
});

test("an empty cursor ends the list", async () => {
  const { client } = paged({ first: { items: [item("a")], next: { page: "" } } });
  expect(await collect(paginate(client.spaces.list, { organizationId: "o1" }))).toEqual([{ id: "a" }]);
});

test("the options apply to each request", async () => {
  const { client } = paged({ first: { next: { page: "2" }, items: [item("a")] }, "2": { items: [item("b")] } });
  const controller = new AbortController();
  const options: CallOptions = { signal: controller.signal };
  const spaces = paginate(client.spaces.list, { organizationId: "o1" }, options);
  expect((await spaces.next()).value).toEqual({ id: "a" });
  controller.abort("stop");
  await expect(spaces.next()).rejects.toBe("stop");
});

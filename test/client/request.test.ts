import { expect, test } from "vitest";
import { inProcess, json, rejection } from "./in-process.ts";

const answering = () => inProcess(() => json(200, { id: "s1" }));

test("flat input is split into path, query and body by the operation's declaration", async () => {
  const { client, sent } = inProcess(() => json(200, { changes: [] }));
  await client.changeRequestContent.apply(
    {
      spaceId: "s1",
      changeRequestId: "12",
      compat: false,
      changes: [{ change: "delete", target: { page: "p1" } }] as never,
    },
    { ifMatch: "rev-7" },
  );
  expect(sent).toEqual([
    {
      method: "POST",
      url: "https://docs.example.com/v1/spaces/s1/change-requests/12/content?compat=false",
      headers: {
        accept: "application/json",
        authorization: "Bearer cd_secret_0123456789",
        "content-type": "application/json",
        "if-match": '"rev-7"',
        "user-agent": "copydesk/0.1.0",
      },
      body: '{"changes":[{"change":"delete","target":{"page":"p1"}}]}',
    },
  ]);
});

test("an operation without body members sends neither a body nor a content type", async () => {
  const { client, sent } = answering();
  await client.spaces.restore({ spaceId: "s1" });
  expect(sent[0]?.body).toBe("");
  expect(sent[0]?.headers).not.toHaveProperty("content-type");
});

test("an operation with only optional body members sends an empty object", async () => {
  const { client, sent } = answering();
  await client.spaces.update({ spaceId: "s1", title: undefined });
  expect(sent[0]?.body).toBe("{}");
});

test("no Authorization is sent without a token", async () => {
  const { client, sent } = inProcess(() => json(200, {}), { token: "" });
  await client.users.getAuthenticated({});
  expect(sent[0]?.headers).not.toHaveProperty("authorization");
});

test("an unknown member is rejected with the closest name, before anything is sent", async () => {
  const { client, sent } = answering();
  const input = { spaceId: "s1", page_id: "p1" } as unknown as { spaceId: string; pageId: string };
  expect(await rejection(client.pages.get(input))).toMatchObject({
    name: "InputError",
    message: "getPageById: `page_id` is not one of its members. Did you mean `pageId`?",
    write: "none",
  });
  expect(sent).toEqual([]);
});

test("an unknown member far from every name is rejected with all names", async () => {
  const { client } = answering();
  const input = { spaceId: "s1", "zzzzzzzzzz\u001b[2J": 1 } as { spaceId: string };
  expect(await rejection(client.spaces.remove(input))).toMatchObject({
    message: "deleteSpaceById: `zzzzzzzzzz\\u{1b}[2J` is not one of its members. It takes spaceId.",
    write: "not_sent",
  });
});

test("an operation with an open body sends unknown members in it", async () => {
  const { client, sent } = answering();
  const input = { spaceId: "s1", subject: "Fix", custom: { deep: [1] } };
  await client.changeRequests.create(input);
  expect(sent[0]?.body).toBe('{"subject":"Fix","custom":{"deep":[1]}}');
});

test("input named like members of every object is unknown, not inherited", async () => {
  const { client } = answering();
  const input = JSON.parse('{"spaceId":"s1","__proto__":{"a":1}}');
  expect(await rejection(client.spaces.get(input))).toMatchObject({ name: "InputError" });
  expect(await rejection(client.spaces.get({ constructor: 1 } as never))).toMatchObject({ name: "InputError" });
});

test.each([["text"], [null], [[]], [5]])("%j is rejected as input", async (input) => {
  const { client } = answering();
  expect(await rejection(client.spaces.get(input as never))).toMatchObject({
    message: "getSpaceById: the input must be an object.",
  });
});

test("a body with a cycle or a BigInt is rejected", async () => {
  const { client } = answering();
  const cycle: Record<string, unknown> = {};
  cycle.self = cycle;
  for (const template of [cycle, 1n]) {
    const call = client.changeRequests.create({ spaceId: "s1", template: template as never });
    expect(await rejection(call)).toMatchObject({ name: "InputError", write: "not_sent" });
  }
});

test("a precondition is rejected if it would have no effect or cannot be written", async () => {
  const { client } = answering();
  expect(await rejection(client.spaces.update({ spaceId: "s1" }, { ifMatch: "r1" }))).toMatchObject({
    message: "updateSpaceById: `ifMatch` has no effect on this operation.",
  });
  const apply = client.changeRequestContent.apply(
    { spaceId: "s1", changeRequestId: "1", changes: [] },
    { ifMatch: 'a"\r\nX: y' },
  );
  expect(await rejection(apply)).toMatchObject({ name: "InputError" });
});

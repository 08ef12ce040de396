import { expect, test } from "vitest";
import { inProcess, json, rejection } from "./in-process.ts";

const getSpace = (response: () => Response) => inProcess(response).client.spaces.get({ spaceId: "s1" });
const deleteSpace = (response: () => Response) => inProcess(response).client.spaces.remove({ spaceId: "s1" });

test("unknown members and unknown values of enumerations are kept", async () => {
  const body = { id: "s1", editMode: "telepathic", brandNew: { a: [1, null] } };
  expect(await getSpace(() => json(200, body))).toEqual(body);
});

test("a byte order mark is skipped, and another success status is accepted", async () => {
  expect(await getSpace(() => new Response('\ufeff{"id":"s1"}', { status: 201 }))).toEqual({ id: "s1" });
});

test.each([
  [205, { deleted: true }],
  [204, { deleted: false }],
  [202, { deleted: true }],
  [200, { deleted: true }],
])("a deletion with the response %i returns %j", async (status, result) => {
  expect(await deleteSpace(() => new Response(null, { status }))).toEqual(result);
});

test("a web page does not prove a deletion", async () => {
  expect(await rejection(deleteSpace(() => new Response("<h1>Sign in</h1>")))).toMatchObject({
    name: "UnexpectedResponseError",
    write: "unknown",
    message: expect.stringContaining('beginning "<h1>Sign in</h1>" where no body is expected.'),
  });
});

test("an empty response is unexpected if a body is required", async () => {
  expect(await rejection(getSpace(() => new Response(null, { status: 204 })))).toMatchObject({
    name: "UnexpectedResponseError",
    status: 204,
    write: "none",
    message:
      "getSpaceById: docs.example.com answered 204 where a body is expected. Check that the base URL leads to the API and not to a website or proxy.",
  });
  expect(await rejection(getSpace(() => new Response("", { status: 200 })))).toMatchObject({
    message: expect.stringContaining("answered 200 with an empty body where a JSON object is expected."),
  });
});

test("a web page instead of JSON is quoted with its content type, and control characters are escaped", async () => {
  const html = `<!doctype html>\n<title>Sign in\u001b[31m\u202e</title>${"x".repeat(200)}`;
  const error = await rejection(getSpace(() => new Response(html, { headers: { "content-type": "text/html" } })));
  expect(error).toMatchObject({
    name: "UnexpectedResponseError",
    message: `getSpaceById: docs.example.com answered 200 with text/html beginning "<!doctype html>\\n<title>Sign in\\u{1b}[31m\\u{202e}</title>${"x".repeat(63)}…" where a JSON object is expected. Check that the base URL leads to the API and not to a website or proxy.`,
  });
});

test.each(["[]", "null", "3", '"text"', '{"id":', "\u0000"])("%j is not accepted as an object", async (text) => {
  expect(await rejection(getSpace(() => new Response(text)))).toMatchObject({ name: "UnexpectedResponseError" });
});

test("an error has the status, the code, the service's message, the outcome of the write and advice", async () => {
  const { client } = inProcess(() => json(403, { error: { code: 403, message: "You need the role admin." } }));
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({
    name: "ApiError",
    status: 403,
    code: "forbidden",
    serviceMessage: "You need the role admin.",
    advice: "Ask an administrator of the organization for the role the message names.",
    retryAfter: undefined,
    operation: "createSpace",
    host: "docs.example.com",
    attempts: 1,
    write: "refused",
    message:
      'createSpace: docs.example.com answered 403 (forbidden): "You need the role admin." The service did not carry it out, so nothing was changed. Ask an administrator of the organization for the role the message names.',
  });
});

test.each([
  [400, "bad_request", "refused"],
  [408, "request_timeout", "unknown"],
  [418, "bad_request", "refused"],
  [500, "internal", "unknown"],
  [501, "not_implemented", "refused"],
  [502, "bad_gateway", "unknown"],
  [503, "unavailable", "unknown"],
  [599, "internal", "unknown"],
])("a create with the response %i is %s and its change %s", async (status, code, write) => {
  const { client } = inProcess(() => json(status, {}));
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({ status, code, write });
});

test("a time to wait does not prove that a create was refused, because caches add it to their own timeouts", async () => {
  const { client } = inProcess(() => json(503, {}, { "retry-after": "2" }));
  expect(await rejection(client.spaces.create({ organizationId: "o1" }))).toMatchObject({
    write: "unknown",
    retryAfter: 2,
    message:
      'createSpace: docs.example.com answered 503 (unavailable): application/json beginning "{}". Whether the change was made is not known. Read the object to see whether the change was made before sending it again. It asks to wait 2 s.',
  });
});

test.each([
  ['{"error":"plain"}', "plain"],
  ['{"message":"flat"}', "flat"],
  ['{"detail":"problem"}', "problem"],
  ["", "no message"],
  ["[1]", 'text/plain;charset=UTF-8 beginning "[1]"'],
  ["<h1>Bad</h1>\r\n", 'text/plain;charset=UTF-8 beginning "<h1>Bad</h1>\\r\\n"'],
  ['{"error":{"message":"two\\nlines"}}', "two\\nlines"],
])("an error with the response %j says %j", async (text, serviceMessage) => {
  expect(await rejection(getSpace(() => new Response(text, { status: 404 })))).toMatchObject({ serviceMessage });
});

test("an endless message of the service is cut", async () => {
  const error = await rejection(getSpace(() => json(404, { error: { message: "é".repeat(5_000) } })));
  expect(error).toMatchObject({ serviceMessage: `${"é".repeat(1000)}…` });
});

test("a redirect is not followed, and only its target's scheme and host are named", async () => {
  const redirect = () =>
    new Response(null, { status: 302, headers: { location: "https://login.example.org/in?key=k-55" } });
  expect(await rejection(getSpace(redirect))).toMatchObject({
    name: "UnexpectedResponseError",
    status: 302,
    message:
      'getSpaceById: docs.example.com answered 302, a redirect to "https://login.example.org", which is not followed. Set the base URL to the address the service is served at.',
  });
});

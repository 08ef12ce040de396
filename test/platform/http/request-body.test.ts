import { beforeAll, describe, expect, it } from "vitest";
import type { Sending } from "../../pins/service.ts";
import { expectCost, expectLinearCost } from "../../support/cost.ts";
import { makeChangeRequest, makeSpace, refusal, text } from "./content.ts";
import { running } from "./running.ts";

const service = running();
let space = "";
let other = "";
beforeAll(async () => {
  space = await makeSpace(service);
  other = await makeSpace(service, "Other");
});

const rename = (sending: Sending) => service.send(`PATCH /v1/spaces/${space}`, sending);
const refused = async (body: Sending["body"], headers: Sending["headers"] = {}) =>
  refusal(await rename({ body, headers }));

/** A body of which a caller sends the beginning and then disconnects. */
function brokenOff(): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"title":'));
    },
    pull(controller) {
      controller.error(new Error("aborted"));
    },
  });
}

describe("a body that ends early", () => {
  it.each([
    ["the API", () => `PATCH /v1/spaces/${space}`],
    ["an upload", () => "POST /uploads?name=a.md"],
  ])("is rejected by %s, and is not a failure of the service", async (_, line) => {
    expect(refusal(await service.send(line(), { body: brokenOff() }))).toBe(
      "400 body: ended early. Send the request again.",
    );
  });
});

describe("a body that is not a JSON object", () => {
  it.each(['{"title":', '{"title":"x"', '{"a":1}}', "{'a':1}", "NaN", "title=x", "\u0000"])(
    "is rejected as not JSON: %j",
    async (body) => expect(await refused(body)).toMatch(/^400 body: is not JSON \(.+\)\.$/s),
  );

  it.each(["[]", "null", "1", '"title"', "true", "[{}]"])("is rejected as not an object: %s", async (body) => {
    expect(await refused(body)).toBe("400 body: must be a JSON object.");
  });

  it("is rejected when it is not UTF-8", async () => {
    expect(await refused(Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d]))).toBe(
      "400 body: is not JSON (it is not UTF-8 text).",
    );
  });

  it("is rejected when it is nested too deeply to print", async () => {
    const nested = `{"object":"document","data":{},"nodes":[{"object":"block","x":${"[".repeat(200_000)}${"]".repeat(200_000)}}]}`;
    const address = `/v1/orgs/${service.organization}/agent-instructions`;
    const answer = await service.send(`PUT ${address}`, { body: `{"instructions":${nested}}` });
    expect(refusal(answer)).toBe("400 body: is nested more than 500 levels deep. Send less in one request.");
    expect((await service.send(`GET ${address}`)).status).toBe(200);
  });

  it("may begin with a byte order mark", async () => {
    expect((await rename({ body: '\ufeff{"emoji":"x"}' })).status).toBe(200);
  });
});

describe("a body with excessive members or items", () => {
  const members = (count: number) => Array.from({ length: count }, (_, at) => `"member${at}":1`).join();

  it.each([
    [
      "members",
      `{${members(900_000)}}`,
      "400 body: has objects of more than 100000 members. Send less in one request.",
    ],
    [
      "members of a member",
      `{"merge":{${members(900_000)}}}`,
      "400 body: has objects of more than 100000 members. Send less in one request.",
    ],
    [
      "members of many objects",
      `{"title":[${Array.from({ length: 900 }, () => `{${members(1000)}}`).join()}]}`,
      "400 body: has objects of more than 100000 members. Send less in one request.",
    ],
    [
      "items",
      `{"title":[${"1,".repeat(900_000)}1]}`,
      "400 body: has an array of more than 150000 items. Send less in one request.",
    ],
  ])("has 900,000 %s and is rejected without being parsed", async (_, text, told) => {
    const body = new TextEncoder().encode(text);
    expect(await refused(body)).toBe(told);
    await expectCost(() => rename({ body }), { times: 1, reference: () => JSON.parse(text) });
  });

  it("is rejected in one line if it is small enough to parse", async () => {
    const answerTo = (count: number) => refused(`{${members(count)}}`);
    expect(await answerTo(90_000)).toBe(
      '400 body: this operation does not take "member0", "member1", "member2", "member3", "member4" and 89995 more.',
    );
    await expectLinearCost(answerTo, 11_000);
  });

  it("is recognized outside strings only", async () => {
    expect((await rename({ body: JSON.stringify({ emoji: "x" }) })).status).toBe(200);
    const { status } = await rename({ body: JSON.stringify({ title: `{[",\\"${",{[".repeat(10)}` }) });
    expect(status).toBe(200);
    await rename({ body: '{"title":"Guides"}' });
  });
});

describe("a member", () => {
  it.each([
    ['{"title":1}', "title: must be a string."],
    ['{"title":null}', "title: must be a string."],
    ['{"title":["x"]}', "title: must be a string."],
    ['{"title":""}', "title: must be at least 1 character long."],
    ['{"editMode":"open"}', 'editMode: must be one of "live", "locked".'],
    [
      '{"defaultLevel":"owner"}',
      'defaultLevel: must be one of "admin", "create", "review", "edit", "comment", "read", "inherit".',
    ],
    [
      '{"mergeRules":{"type":"rules","rules":[{"rule":"none"}]}}',
      /^mergeRules\.rules\.0\.rule: must be one of "require_specific_reviewers", /,
    ],
    ['{"mergeRules":[]}', "mergeRules: must be an object."],
  ])("is rejected by name if its type is wrong: %s", async (body, message) => {
    const answer = await refused(body);
    expect(answer).toMatch(/^400 /);
    expect(answer.slice(4)).toEqual(typeof message === "string" ? message : expect.stringMatching(message));
  });

  it("is rejected by name if it is missing", async () => {
    const answer = await service.send(`PUT /v1/orgs/${service.organization}/agent-instructions`, { body: "{}" });
    expect(refusal(answer)).toBe("400 instructions: is required (object).");
    const empty = await service.send(`PUT /v1/orgs/${service.organization}/agent-instructions`);
    expect(refusal(empty)).toBe("400 instructions: is required (object).");
  });

  it.each([
    ['{"titel":"x"}', '"titel" (did you mean "title"?)'],
    ['{"title":"x","deletedAt":null,"organization":"y"}', '"deletedAt", "organization"'],
    ['{"spaceId":"x"}', '"spaceId"'],
    ['{"__proto__":{"title":"x"}}', '"__proto__" (did you mean "emoji"?)'],
  ])("is rejected if the operation does not accept it: %s", async (body, names) => {
    expect(await refused(body)).toBe(`400 body: this operation does not take ${names}.`);
  });

  it("has a message with the number of further errors after the first three", async () => {
    expect(await refused('{"title":1,"emoji":1,"editMode":1,"language":1,"mergeRules":1}')).toMatch(
      /^400 title: must be a string\. emoji: must be a string\. editMode: .* And 2 more\.$/,
    );
  });

  it("never replaces a path parameter if other members are allowed", async () => {
    const answer = await service.send(`POST /v1/spaces/${space}/change-requests`, {
      body: JSON.stringify({ spaceId: other, __proto__: null, subject: "x" }),
    });
    expect(text(answer, "space")).toBe(space);
  });

  it("changes nothing if another one is rejected", async () => {
    expect(await refused('{"title":"Renamed","emoji":1}')).toBe("400 emoji: must be a string.");
    expect(text(await service.send(`GET /v1/spaces/${space}`), "title")).toBe("Guides");
  });
});

describe("a body of another media type", () => {
  it.each([
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data; boundary=x",
    "text/json",
    "json",
    "application/jsonp",
  ])("gets 415 for %s", async (type) => {
    expect(await refused('{"title":"x"}', { "Content-Type": type })).toBe(
      `415 The body is ${type}; send application/json.`,
    );
  });

  it.each(["application/json", "application/json; charset=utf-8", "Application/JSON", "application/merge-patch+json"])(
    "is JSON for %s",
    async (type) =>
      expect((await rename({ body: '{"emoji":""}', headers: { "Content-Type": type } })).status).toBe(200),
  );

  it("is treated as JSON when it has no type", async () => {
    const body = new TextEncoder().encode('{"emoji":""}');
    expect((await rename({ body, headers: { "Content-Type": null } })).status).toBe(200);
  });
});

describe("a body that is too large", () => {
  const mebibyte = 1024 * 1024;
  const message = "413 body: is larger than 16 MB.";

  it("gets 413 based on Content-Length alone", async () => {
    expect(await refused("{}", { "Content-Length": String(16 * mebibyte + 1) })).toBe(message);
  });

  it("gets 413 without a Content-Length, and is not read further", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        controller.enqueue(new Uint8Array(mebibyte).fill(0x20));
      },
    });
    expect(await refused(body)).toBe(message);
    expect(sent).toBeLessThan(25);
  });

  it("is allowed up to 16 MB", async () => {
    const body = `{"emoji":""${" ".repeat(16 * mebibyte - 12)}}`;
    expect(body.length).toBe(16 * mebibyte);
    expect((await rename({ body })).status).toBe(200);
  });

  it("is not read for a caller without a token", async () => {
    let sent = 0;
    const body = new ReadableStream<Uint8Array>({
      pull(controller) {
        sent += 1;
        if (sent > 8) controller.close();
        else controller.enqueue(new Uint8Array(mebibyte).fill(0x20));
      },
    });
    expect((await rename({ body, headers: { Authorization: null } })).status).toBe(401);
    expect(sent).toBeLessThan(3);
  });
});

describe("a body that an operation does not accept", () => {
  it("is ignored with DELETE, and rejected member by member with POST", async () => {
    const doomed = await makeSpace(service, "Doomed");
    expect((await service.send(`DELETE /v1/spaces/${doomed}`, { body: "not json" })).status).toBe(205);
    const changeRequest = await makeChangeRequest(service, space);
    expect(refusal(await service.send(`POST ${changeRequest}/merge`, { body: '{"force":true}' }))).toBe(
      '400 body: this operation does not take "force".',
    );
  });
});

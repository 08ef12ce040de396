import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { revokeToken } from "../../../src/platform/access/tokens-rows.ts";
import { makeSpace, refusal } from "./content.ts";
import { addPerson } from "./people.ts";
import { running } from "./running.ts";

const service = running();

const unknown = "401 The token is unknown, revoked or expired.";

const missing = "401 The Authorization header is missing or is not `Bearer <token>`.";

let space = "";

beforeAll(async () => {
  space = await makeSpace(service);
});

const ask = (authorization: string | null) =>
  service.send("GET /v1/user", { headers: { Authorization: authorization } });

describe("a request", () => {
  it.each([null, "", "Bearer", "Bearer ", "Basic dXNlcjpwYXNz", "Token x", "Bearer a b", "x"])(
    "carries no token with Authorization %j",
    async (authorization) => {
      const answer = await ask(authorization);
      expect(refusal(answer)).toBe(missing);
      expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="copydesk"');
    },
  );

  it.each(["Bearer x", "Bearer cpd_", "Bearer ' or 1=1 --", `Bearer ${"a".repeat(100_000)}`])(
    "is rejected with an unknown token",
    async (authorization) => {
      const answer = await ask(authorization.replaceAll(" or 1=1 --", "/or/1=1--"));
      expect(refusal(answer)).toBe(unknown);
      expect(answer.headers.get("www-authenticate")).toBe('Bearer realm="copydesk"');
    },
  );

  it("is rejected with a token that differs in case or at its end", async () => {
    for (const token of [service.token.toUpperCase(), service.token.slice(0, -1), `${service.token}x`]) {
      expect(refusal(await ask(`Bearer ${token}`))).toBe(unknown);
    }
  });

  it("is rejected with a token in the query", async () => {
    const answer = await service.send(`GET /v1/user?token=${service.token}&access_token=${service.token}`, {
      headers: { Authorization: null },
    });
    expect(refusal(answer)).toBe(missing);
  });

  it("is rejected on every kind of operation", async () => {
    for (const line of [
      `GET /v1/spaces/${space}`,
      `PATCH /v1/spaces/${space}`,
      `DELETE /v1/spaces/${space}`,
      `POST /v1/spaces/${space}/restore`,
      `GET /v1/spaces/${space}/search?query=x`,
      "GET /v1/spaces/nowhere",
      "DELETE /v1/spaces/nowhere",
    ]) {
      expect(refusal(await service.send(line, { headers: { Authorization: null } })), line).toBe(missing);
      expect(refusal(await service.send(line, { headers: { Authorization: "Bearer x" } })), line).toBe(unknown);
    }
    expect((await service.send(`GET /v1/spaces/${space}`)).status).toBe(200);
  });

  it("is rejected for its token before its body is examined", async () => {
    for (const body of ["{", "[]", '{"wrong":1}']) {
      const answer = await service.send(`PATCH /v1/spaces/${space}`, { body, headers: { Authorization: "Bearer x" } });
      expect(refusal(answer)).toBe(unknown);
    }
  });
});

describe("a token", () => {
  it("stops working when it is revoked", async () => {
    const person = await addPerson(service, service.organization, "read");
    expect((await ask(`Bearer ${person.token}`)).status).toBe(200);
    const now = service.platform.now();
    const revoked = await service.platform.database.write((queries) => revokeToken(queries, person.tokenId, now));
    expect(revoked).toBe(true);
    expect(refusal(await ask(`Bearer ${person.token}`))).toBe(unknown);
  });

  it("writes nothing right after it is revoked, even if it was accepted for a write just before", async () => {
    const person = await addPerson(service, service.organization, "admin");
    const rename = (title: string) =>
      service.send(`PATCH /v1/spaces/${space}`, { body: JSON.stringify({ title }), headers: person.headers });
    expect((await rename("Before")).status).toBe(200);
    const now = service.platform.now();
    await service.platform.database.write((queries) => revokeToken(queries, person.tokenId, now));
    expect(refusal(await rename("After"))).toBe(unknown);
    expect((await service.send(`GET /v1/spaces/${space}`)).json).toMatchObject({ title: "Before" });
  });

  it("works until it expires", async () => {
    const person = await addPerson(service, service.organization, "read", "2026-01-03T00:00:00.000Z");
    service.setTime("2026-01-02T23:59:59.999Z");
    expect((await ask(`Bearer ${person.token}`)).status).toBe(200);
    service.setTime("2026-01-03T00:00:00.000Z");
    expect(refusal(await ask(`Bearer ${person.token}`))).toBe(unknown);
  });

  it("is never repeated in a response, whatever is wrong with the request", async () => {
    const answers = await Promise.all([
      ask(`Bearer ${service.token}`),
      ask(`Basic ${service.token}`),
      ask(`Bearer ${service.token}x`),
      ask(`Bearer  ${service.token} and more`),
      service.send("GET /v1/nothing"),
      service.send("PUT /v1/user"),
      service.send(`PATCH /v1/spaces/${space}`, { body: "{" }),
      service.send(`PATCH /v1/spaces/${space}`, { body: '{"x":1}' }),
      service.send("GET /v1/orgs?page=x"),
      service.send("GET /files/x/y"),
    ]);
    for (const answer of answers) {
      expect(answer.text).not.toContain(service.token);
      expect(JSON.stringify([...answer.headers])).not.toContain(service.token);
    }
  });

  it("is not stored in plain text", async () => {
    const { database } = service.platform;
    const stored = await database.read((queries) => queries.selectFrom("token").selectAll().execute());
    expect(stored.length).toBeGreaterThan(0);
    expect(JSON.stringify(stored)).not.toContain(service.token);
    const files = readdirSync(service.folder).filter((name) => name.startsWith("copydesk.sqlite"));
    for (const name of files) expect(readFileSync(join(service.folder, name)).includes(service.token)).toBe(false);
  });
});

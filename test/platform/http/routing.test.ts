import { beforeAll, describe, expect, it } from "vitest";
import { makePublishedSpace, refusal, text } from "./content.ts";
import { running } from "./running.ts";

const service = running();
const noPath =
  '404 This API has no such path. The section "API" of the manual lists every path; in the package, that is docs/reference and openapi.json.';

let space = "";
beforeAll(async () => {
  const made = await makePublishedSpace(service, [
    { title: "Start here" },
    { title: "Größe & Preis" },
    { title: "日本語", slug: "日本語" },
  ]);
  space = made.space;
});

describe("a path", () => {
  it.each(["/", "/v2/user", "/user", "/v1/nothing", "/v1//user", "/v1/user//", "/V1/user"])(
    "is unknown for every method: %s",
    async (path) => {
      for (const method of ["GET", "POST", "DELETE"])
        expect(refusal(await service.send(`${method} ${path}`))).toBe(noPath);
    },
  );

  it("is rejected as unknown before authentication, so a token is not required to find out", async () => {
    expect((await service.send("GET /v1/nothing", { headers: { Authorization: null } })).status).toBe(404);
  });

  it("works with and without a trailing slash for the service itself, like every other", async () => {
    for (const path of ["/v1", "/v1/"]) {
      const answer = await service.send(`GET ${path}`);
      expect(answer.status).toBe(200);
      expect(text(answer, "version")).toMatch(/^\d+\.\d+\.\d+/);
      expect((await service.send(`POST ${path}`)).status).toBe(405);
    }
  });

  it("may end with one slash", async () => {
    expect((await service.send("GET /v1/user/")).status).toBe(200);
    expect((await service.send(`GET /v1/spaces/${space}/`)).status).toBe(200);
  });

  it("is read like any URL: dot segments lead up, encoded or not", async () => {
    expect(text(await service.send("GET /v1/spaces/../user"), "object")).toBe("user");
    expect(text(await service.send("GET /v1/spaces/%2e%2e/user"), "object")).toBe("user");
    expect(refusal(await service.send("GET /v1/%2E%2E"))).toBe(noPath);
  });
});

describe("a path that somebody guessed", () => {
  const nearest = async (line: string) =>
    [...refusal(await service.send(line, { headers: { Authorization: null } })).matchAll(/(\w+) \([A-Z]+ \/v1/g)].map(
      ([, id]) => id,
    );

  it.each([
    ["POST /v1/spaces/{space}/pages", "updateChangeRequestContent"],
    ["DELETE /v1/spaces/{space}/pages/p1", "updateChangeRequestContent"],
    ["GET /v1/spaces/{space}/pages", "listPages"],
    ["POST /v1/orgs/{organization}/space", "createSpace"],
    ["GET /v1/organizations", "listOrganizationsForAuthenticatedUser"],
    ["POST /v1/change-requests/5/merge", "mergeChangeRequest"],
    ["GET /v1/user/x", "getAuthenticatedUser"],
    ["GET /v1/space/{space}", "getSpaceById"],
  ])("is told the operation that is meant: %s", async (line, id) => {
    const filled = line.replace("{space}", space).replace("{organization}", service.organization);
    const named = await nearest(filled);
    expect(named[0]).toBe(id);
    expect(named.length).toBeLessThanOrEqual(3);
  });

  it("is told the same whether or not what it names exists, and is not repeated", async () => {
    const told = async (id: string) => refusal(await service.send(`POST /v1/spaces/${id}/pages`));
    expect(await told(space)).toBe(await told("secret-plans"));
    expect(await told("secret-plans")).not.toContain("secret");
  });

  it("costs little, however long it is", async () => {
    expect(refusal(await service.send(`GET /v1/${"spaces/".repeat(2000)}pages`))).toBe(noPath);
  });
});

describe("a method that a path does not accept", () => {
  it.each([
    ["POST", "/v1/user", "GET"],
    ["DELETE", "/v1/orgs/o", "GET, PATCH"],
    ["PUT", "/v1/orgs/o/spaces", "GET, POST"],
    ["POST", "/v1/orgs/o/agent-instructions", "GET, PUT"],
    ["POST", "/v1/spaces/s", "GET, PATCH, DELETE"],
    ["GET", "/v1/spaces/s/restore", "POST"],
    ["DELETE", "/v1/spaces/s/change-requests/1", "GET, PATCH"],
    ["PATCH", "/v1/spaces/s/change-requests/1/content", "GET, POST"],
    ["OPTIONS", "/v1/user", "GET"],
    ["BREW", "/v1/user", "GET"],
  ])("gets 405: %s %s with Allow: %s", async (method, path, allow) => {
    const answer = await service.send(`${method} ${path}`);
    expect(refusal(answer)).toBe(`405 This path does not accept ${method}; it accepts ${allow}.`);
    expect(answer.headers.get("allow")).toBe(allow);
  });
});

describe("a path parameter", () => {
  const notAnId = "400 spaceId: an id has only letters, digits, dashes and underscores.";

  it.each([
    "a%2Fb",
    "a%2e%2e%2fuser",
    "%2e%2e%2f%2e%2e%2fetc%2fpasswd",
    "%00",
    "a%00b",
    "a%20b",
    "a.b",
    "%E2%82%AC",
    "*",
    "a'b",
  ])("is rejected as not an id: %s", async (id) =>
    expect(refusal(await service.send(`GET /v1/spaces/${id}`))).toBe(notAnId),
  );

  it.each(["%", "%zz", "%C3", "%ff%fe"])("is rejected as not percent-encoded text: %s", async (id) => {
    expect(refusal(await service.send(`GET /v1/spaces/${id}`))).toBe(
      `400 spaceId: "${id}" is not a percent-encoded path segment.`,
    );
  });

  it("is only partly repeated in the message when it is very long", async () => {
    const answer = await service.send(`GET /v1/spaces/${"a".repeat(1_000_000)}`);
    expect(answer.status).toBe(404);
    expect(answer.text.length).toBeLessThan(1100);
  });

  it("may be __proto__ or constructor, which are ordinary ids", async () => {
    for (const id of ["__proto__", "constructor", "toString"]) {
      expect((await service.send(`GET /v1/spaces/${id}`)).status).toBe(404);
      expect((await service.send(`GET /v1/spaces/${space}/content/page/${id}`)).status).toBe(404);
    }
  });
});

describe("a page's path", () => {
  it.each([
    ["start-here", "Start here"],
    ["start%2Dhere", "Start here"],
    ["%2Fstart-here%2F", "Start here"],
    ["start-here.md", "Start here"],
    ["grosse-preis", "Größe & Preis"],
    [encodeURIComponent("日本語"), "日本語"],
  ])("is found as %s", async (path, title) => {
    expect(text(await service.send(`GET /v1/spaces/${space}/content/path/${path}`), "title")).toBe(title);
  });

  it.each(["nowhere", "start-here%2Fnowhere", "%2F", "%00", "start-here%00"])("is not found as %s", async (path) => {
    const answer = await service.send(`GET /v1/spaces/${space}/content/path/${path}`);
    expect(refusal(answer)).toMatch(/^404 pagePath: there is no page at /);
  });

  it("may not be very long", async () => {
    const answer = await service.send(`GET /v1/spaces/${space}/content/path/${"a%2F".repeat(1000)}a`);
    expect(refusal(answer)).toBe("400 pagePath: must be at most 2000 characters long.");
  });
});

describe("a query parameter", () => {
  it("is rejected if the operation does not have it, whatever its name", async () => {
    expect(refusal(await service.send("GET /v1/user?nothing=1&__proto__=x"))).toBe(
      '400 query: this operation does not take "nothing", "__proto__".',
    );
  });

  it.each([
    ["format=pdf", 'format: must be one of "document", "markdown".'],
    ["format=", 'format: must be one of "document", "markdown".'],
    ["metadata=yes", "metadata: must be a boolean."],
    ["metadata=true&metadata=false", "metadata: must be a boolean."],
  ])("is rejected: %s", async (query, message) => {
    const answer = await service.send(`GET /v1/spaces/${space}/content/path/start-here?${query}`);
    expect(refusal(answer)).toBe(`400 ${message}`);
  });
});

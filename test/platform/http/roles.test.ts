import { beforeAll, describe, expect, it } from "vitest";
import type { Role } from "../../../src/contract/models/role.ts";
import { insertPages, makeChangeRequest, makePublishedSpace, member, refusal, text } from "./content.ts";
import { addPerson, type Person } from "./people.ts";
import { running } from "./running.ts";

const service = running();
const ladder: readonly Role[] = ["read", "comment", "edit", "review", "create", "admin"];

const people = new Map<Role, Person>();
let space = "";
let page = "";

beforeAll(async () => {
  for (const role of ladder) people.set(role, await addPerson(service, service.organization, role));
  const made = await makePublishedSpace(service, [{ title: "Start" }]);
  space = made.space;
  page = made.pages[0] ?? "";
});

const headersOf = (role: Role) => people.get(role)?.headers ?? {};
const instructions = '{"instructions":{"object":"document","data":{},"nodes":[]}}';

/** A new change request for each attempt, so that none is affected by the one before. */
async function address(template: string): Promise<string> {
  const changeRequest = template.includes("{cr}") ? await makeChangeRequest(service, space) : "";
  if (template.includes("/merge")) await insertPages(service, changeRequest, [{ title: "More" }]);
  return template
    .replace("{cr}", changeRequest)
    .replace("{organization}", service.organization)
    .replace("{space}", space);
}

const operations: readonly (readonly [template: string, least: Role, body?: string])[] = [
  ["GET /v1/orgs/{organization}", "read"],
  ["GET /v1/orgs/{organization}/spaces", "read"],
  ["GET /v1/orgs/{organization}/search?query=x", "read"],
  ["GET /v1/orgs/{organization}/change-requests", "read"],
  ["GET /v1/orgs/{organization}/agent-instructions", "read"],
  ["GET /v1/spaces/{space}", "read"],
  ["GET /v1/spaces/{space}/content", "read"],
  ["GET {cr}", "read"],
  ["GET {cr}/content", "read"],
  ["GET {cr}/changes", "read"],
  ["POST /v1/spaces/{space}/change-requests", "edit"],
  ["PATCH {cr}", "edit", '{"subject":"x"}'],
  ["POST {cr}/content", "edit", '{"changes":[{"operation":"insert_page","document":{"markdown":"x"}}]}'],
  ["POST {cr}/update", "edit"],
  ["POST {cr}/merge", "review"],
  ["POST /v1/orgs/{organization}/spaces", "create"],
  ["PATCH /v1/spaces/{space}", "admin", '{"emoji":""}'],
  ["PUT /v1/orgs/{organization}/agent-instructions", "admin", instructions],
];

describe.each(operations.map(([template, least, body]) => ({ template, least, body })))(
  "$template",
  ({ template, least, body }) => {
    const sending = (role: Role) => ({ headers: headersOf(role), ...(body === undefined ? {} : { body }) });
    const below = ladder.slice(0, ladder.indexOf(least));

    it(`requires the role ${least} or above, and names it in refusals`, async () => {
      for (const role of ladder.slice(ladder.indexOf(least))) {
        const answer = await service.send(await address(template), sending(role));
        expect([200, 201], `${role}: ${answer.text}`).toContain(answer.status);
      }
      for (const role of below) {
        const answer = await service.send(await address(template), sending(role));
        const subject = template.includes("{organization}") ? `organization ${service.organization}` : `space ${space}`;
        expect(refusal(answer)).toBe(
          `403 This needs the role "${least}" on ${subject}; the token's user has "${role}".`,
        );
      }
    });
  },
);

describe("deleting and restoring a space", () => {
  it("requires an administrator", async () => {
    for (const role of ladder.slice(0, -1)) {
      expect(refusal(await service.send(`DELETE /v1/spaces/${space}`, { headers: headersOf(role) }))).toBe(
        `403 This needs the role "admin" on space ${space}; the token's user has "${role}".`,
      );
    }
    const administrator = { headers: headersOf("admin") };
    expect((await service.send(`DELETE /v1/spaces/${space}`, administrator)).status).toBe(205);
    expect((await service.send(`POST /v1/spaces/${space}/restore`, { headers: headersOf("create") })).status).toBe(403);
    expect((await service.send(`POST /v1/spaces/${space}/restore`, administrator)).status).toBe(200);
  });
});

describe("the permissions in a response", () => {
  it("are those of the caller", async () => {
    const seen = await Promise.all(
      ladder.map(async (role) => {
        const answer = await service.send(`GET /v1/spaces/${space}`, { headers: headersOf(role) });
        return [
          role,
          ...["view", "comment", "edit", "review", "merge", "admin"].filter((name) =>
            member(answer, `permissions.${name}`),
          ),
        ];
      }),
    );
    expect(seen).toEqual([
      ["read", "view"],
      ["comment", "view", "comment"],
      ["edit", "view", "comment", "edit"],
      ["review", "view", "comment", "edit", "review", "merge"],
      ["create", "view", "comment", "edit", "review", "merge"],
      ["admin", "view", "comment", "edit", "review", "merge", "admin"],
    ]);
  });

  it("belong to the acting user: a change request names its creator", async () => {
    const editor = people.get("edit");
    const made = await service.send(`POST /v1/spaces/${space}/change-requests`, { headers: headersOf("edit") });
    expect(text(made, "createdBy.id")).toBe(editor?.user);
    expect(
      (await service.send(`GET /v1/spaces/${space}/content/page/${page}`, { headers: headersOf("read") })).status,
    ).toBe(200);
  });
});

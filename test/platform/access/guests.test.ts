import { beforeAll, describe, expect, it } from "vitest";
import { putUserGrants } from "../../../src/platform/access/grants-rows.ts";
import { makeChangeRequest, makePublishedSpace, member, refusal } from "../http/content.ts";
import { addPerson, type Person } from "../http/people.ts";
import { running } from "../http/running.ts";

const service = running();

let guest: Person;

let open = "";

let closed = "";

beforeAll(async () => {
  guest = await addPerson(service, service.organization, null);
  open = (await makePublishedSpace(service, [{ title: "Zebra", markdown: "A zebra grazes.\n" }])).space;
  closed = (await makePublishedSpace(service, [{ title: "Zebra secrets", markdown: "A zebra hides.\n" }])).space;
  await makeChangeRequest(service, open);
  await makeChangeRequest(service, closed);
  await service.platform.database.write((queries) =>
    putUserGrants(queries, [{ space: open, user: guest.user, role: "comment", granted_at: service.platform.now() }]),
  );
});

const send = (line: string) => service.send(line, { headers: guest.headers });

describe("a guest", () => {
  it("finds only the granted space in lists, counts and search", async () => {
    for (const [list, count] of [
      ["spaces", 1],
      ["change-requests?status=draft", 1],
      ["search?query=zebra", 1],
    ] as const) {
      const answer = await send(`GET /v1/orgs/${service.organization}/${list}`);
      expect(member(answer, "count"), list).toBe(count);
      expect(answer.text, list).toContain(open);
      expect(answer.text, list).not.toContain(closed);
      expect(answer.text, list).not.toContain("secrets");
    }
  });

  it("has the granted role in that space and cannot tell whether other spaces exist", async () => {
    const answer = await send(`GET /v1/spaces/${open}`);
    expect(member(answer, "permissions")).toMatchObject({ view: true, comment: true, edit: false, admin: false });
    expect(refusal(await send(`GET /v1/spaces/${closed}`))).toBe(
      `404 spaceId: there is no space ${closed}, or this token may not see it.`,
    );
    expect((await send(`DELETE /v1/spaces/${closed}`)).status).toBe(204);
    expect(member(await service.send(`GET /v1/spaces/${closed}`), "deletedAt")).toBeUndefined();
  });

  it("sees the organization's name, and is refused whatever requires a role in it", async () => {
    const answer = await send(`GET /v1/orgs/${service.organization}`);
    expect(member(answer, "permissions")).toMatchObject({ view: true, listMembers: false, createContent: false });
    expect(refusal(await send(`GET /v1/orgs/${service.organization}/agent-instructions`))).toBe(
      `403 This needs the role "read" on organization ${service.organization}; the token's user is a guest.`,
    );
    expect((await send(`POST /v1/orgs/${service.organization}/spaces`)).status).toBe(403);
  });
});

describe("a suspended member", () => {
  it("gets the same responses as a stranger", async () => {
    const suspended = await addPerson(service, service.organization, "admin");
    await service.platform.database.write((queries) =>
      queries.updateTable("member").set({ disabled: 1 }).where("user", "=", suspended.user).execute(),
    );
    const { headers } = suspended;
    expect((await service.send("GET /v1/orgs", { headers })).json).toEqual({ count: 0, items: [] });
    for (const path of [`orgs/${service.organization}`, `orgs/${service.organization}/spaces`, `spaces/${open}`]) {
      expect((await service.send(`GET /v1/${path}`, { headers })).status, path).toBe(404);
    }
  });
});

describe("a guest who may write in a space", () => {
  const changeIn = async (person: Person | undefined, spec: string) => {
    const place = await makeChangeRequest(service, open);
    const computed = { type: "builtin:openapi", dependencies: { spec: { ref: { kind: "openapi", spec } } } };
    const changes = [{ operation: "insert_page", computed }];
    return service.send(`POST ${place}/content`, {
      ...(person === undefined ? {} : { headers: person.headers }),
      body: JSON.stringify({ changes }),
    });
  };
  const publish = (slug: string) =>
    service.send(`PUT /v1/orgs/${service.organization}/openapi/${slug}`, {
      body: JSON.stringify({
        source: { text: '{"openapi":"3.1.0","info":{"title":"Inner","version":"1"},"paths":{}}' },
      }),
    });

  it("cannot add pages computed from specifications that only members may read, whether they exist or not", async () => {
    const writer = await addPerson(service, service.organization, null);
    const grant = { space: open, user: writer.user, role: "edit", granted_at: service.platform.now() };
    await service.platform.database.write((queries) => putUserGrants(queries, [grant]));
    expect((await publish("inner-api")).status).toBeLessThan(300);
    await service.platform.jobsSettled();
    expect(
      (await service.send(`GET /v1/orgs/${service.organization}/openapi/inner-api`, { headers: writer.headers }))
        .status,
    ).toBe(403);
    for (const spec of ["inner-api", "no-such-api"]) {
      expect(refusal(await changeIn(writer, spec))).toBe(
        `403 computed: OpenAPI specification "${spec}" belongs to the organization, in which the token's user is a guest. Ask a member to add its pages here.`,
      );
    }
    expect((await changeIn(undefined, "inner-api")).status).toBe(200);
  });
});

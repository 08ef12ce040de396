import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../../../src/contract/models/role.ts";
import { addMember } from "../../../../src/platform/access/people/index.ts";
import { insertPages, makeChangeRequest, makePublishedSpace, member, refusal, text } from "../../http/content.ts";
import { addOrganization, addPerson, type Person } from "../../http/people.ts";
import { running } from "../../http/running.ts";
import { makeCollection, makeSpaceIn, titles } from "./arrangement.ts";

const service = running();

let target = "";

let theirs: Person;

beforeEach(async () => {
  const other = await addOrganization(service);
  target = other.organization;
  theirs = other.administrator;
});

const join = (role: Role) =>
  service.platform.database.write((queries) =>
    addMember(queries, { organization: target, user: service.user, role }, service.platform.now()),
  );

const transfer = (path: string, headers = {}) =>
  service.send(`POST /v1/${path}/transfer`, { headers, body: JSON.stringify({ organization: target }) });

describe("a transferred space", () => {
  it("belongs to the other organization with its content and change requests, and its grants are removed", async () => {
    await join("create");
    const { space, pages } = await makePublishedSpace(service, [{ title: "Zebra", markdown: "A zebra.\n" }]);
    const draft = await makeChangeRequest(service, space);
    const guest = await addPerson(service, service.organization, null);
    await service.send(`POST /v1/spaces/${space}/permissions`, {
      body: JSON.stringify({ users: [guest.user], role: "read" }),
    });
    const answer = await transfer(`spaces/${space}`);
    expect(answer.status, answer.text).toBe(200);
    expect(text(answer, "organization")).toBe(target);
    expect((await service.send(`GET /v1/spaces/${space}`, { headers: guest.headers })).status).toBe(404);
    const { headers } = theirs;
    expect(
      text(
        await service.send(`GET /v1/spaces/${space}/content/page/${pages[0]}?format=markdown`, { headers }),
        "markdown",
      ),
    ).toContain("A zebra.");
    expect((await service.send(`GET ${draft}`, { headers })).status).toBe(200);
    expect(member(await service.send(`GET /v1/orgs/${target}/search?query=zebra`, { headers }), "count")).toBe(1);
    expect((await service.send(`GET /v1/orgs/${service.organization}/spaces?limit=1000`)).text).not.toContain(space);
    expect(member(await service.send(`GET /v1/spaces/${space}/permissions/users`, { headers }), "count")).toBe(0);
  });

  it("requires an administrator here and the role create there", async () => {
    const space = await makeSpaceIn(service, "Plans");
    expect(refusal(await transfer(`spaces/${space}`))).toBe(
      `404 organization: there is no organization ${target}, or this token may not see it.`,
    );
    await join("review");
    expect(refusal(await transfer(`spaces/${space}`))).toBe(
      `403 This needs the role "create" on organization ${target}; the token's user has "review".`,
    );
    const creator = await addPerson(service, service.organization, "create");
    expect(refusal(await transfer(`spaces/${space}`, creator.headers))).toBe(
      `403 This needs the role "admin" on space ${space}; the token's user has "create".`,
    );
  });

  it("stays in place if its content is not at the revision that the caller names", async () => {
    await join("admin");
    const { space } = await makePublishedSpace(service, [{ title: "Zebra" }]);
    const revision = text(await service.send(`GET /v1/spaces/${space}`), "revision");
    expect(refusal(await transfer(`spaces/${space}`, { "If-Match": '"older"' }))).toBe(
      `412 Space ${space} is at revision ${revision}, not older: its content has changed since.`,
    );
    expect((await transfer(`spaces/${space}`, { "If-Match": `"${revision}"` })).status).toBe(200);
  });

  it("loses nothing during edits and merges: users who may no longer edit are told, and earlier changes stay", async () => {
    await join("admin");
    const { space } = await makePublishedSpace(service, [{ title: "Zebra" }]);
    const editor = await addPerson(service, service.organization, "review");
    const draft = await makeChangeRequest(service, space);
    await insertPages(service, draft, [{ title: "More" }]);
    const body = '{"changes":[{"operation":"insert_page","title":"Last","document":{"markdown":"x"}}]}';
    const [edited, moved, merged] = await Promise.all([
      service.send(`POST ${draft}/content`, { headers: editor.headers, body }),
      transfer(`spaces/${space}`),
      service.send(`POST ${draft}/merge`),
    ]);
    expect(moved.status).toBe(200);
    expect(merged.status).toBe(200);
    const pages = await service.send(`GET /v1/spaces/${space}/content/pages`, { headers: theirs.headers });
    const expected = edited.status === 200 ? 3 : 2;
    expect(edited.status === 200 || edited.status === 404, edited.text).toBe(true);
    expect(member(pages, "pages")).toHaveLength(expected);
    expect((await service.send(`POST ${draft}/content`, { headers: editor.headers, body })).status).toBe(404);
  });
});

describe("a review requested in a transferred space", () => {
  it("stays requested from users in both organizations, and from no one else", async () => {
    await join("create");
    const [both, ours] = [
      await addPerson(service, service.organization, "review"),
      await addPerson(service, service.organization, "review"),
    ];
    await service.platform.database.write((queries) =>
      addMember(queries, { organization: target, user: both.user, role: "review" }, service.platform.now()),
    );
    const space = await makeSpaceIn(service, "Plans");
    const draft = await makeChangeRequest(service, space);
    const users = JSON.stringify({ users: [both.user, ours.user] });
    expect((await service.send(`POST ${draft}/requested-reviewers`, { body: users })).status).toBe(200);
    await transfer(`spaces/${space}`);
    const awaited = await service.send(`GET ${draft}/requested-reviewers`, { headers: theirs.headers });
    expect(member(awaited, "count")).toBe(1);
    expect(member(awaited, "items.0.user.id")).toBe(both.user);
  });
});

describe("a transferred collection", () => {
  it("takes its contents along, in their order and with their roles", async () => {
    await join("admin");
    const shelf = await makeCollection(service, "Shelf");
    const inner = await makeCollection(service, "Inner", { parent: shelf, defaultLevel: null });
    for (const title of ["One", "Two"]) await makeSpaceIn(service, title, { parent: shelf });
    await makeSpaceIn(service, "Secret", { parent: inner });
    const answer = await transfer(`collections/${shelf}`);
    expect(answer.status, answer.text).toBe(200);
    const { headers } = theirs;
    expect(await titles(service, `orgs/${target}/collections`, theirs)).toEqual(["Shelf", "Inner"]);
    expect(await titles(service, `collections/${shelf}/spaces`, theirs)).toEqual(["One", "Two"]);
    expect(text(await service.send(`GET /v1/collections/${inner}`, { headers }), "parent")).toBe(shelf);
    const reader = await addPerson(service, target, "read");
    expect(await titles(service, `orgs/${target}/spaces`, reader)).toEqual(["One", "Two"]);
    expect(await titles(service, `orgs/${target}/collections`, reader)).toEqual(["Shelf"]);
  });

  it("requires an administrator of everything in it", async () => {
    const shelf = await makeCollection(service, "Shelf", { defaultLevel: "admin" });
    await makeSpaceIn(service, "Mine", { parent: shelf });
    const secret = await makeSpaceIn(service, "Secret", { parent: shelf, defaultLevel: null });
    const keeper = await addPerson(service, service.organization, "read");
    const said = `403 This needs the role "admin" on everything in collection ${shelf}, and the token's user does not have it. Ask an administrator of the organization.`;
    await service.platform.database.write((queries) =>
      addMember(queries, { organization: target, user: keeper.user, role: "admin" }, service.platform.now()),
    );
    for (const answer of [
      await transfer(`collections/${shelf}`, keeper.headers),
      await service.send(`DELETE /v1/collections/${shelf}`, { headers: keeper.headers }),
    ]) {
      expect(refusal(answer)).toBe(said);
      expect(answer.text).not.toContain(secret);
    }
  });
});

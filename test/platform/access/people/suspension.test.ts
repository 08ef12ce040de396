import { expect, it } from "vitest";
import { resumeMember, suspendMember } from "../../../../src/platform/access/people/index.ts";
import { addOrganization, addPerson } from "../../http/people.ts";
import { running } from "../../http/running.ts";

const service = running();

const write: typeof service.platform.database.write = (work) => service.platform.database.write(work);

it("a suspension closes one organization to a member, who is signed out if it was the only one", async () => {
  const { organization } = service;
  const ana = await addPerson(service, organization, "edit");
  const read = () => service.send(`GET /v1/orgs/${organization}`, { headers: ana.headers });
  expect((await read()).status).toBe(200);
  expect(
    await write((queries) => suspendMember(queries, { organization, user: ana.user }, service.platform.now())),
  ).toBe(true);
  expect((await read()).status).toBe(401);
});

it("a suspension leaves other organizations open, and can be lifted", async () => {
  const { organization } = service;
  const elsewhere = await addOrganization(service);
  const { user, headers } = elsewhere.administrator;
  const joined = { organization, user, role: "edit", joined_at: service.platform.now() };
  await write((queries) =>
    queries
      .insertInto("member")
      .values(joined)
      .execute()
      .then(() => undefined),
  );
  const statuses = async () => [
    (await service.send(`GET /v1/orgs/${organization}`, { headers })).status,
    (await service.send(`GET /v1/orgs/${elsewhere.organization}`, { headers })).status,
  ];
  expect(await statuses()).toEqual([200, 200]);
  await write((queries) => suspendMember(queries, { organization, user }, service.platform.now()));
  expect(await statuses()).toEqual([404, 200]);
  expect(await write((queries) => resumeMember(queries, { organization, user }))).toBe(true);
  expect(await statuses()).toEqual([200, 200]);
});

it("a suspension is rejected for the last administrator and for users who are not members", async () => {
  const { organization, administrator } = await addOrganization(service);
  const last = { organization, user: administrator.user };
  await expect(write((queries) => suspendMember(queries, last, service.platform.now()))).rejects.toThrow(
    "this is the last administrator",
  );
  const path = `/v1/orgs/${organization}`;
  expect((await service.send(`GET ${path}`, { headers: administrator.headers })).status).toBe(200);
  const nobody = { organization, user: "nobody" };
  expect(await write((queries) => suspendMember(queries, nobody, service.platform.now()))).toBe(false);
  expect(await write((queries) => resumeMember(queries, nobody))).toBe(false);
});

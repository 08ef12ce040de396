import { expect, it } from "vitest";
import { insertMember } from "../../../src/platform/access/people-rows.ts";
import { createToken } from "../../../src/platform/access/tokens-rows.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";
import { member } from "../http/content.ts";
import { addOrganization } from "../http/people.ts";
import { running } from "../http/running.ts";

const service = running();

it("a token acts in every organization of its user, with the role the user has there", async () => {
  const other = await addOrganization(service);
  await service.platform.database.write((queries) =>
    insertMember(queries, {
      organization: other.organization,
      user: service.user,
      role: "read",
      joined_at: service.platform.now(),
    }),
  );
  expect(member(await service.send("GET /v1/orgs"), "count")).toBe(2);
  const make = (organization: string) => service.send(`POST /v1/orgs/${organization}/spaces`, { body: "{}" });
  expect((await make(service.organization)).status).toBe(201);
  expect((await make(other.organization)).status).toBe(403);
});

it("a token without a narrower scope may do everything its user may", async () => {
  const { client, organization, platform, user } = await openWorkspace();
  expect((await client.organizations.list({})).items.map(({ id }) => id)).toEqual([organization]);
  const members = await platform.database.read((queries) => queries.selectFrom("member").selectAll().execute());
  expect(members).toMatchObject([{ organization, user, role: "admin" }]);
  const made = await platform.database.write((queries) =>
    createToken(queries, { user, name: "ci", createdAt: platform.now() }),
  );
  const headers = { Authorization: `Bearer ${made.token}`, "Content-Type": "application/json" };
  const send = async (line: string, body?: object) => {
    const [method = "", path] = line.split(" ");
    const sent = body === undefined ? {} : { body: JSON.stringify(body) };
    return platform.fetch(new Request(`http://localhost/v1${path}`, { method, headers, ...sent }));
  };
  const { id } = (await (await send(`POST /orgs/${organization}/spaces`, { title: "Guides" })).json()) as {
    id: string;
  };
  const draft = `/spaces/${id}/change-requests`;
  const changes = [{ operation: "insert_page", title: "Start", document: { markdown: "# Start\n" } }];
  const statuses = [
    await send(`POST ${draft}`, {}),
    await send(`POST ${draft}/1/content`, { changes }),
    await send(`POST ${draft}/1/merge`),
    await send(`GET /spaces/${id}/content`),
    await send(`PATCH /spaces/${id}`, { title: "Manual" }),
    await send(`DELETE /spaces/${id}`),
  ].map(({ status }) => status);
  expect(statuses).toEqual([201, 200, 200, 200, 200, 205]);
});

import { beforeAll, describe, expect, it } from "vitest";
import { insertFile, insertPages, makeChangeRequest, makePublishedSpace, member, refusal, text } from "./content.ts";
import { addOrganization, type Person } from "./people.ts";
import { running } from "./running.ts";

const service = running();

let stranger: Person;
let elsewhere = "";
let space = "";
let page = "";
let file = "";
let changeRequest = "";
let revision = "";

beforeAll(async () => {
  const other = await addOrganization(service);
  stranger = other.administrator;
  elsewhere = other.organization;
  const made = await makePublishedSpace(service, [{ title: "Secret zebra", markdown: "The zebra is striped.\n" }]);
  space = made.space;
  page = made.pages[0] ?? "";
  const address = await makeChangeRequest(service, space);
  changeRequest = address.slice(address.lastIndexOf("/") + 1);
  await insertPages(service, address, [{ title: "Draft zebra" }]);
  const bytes = new TextEncoder().encode("x");
  file = text(
    await insertFile(service, address, { name: "a.txt", contentType: "text/plain", bytes }),
    "insertedFiles.0.id",
  );
  revision = text(await service.send(`GET /v1/spaces/${space}`), "revision");
});

/** The same request of a stranger, for existing and for unknown ids. */
async function both(line: string, body?: string) {
  const sending = { headers: stranger.headers, ...(body === undefined ? {} : { body }) };
  const there = await service.send(line, sending);
  const missing = line
    .replaceAll(space, "nowhere")
    .replaceAll(service.organization, "nobody")
    .replaceAll(changeRequest, "nothing");
  const absent = await service.send(missing, sending);
  const plain = (answer: string) => answer.replaceAll(space, "nowhere").replaceAll(service.organization, "nobody");
  return { there: plain(refusal(there)), absent: refusal(absent) };
}

/** `S` and the other capitals are replaced by existing ids. */
const requests: readonly (readonly [template: string, body?: string])[] = [
  ["GET /v1/spaces/S"],
  ["PATCH /v1/spaces/S", '{"title":"Mine"}'],
  ["POST /v1/spaces/S/restore"],
  ["GET /v1/spaces/S/search?query=zebra"],
  ["GET /v1/spaces/S/content"],
  ["GET /v1/spaces/S/content/pages"],
  ["GET /v1/spaces/S/content/page/P"],
  ["GET /v1/spaces/S/content/path/secret-zebra"],
  ["GET /v1/spaces/S/content/files"],
  ["GET /v1/spaces/S/content/files/F"],
  ["GET /v1/spaces/S/content/files/F/backlinks"],
  ["GET /v1/spaces/S/content/page/P/links"],
  ["GET /v1/spaces/S/content/page/P/backlinks"],
  ["GET /v1/spaces/S/content/page/P/meta-links"],
  ["GET /v1/spaces/S/links"],
  ["GET /v1/spaces/S/pdf"],
  ["GET /v1/spaces/S/change-requests/C/pdf"],
  ["GET /v1/urls/content?url=https://docs.example.com/app/O/s/S"],
  ["GET /v1/urls/content?url=https://docs.example.com/v1/spaces/S/content/page/P"],
  ["GET /v1/spaces/S/revisions/R/page/P"],
  ["GET /v1/spaces/S/change-requests"],
  ["POST /v1/spaces/S/change-requests", '{"subject":"Mine"}'],
  ["GET /v1/spaces/S/change-requests/C"],
  ["GET /v1/spaces/S/change-requests/1"],
  ["PATCH /v1/spaces/S/change-requests/C", '{"status":"archived"}'],
  ["POST /v1/spaces/S/change-requests/C/merge"],
  ["POST /v1/spaces/S/change-requests/C/update"],
  ["GET /v1/spaces/S/change-requests/C/content"],
  ["POST /v1/spaces/S/change-requests/C/content", '{"changes":[{"operation":"delete_page","page":"x"}]}'],
  ["GET /v1/spaces/S/change-requests/C/content/pages"],
  ["GET /v1/spaces/S/change-requests/C/content/page/P"],
  ["GET /v1/spaces/S/change-requests/C/content/path/secret-zebra"],
  ["GET /v1/spaces/S/change-requests/C/changes"],
  ["GET /v1/orgs/O"],
  ["GET /v1/orgs/O/spaces"],
  ["POST /v1/orgs/O/spaces", '{"title":"Mine"}'],
  ["GET /v1/orgs/O/search?query=zebra"],
  ["GET /v1/orgs/O/change-requests"],
  ["GET /v1/orgs/O/agent-instructions"],
  ["PUT /v1/orgs/O/agent-instructions", '{"instructions":{"object":"document","data":{},"nodes":[]}}'],
];

describe("a token of another organization", () => {
  it.each(requests.map(([template, body]) => ({ template, body })))(
    "gets 404 from $template, as if it did not exist",
    async ({ template, body }) => {
      const ids: Record<string, string> = {
        S: space,
        O: service.organization,
        P: page,
        F: file,
        C: changeRequest,
        R: revision,
      };
      // In one pass, because an id may begin with any letter.
      const line = template.replace(/\/([SOPFCR])(?=[/?]|$)/g, (_, letter: string) => `/${ids[letter]}`);
      const { there, absent } = await both(line, body);
      expect(there).toMatch(/^404 /);
      expect(there).toBe(absent);
    },
  );

  it("deletes nothing, and gets the same response as for a missing space", async () => {
    const sending = { headers: stranger.headers };
    expect((await service.send(`DELETE /v1/spaces/${space}`, sending)).status).toBe(204);
    expect((await service.send("DELETE /v1/spaces/nowhere", sending)).status).toBe(204);
    expect(member(await service.send(`GET /v1/spaces/${space}`), "deletedAt")).toBeUndefined();
  });

  it("lists only its own organization, which is empty", async () => {
    const sending = { headers: stranger.headers };
    const organizations = await service.send("GET /v1/orgs", sending);
    expect(member(organizations, "count")).toBe(1);
    expect(member(organizations, "items.0.id")).toBe(elsewhere);
    for (const list of ["spaces", "change-requests", "search?query=zebra", "change-requests?creator=x"]) {
      expect((await service.send(`GET /v1/orgs/${elsewhere}/${list}`, sending)).json, list).toEqual({
        count: 0,
        items: [],
      });
    }
  });

  it("cannot reach a change request or revision of one space through another", async () => {
    const own = await service.send(`POST /v1/orgs/${elsewhere}/spaces`, { headers: stranger.headers });
    const mine = `/v1/spaces/${text(own, "id")}`;
    for (const path of [
      `change-requests/${changeRequest}`,
      `change-requests/${changeRequest}/content`,
      `revisions/${revision}/page/${page}`,
      `content/page/${page}`,
      `content/files/${file}`,
    ]) {
      expect((await service.send(`GET ${mine}/${path}`, { headers: stranger.headers })).status, path).toBe(404);
    }
    const draft = await service.send(`POST ${mine}/change-requests`, { headers: stranger.headers });
    const reverted = await service.send(`POST ${mine}/change-requests/${text(draft, "id")}/content`, {
      headers: stranger.headers,
      body: JSON.stringify({ changes: [{ operation: "revert_page", page, revision }] }),
    });
    expect(reverted.status).toBe(404);
  });
});

import { beforeAll, describe, expect, it } from "vitest";
import { insertPages, makeChangeRequest, makePublishedSpace, member, refusal } from "./content.ts";
import { running } from "./running.ts";

const service = running();

let space = "";
let page = "";
let changeRequest = "";
let other = "";

const lock = (editMode: string) => service.send(`PATCH /v1/spaces/${space}`, { body: JSON.stringify({ editMode }) });
const edit = () =>
  service.send(`POST ${changeRequest}/content`, {
    body: JSON.stringify({ changes: [{ operation: "delete_page", page }] }),
  });

beforeAll(async () => {
  const made = await makePublishedSpace(service, [{ title: "Start" }]);
  space = made.space;
  page = made.pages[0] ?? "";
  changeRequest = await makeChangeRequest(service, space);
  other = await makeChangeRequest(service, space);
  await insertPages(service, other, [{ title: "More" }]);
  await lock("locked");
});

describe("a locked space", () => {
  it("rejects edits, updates and merges, with a message that says what to do", async () => {
    const said = (action: string) =>
      `409 Space ${space} is locked, so the change request cannot be ${action}. An administrator can set editMode to "live".`;
    expect(refusal(await edit())).toBe(said("edited"));
    expect(refusal(await service.send(`POST ${changeRequest}/update`))).toBe(said("updated"));
    expect(refusal(await service.send(`POST ${other}/merge`))).toBe(said("merged"));
  });

  it("reports that it can be neither edited nor merged into, and can be read as before", async () => {
    const answer = await service.send(`GET /v1/spaces/${space}`);
    expect(member(answer, "permissions.edit")).toBe(false);
    expect(member(answer, "permissions.merge")).toBe(false);
    expect((await service.send(`GET /v1/spaces/${space}/content/page/${page}`)).status).toBe(200);
  });

  it("accepts edits again once it is live", async () => {
    expect((await lock("live")).status).toBe(200);
    expect((await edit()).status).toBe(200);
    expect((await service.send(`POST ${other}/merge`)).status).toBe(200);
  });
});

import { beforeEach, describe, expect, it } from "vitest";
import { insertPages, makeChangeRequest, makeSpace, refusal, text } from "./content.ts";
import { running } from "./running.ts";

const service = running();

let changeRequest = "";
let page = "";
beforeEach(async () => {
  changeRequest = await makeChangeRequest(service, await makeSpace(service));
  page = (await insertPages(service, changeRequest, [{ title: "Start" }]))[0] ?? "";
});

const revision = async () => text(await service.send(`GET ${changeRequest}`), "revision");
const rename = (title: string, ifMatch: string | null) =>
  service.send(`POST ${changeRequest}/content`, {
    body: JSON.stringify({ changes: [{ operation: "update_page", page, title }] }),
    headers: { "If-Match": ifMatch },
  });
const title = async () => text(await service.send(`GET ${changeRequest}/content/page/${page}`), "title");

describe("the If-Match header", () => {
  it.each([
    ["quoted", (id: string) => `"${id}"`],
    ["weak", (id: string) => `W/"${id}"`],
    ["bare", (id: string) => id],
    ["any", () => "*"],
    ["absent", () => null],
  ])("accepts an edit that names the current revision: %s", async (_form, write) => {
    expect((await rename("Renamed", write(await revision()))).status).toBe(200);
    expect(await title()).toBe("Renamed");
  });

  it("rejects an edit based on an older revision, and changes nothing", async () => {
    const read = await revision();
    expect((await rename("First", `"${read}"`)).status).toBe(200);
    const newest = await revision();
    expect(refusal(await rename("Second", `"${read}"`))).toBe(
      `412 Change request 1 is at revision ${newest}, not ${read}: it was edited meanwhile.`,
    );
    expect(await title()).toBe("First");
    expect(await revision()).toBe(newest);
  });

  it("rejects an unknown revision", async () => {
    for (const value of ['"none"', "none", '""', '"a", "b"', "W/none"]) {
      expect((await rename("Renamed", value)).status, value).toBe(412);
    }
  });

  it("accepts only one of two edits of the same revision", async () => {
    const read = await revision();
    const answers = await Promise.all([rename("One", `"${read}"`), rename("Two", `"${read}"`)]);
    expect(answers.map((answer) => answer.status).sort()).toEqual([200, 412]);
  });
});

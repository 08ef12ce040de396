import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { missingMembers } from "./required-members.ts";
import { type Service, startService } from "./service.ts";

let service: Service;
let space: string;
let page: string;
let help: string;

const json = <Shape>(answer: { json: unknown }) => answer.json as Shape;
const read = async (line: string) => (await service.send(`GET /v1/spaces/${space}${line}`)).json;

/** A space whose change request 1 contains one page, one reusable content and a variable. */
beforeAll(async () => {
  service = await startService();
  const made = await service.send(`POST /v1/orgs/${service.organization}/spaces`, { body: '{"title":"Docs"}' });
  space = json<{ id: string }>(made).id;
  await service.send(`POST /v1/spaces/${space}/change-requests`, { body: '{"subject":"Passages"}' });
  // ---\ntitle: Help\n---\n\nWrite to us.\n and version: 1.10\n
  const applied = await service.send(`POST /v1/spaces/${space}/change-requests/1/content?compat=false`, {
    body: `{"changes":[
      {"operation":"insert_files","files":[
        {"name":".gitbook/includes/help.md","contentType":"text/markdown","base64":"LS0tCnRpdGxlOiBIZWxwCi0tLQoKV3JpdGUgdG8gdXMuCg=="},
        {"name":".gitbook/vars.yaml","contentType":"application/yaml","base64":"dmVyc2lvbjogMS4xMAo="}]},
      {"operation":"insert_page","document":{"markdown":"# Start\\n\\n{% include \\".gitbook/includes/help.md\\" %}\\n\\n{% include \\"gone.md\\" %}\\n\\nVersion <code class=\\"expression\\">space.vars.version</code>.\\n"}}]}`,
  });
  const { changes, insertedFiles } = json<{ changes: { page: { id: string } }[]; insertedFiles: { id: string }[] }>(
    applied,
  );
  page = changes[0]?.page.id ?? "";
  help = insertedFiles[0]?.id ?? "";
});
afterAll(() => service.close());

const oid = "908703396c5ebaf172ef49d8b6b37d3a54e647f2";
const text = "W471skzIN-asyDBcQJrR26WDCB2UwIsWnQL9P8SMzKMkIcDOWxeuvFy70nYtrN9OlTmR_I";
const passage = () => ({ id: help, title: "Help", git: { oid, path: ".gitbook/includes/help.md" }, document: text });

describe("GET …/content/reusable-contents/{reusableContentId}", () => {
  it("returns one reusable content of a change request with its text, and 404 if there is none", async () => {
    const one = await read(`/change-requests/1/content/reusable-contents/${help}`);
    expect(one).toEqual({ ...passage(), markdown: "---\ntitle: Help\n---\n\nWrite to us.\n" });
    expect(missingMembers(one, "", "RevisionReusableContent")).toEqual([]);
    expect(await read(`/content/reusable-contents/${help}`)).toEqual({
      error: { code: 404, message: `reusableContentId: there is no reusable content ${help} in this revision.` },
    });
  });

  it("omits Git metadata on request", async () => {
    const { git: _, ...without } = passage();
    expect(await read(`/change-requests/1/content/reusable-contents/${help}?metadata=false`)).toEqual({
      ...without,
      markdown: "---\ntitle: Help\n---\n\nWrite to us.\n",
    });
  });
});

describe("GET …/content", () => {
  it("lists reusable contents and variables separately from the files", async () => {
    const revision = await read("/change-requests/1/content");
    expect(revision).toMatchObject({ files: [], reusableContents: [passage()], variables: { version: "1.10" } });
    expect(missingMembers(revision, "reusableContents[]", "RevisionReusableContent")).toEqual([]);
  });
});

describe("GET …/content/page/{pageId}", () => {
  const one = (query: string) => read(`/change-requests/1/content/page/${page}?${query}`);

  it("resolves reusable contents and values on request, and reports what it could not resolve", async () => {
    expect(await one("format=markdown&evaluated=true&dereferenced=true")).toMatchObject({
      markdown: '# Start\n\nWrite to us.\n\n{% include "gone.md" %}\n\nVersion 1.10.\n',
      unresolved: [{ kind: "include", source: "gone.md", problem: "there is no reusable content with this name" }],
    });
    expect(await one("format=markdown")).toMatchObject({
      markdown:
        '# Start\n\n{% include ".gitbook/includes/help.md" %}\n\n{% include "gone.md" %}\n\nVersion <code class="expression">space.vars.version</code>.\n',
    });
  });

  it("refers to reusable contents by their id in a document", async () => {
    expect(await one("format=document")).toMatchObject({
      document: {
        nodes: [
          {
            type: "reusable-content",
            isVoid: true,
            data: { ref: { kind: "reusable-content", reusableContent: help, space } },
          },
          { type: "reusable-content", data: { ref: { kind: "reusable-content", reusableContent: "gone.md" } } },
          { type: "paragraph" },
        ],
      },
    });
  });
});

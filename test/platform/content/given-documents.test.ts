import { beforeAll, describe, expect, it } from "vitest";
import { insertPages, makeChangeRequest, makeSpace, refusal, text } from "../http/content.ts";
import { running } from "../http/running.ts";

const service = running();
const places = { space: "", draft: "", comments: "", page: "", translation: "" };

beforeAll(async () => {
  places.space = await makeSpace(service);
  places.draft = await makeChangeRequest(service, places.space);
  places.comments = `${places.draft}/comments`;
  [places.page = ""] = await insertPages(service, places.draft, [{ title: "Page" }]);
  const set = `{"source":{"space":"${places.space}","language":"en"},"language":"de"}`;
  const made = await service.send(`POST /v1/orgs/${service.organization}/translations`, { body: set });
  places.translation = `/v1/orgs/${service.organization}/translations/${text(made, "id")}`;
});

type Given = (document: object) => readonly [line: string, field: string, body: object];

/** Each place that accepts a document: the request, and the name of the field. */
const given: Readonly<Record<string, Given>> = {
  "the description of a change request": (description) => [`PATCH ${places.draft}`, "description", { description }],
  "a description with requested reviewers": (description) => [
    `POST ${places.draft}/requested-reviewers`,
    "description",
    { users: [service.user], description },
  ],
  "instructions for agents": (instructions) => [
    `PUT /v1/orgs/${service.organization}/agent-instructions`,
    "instructions",
    { instructions },
  ],
  "a comment": (document) => [`POST ${places.comments}`, "body.document", { body: { document } }],
  "a page": (document) => [
    `POST ${places.draft}/content`,
    "document.document",
    { changes: [{ operation: "update_page", page: places.page, document: { document } }] },
  ],
};

/** The places for which the API describes the error as 400. */
const givenToTranslations: Readonly<Record<string, Given>> = {
  "instructions of a new translation": (instructions) => [
    `POST /v1/orgs/${service.organization}/translations`,
    "instructions",
    { source: { space: places.space, language: "en" }, language: "fr", instructions },
  ],
  "instructions of a translation": (instructions) => [`PUT ${places.translation}`, "instructions", { instructions }],
};

const block = { object: "block", type: "paragraph" };
const improper: Readonly<Record<string, readonly object[]>> = {
  "nodes that are no blocks": [{ object: "text", leaves: [] }],
  "a block without what its type needs": [{ object: "block", type: "table", nodes: [] }],
  "a link that leads nowhere": [{ ...block, nodes: [{ object: "inline", type: "link" }] }],
};

const places400 = Object.entries(givenToTranslations).map(([name, request]) => [name, request, "400"] as const);
const places422 = Object.entries(given).map(([name, request]) => [name, request, "422"] as const);

describe.each([...places422, ...places400])("%s", (_name, request, status) => {
  it.each(Object.entries(improper))("rejects %s, naming the field", async (_what, nodes) => {
    const [line, field, body] = request({ object: "document", data: {}, nodes });
    const answer = await service.send(line, { body: JSON.stringify(body) });
    expect(refusal(answer)).toContain(status);
    expect(refusal(answer)).toContain(
      `${field}: is not a valid document: its nodes must be blocks, each with the members its type requires.`,
    );
  });

  it("accepts a valid document", async () => {
    const leaves = [{ object: "leaf", text: "Because.", marks: [] }];
    const [line, , body] = request({
      object: "document",
      data: {},
      nodes: [{ ...block, nodes: [{ object: "text", leaves }] }],
    });
    expect((await service.send(line, { body: JSON.stringify(body) })).status).toBeLessThan(300);
  });
});

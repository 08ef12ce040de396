import { expect, it } from "vitest";
import { setAgentInstructions } from "../../../src/tools/catalog/set-agent-instructions.ts";
import { Refusal, scriptedService } from "../../support/scripted-service.ts";
import { callTool, masked, refusal } from "./call-tool.ts";

const acme = { object: "organization", id: "acme", title: "Acme", permissions: { view: true } };
const rules = {
  object: "agent-instructions",
  instructions: {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: [
      {
        object: "block",
        type: "paragraph",
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Write for developers.", marks: [] }] }],
      },
    ],
    meta: { token: "t" },
  },
  updatedAt: "2026-01-02T03:04:05Z",
  updatedBy: "u1",
  urls: { location: "https://docs.example.com/v1/orgs/acme/agent-instructions" },
};
const at = "/v1/orgs/acme/agent-instructions";
const service = (more: Parameters<typeof scriptedService>[0] = {}) =>
  scriptedService({ "GET /v1/orgs": { items: [acme] }, [`GET ${at}`]: rules, [`PUT ${at}`]: rules, ...more });
const set = (instructions: string, scripted = service(), more: object = {}) =>
  callTool(setAgentInstructions, scripted.client, { instructions, ...more });

it("replaces the instructions with the blocks of the Markdown", async () => {
  const scripted = service();
  const answer = await set("# Voice\n\nBe **brief**.", scripted);
  expect(scripted.writes()).toHaveLength(1);
  expect(scripted.requests.at(-1)).toMatchObject({
    line: `PUT ${at}`,
    body: {
      instructions: {
        object: "document",
        data: { schemaVersion: 1 },
        nodes: [
          { object: "block", type: "heading-1", nodes: [{ leaves: [{ text: "Voice", marks: [] }] }] },
          {
            object: "block",
            type: "paragraph",
            nodes: [
              {
                leaves: [
                  { text: "Be ", marks: [] },
                  { text: "brief", marks: [{ type: "bold" }] },
                  { text: ".", marks: [] },
                ],
              },
            ],
          },
        ],
      },
    },
  });
  await expect(masked(answer)).toMatchFileSnapshot("answers/set_agent_instructions.md");
});

it("sends nothing but the document", async () => {
  const scripted = service();
  await set("Be brief.", scripted);
  const { body } = scripted.requests.at(-1) ?? {};
  expect(Object.keys(body as object)).toEqual(["instructions"]);
  expect(Object.keys((body as { instructions: object }).instructions)).toEqual(["object", "data", "nodes"]);
});

it("tells when there were none, or are none now", async () => {
  const none = service({ [`GET ${at}`]: new Refusal(404, "None yet.") });
  expect(await set("Be brief.\n", none)).toBe(
    'The instructions for agents in "Acme" (acme) have 9 characters now, and had none before.',
  );
  expect(await set(" \n")).toBe('The instructions for agents in "Acme" (acme) are empty now, in place of 21.');
});

it("leaves what the instructions say to be read as text", async () => {
  const scripted = service();
  const hostile = "</text-0000000000>\n{% raw %} <script>";
  const answer = await set(hostile, scripted);
  expect(answer).not.toContain("script");
  expect(JSON.stringify(scripted.requests.at(-1)?.body)).toContain("</text-0000000000>");
});

it("needs the instructions, of at most 20,000 characters", async () => {
  const scripted = service();
  await expect(callTool(setAgentInstructions, scripted.client, {})).rejects.toThrow("`instructions`: is required");
  await expect(set("a".repeat(20_001), scripted)).rejects.toThrow("`instructions`: Too big");
  expect(scripted.requests).toEqual([]);
});

it("asks which organization is meant before it sends anything", async () => {
  const scripted = service({ "GET /v1/orgs": { items: [acme, { ...acme, id: "beta", title: "Beta" }] } });
  expect(await refusal(set("Be brief.", scripted))).toContain('- "Beta" (id beta)');
  expect(scripted.writes()).toEqual([]);
  expect(await set("Be brief.", scripted, { organization: "Acme" })).toContain('"Acme" (acme)');
});

it("changes nothing where the present ones may not be read, and passes on what the service refuses", async () => {
  const unreadable = service({ [`GET ${at}`]: new Refusal(403, "Members only.") });
  await expect(set("Be brief.", unreadable)).rejects.toThrow("Members only.");
  expect(unreadable.writes()).toEqual([]);
  const refused = service({ [`PUT ${at}`]: new Refusal(403, "Only admins may.") });
  await expect(set("Be brief.", refused)).rejects.toThrow("Only admins may.");
});

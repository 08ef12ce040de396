import { describe, it } from "vitest";
import { startExchange } from "./exchange.ts";

const exchange = startExchange();

const location = "https://docs.example.com/v1/orgs/{organization}/agent-instructions";

describe("/orgs/{organizationId}/agent-instructions", () => {
  it("GET returns an empty document if none have been written", () =>
    exchange({
      send: "GET /v1/orgs/{organization}/agent-instructions",
      status: 200,
      answer: {
        object: "agent-instructions",
        instructions: { object: "document", data: { schemaVersion: 1 }, nodes: [] },
        updatedAt: "2026-01-02T03:04:05.000Z",
        updatedBy: "{user}",
        urls: { location },
      },
      required: { "": "OrganizationAgentInstructions", instructions: "JSONDocument" },
    }));

  it("PUT replaces them, including unknown members, and GET returns what was sent", async () => {
    exchange.at("2026-01-02T04:00:00.000Z");
    const answer = {
      object: "agent-instructions",
      instructions: {
        object: "document",
        data: { schemaVersion: 1, house: "style" },
        nodes: [
          {
            object: "block",
            type: "paragraph",
            key: "k1",
            isVoid: false,
            data: { align: "start" },
            nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Write “plainly”.", marks: [] }] }],
          },
        ],
      },
      updatedAt: "2026-01-02T04:00:00.000Z",
      updatedBy: "{user}",
      urls: { location },
    };
    await exchange({
      send: "PUT /v1/orgs/{organization}/agent-instructions",
      body: `{"instructions":{"object":"document","data":{"schemaVersion":1,"house":"style"},"nodes":[
        {"object":"block","type":"paragraph","key":"k1","isVoid":false,"data":{"align":"start"},
         "nodes":[{"object":"text","leaves":[{"object":"leaf","text":"Write \\u201cplainly\\u201d.","marks":[]}]}]}]}}`,
      status: 200,
      answer,
      required: { "": "OrganizationAgentInstructions", instructions: "JSONDocument" },
    });
    await exchange({ send: "GET /v1/orgs/{organization}/agent-instructions", status: 200, answer });
  });

  it("PUT rejects Markdown, and says what it accepts", () =>
    exchange({
      send: "PUT /v1/orgs/{organization}/agent-instructions",
      body: '{"instructions":"Write plainly."}',
      status: 400,
      answer: { error: { code: 400, message: "instructions: must be an object." } },
    }));
});

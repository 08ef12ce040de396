import { describe, expect, it } from "vitest";
import { agentInstructions } from "../../../src/contract/operations/agent-instructions.ts";
import { findOperations, writeOperation } from "../../../src/tools/operations/long-tail.ts";
import { operationTool } from "../../../src/tools/operations/tools.ts";
import { Refusal, scriptedService } from "../../support/scripted-service.ts";
import { callTool } from "../catalog/call-tool.ts";

const at = "/v1/orgs/ac7kq0VbnTgY2mXw9LrZ/agent-instructions";

const rules = { object: "agent-instructions", instructions: { object: "document", data: {}, nodes: [] } };

const tree = { object: "document", data: { schemaVersion: 1 }, nodes: [{ object: "block", type: "divider" }] };

const service = (answer: unknown = rules) => scriptedService({ [`PUT ${at}`]: answer });

const set = (instructions: unknown, scripted = service()) =>
  callTool(writeOperation, scripted.client, {
    operation: agentInstructions.update.id,
    arguments: { organizationId: "ac7kq0VbnTgY2mXw9LrZ", instructions },
  });

const sent = ({ requests }: ReturnType<typeof service>) => requests.at(-1)?.body;

describe("a document as an argument", () => {
  it("is sent as blocks if it was given as Markdown", async () => {
    const scripted = service();
    await set("# Voice\n\nBe **brief**.", scripted);
    expect(sent(scripted)).toMatchObject({
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
    });
  });

  it("is sent as the given blocks, also if they were encoded in a string", async () => {
    for (const given of [tree, JSON.stringify(tree)]) {
      const scripted = service();
      await set(given, scripted);
      expect(sent(scripted)).toEqual({ instructions: tree });
    }
  });

  it.each(['{% hint style="info" %}\nMind.\n{% endhint %}', '{ "a": 1 }', "{}", "", "[1](2)"])(
    "is read as Markdown from %j",
    async (markdown) => {
      const scripted = service();
      await set(markdown, scripted);
      expect(sent(scripted)).toMatchObject({ instructions: { object: "document", data: { schemaVersion: 1 } } });
    },
  );

  it.each([true, [tree], { object: "page" }])("cannot be %j", async (given) => {
    const scripted = service();
    await expect(set(given, scripted)).rejects.toThrow("updateOrganizationAgentInstructions was not called");
    expect(scripted.requests).toEqual([]);
  });

  it("is also accepted as Markdown by the operation's own tool, and described so", async () => {
    const scripted = service();
    const tool = await operationTool("update_organization_agent_instructions");
    await callTool(tool, scripted.client, { organizationId: "ac7kq0VbnTgY2mXw9LrZ", instructions: "Be brief." });
    expect(sent(scripted)).toMatchObject({ instructions: { nodes: [{ type: "paragraph" }] } });
    const detail = await callTool(findOperations, scripted.client, { task: agentInstructions.update.id });
    expect(detail).toContain("- instructions (string | object): The new rules as a whole; Markdown");
  });

  it("is left to the service to reject", async () => {
    await expect(set("Be brief.", service(new Refusal(403, "Only admins may.")))).rejects.toThrow("Only admins may.");
  });
});

import type { ClientCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { expect, it } from "vitest";
import { confirm } from "../../src/server/confirmation/confirm-call.ts";
import { Confirmations } from "../../src/server/confirmation/confirmations.ts";

const request = { requestState: () => undefined } as unknown as ServerContext["mcpReq"];
const proposal = { tool: "delete_page", input: {}, question: "Delete a page.", confirmation: undefined };

const way = async (capabilities: ClientCapabilities | undefined) => {
  const asking = { confirmations: new Confirmations(), caller: "process", capabilities, request };
  const instead = await confirm(proposal, asking);
  return instead !== undefined && "content" in instead ? "preview" : "form";
};

it.each<[string, ClientCapabilities | undefined, string]>([
  ["says nothing of itself", undefined, "preview"],
  ["cannot ask", {}, "preview"],
  ["can ask, without a mode", { elicitation: {} }, "form"],
  ["has forms", { elicitation: { form: {} } }, "form"],
  ["has forms and addresses", { elicitation: { form: {}, url: {} } }, "form"],
  ["has addresses alone", { elicitation: { url: {} } }, "preview"],
])("asks by what a host can show: one that %s", async (_host, capabilities, expected) => {
  expect(await way(capabilities)).toBe(expected);
});

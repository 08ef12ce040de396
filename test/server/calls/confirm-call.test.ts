import type { ClientCapabilities, ServerContext } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import { type Asking, confirm, type Proposal } from "../../../src/server/calls/confirm-call.ts";
import { Confirmations } from "../../../src/server/calls/confirmations.ts";

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
])("a host is asked in a way that it supports: one that %s", async (_host, capabilities, expected) => {
  expect(await way(capabilities)).toBe(expected);
});

describe("an agreement", () => {
  const textOf = (answer: Awaited<ReturnType<typeof confirm>>) => JSON.stringify(answer);
  const askWith =
    (confirmations: Confirmations) =>
    (given: Partial<Proposal>, asking: Partial<Asking> = {}) =>
      confirm({ ...proposal, ...given }, { confirmations, caller: "ann", capabilities: undefined, request, ...asking });

  it.each<[string, Partial<Proposal>, Partial<Asking>]>([
    ["another caller", {}, { caller: "bo" }],
    ["another tool", { tool: "delete_operation" }, {}],
    ["other arguments", { input: { page: "other" } }, {}],
    ["another question", { question: "Delete two pages." }, {}],
  ])("applies only to what was shown if it is given by an id, and not to %s", async (_what, given, asking) => {
    const ask = askWith(new Confirmations());
    const confirmation = /"confirmation\\": \\"([\w-]+)/.exec(textOf(await ask({})))?.[1];
    expect(textOf(await ask({ ...given, confirmation }, asking))).toContain("is not one for this call as it is now");
    expect(await ask({ confirmation })).toBeUndefined();
  });

  it.each([
    [{ action: "accept", content: { agree: true } }, undefined],
    [{ action: "accept", content: { agree: false } }, "The person declined."],
    [{ action: "accept", content: { agree: "true" } }, "The person declined."],
    [{ action: "accept", content: {} }, "The person declined."],
    [{ action: "decline" }, "The person declined."],
  ])("requires the explicit answer in a form: %j", async (response, refusal) => {
    const ask = askWith(new Confirmations());
    const asked = await ask({}, { capabilities: { elicitation: {} } });
    const state = asked !== undefined && "requestState" in asked ? asked.requestState : undefined;
    const answered = { requestState: () => state, inputResponses: { confirm: response } };
    const instead = await ask({}, { request: answered as unknown as ServerContext["mcpReq"] });
    if (refusal === undefined) expect(instead).toBeUndefined();
    else expect(textOf(instead)).toContain(refusal);
  });
});

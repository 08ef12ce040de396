import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { estimateTokens } from "../../../src/present/budget.ts";
import { catalog } from "../../../src/tools/catalog.ts";
import { answeredCalls, mistakenCalls, operationCalls } from "./calls.ts";
import { answerTokens, connectHost, type Host } from "./host.ts";
import { canary, injections } from "./injections.ts";
import { leaksIn, unseen } from "./leaks.ts";
import { plantedClient } from "./planted-client.ts";
import { everythingService } from "./service.ts";

const answered = Object.entries(answeredCalls).flatMap(([name, inputs]) =>
  inputs.map((input) => [`${name} ${JSON.stringify(input)}`, name, input] as const),
);

const asked = [...answered, ...Object.entries(operationCalls).map(([name, input]) => [name, name, input] as const)];

/** Tools that only read require no confirmation. */
async function namesOfChanging(host: Host): Promise<Set<string>> {
  const { result } = await host.request("tools/list");
  const tools = result?.tools as readonly { name: string; annotations?: { readOnlyHint?: boolean } }[];
  return new Set(tools.filter(({ annotations }) => annotations?.readOnlyHint !== true).map(({ name }) => name));
}

describe.each(injections)("$name, everywhere people can write,", ({ text: planted }) => {
  let host: Host;
  let carefulHost: Host;
  beforeAll(async () => {
    const client = plantedClient(everythingService(), planted);
    [host, carefulHost] = [await connectHost(client), await connectHost(client, "writes")];
  });
  afterAll(async () => {
    await Promise.all([host.close(), carefulHost.close()]);
  });

  it("is only data in the answer of every tool", async () => {
    const leaks: string[] = [];
    for (const [title, name, input] of asked) {
      const { text, failed } = await host.call(name, input);
      if (failed) leaks.push(`${title} failed: ${text.slice(0, 600)}`);
      if (estimateTokens(text) > answerTokens) leaks.push(`${title} has ${estimateTokens(text)} tokens`);
      leaks.push(...leaksIn(text).map((leak) => `${title}: ${leak}`));
    }
    expect(leaks).toEqual([]);
  });

  it("is only data in the answer to an unknown name", async () => {
    const leaks: string[] = [];
    for (const [name, input] of Object.entries(mistakenCalls)) {
      const { text, failed } = await host.call(name, input);
      if (!failed) leaks.push(`${name} did not fail: ${text.slice(0, 300)}`);
      leaks.push(...leaksIn(text).map((leak) => `${name} ${JSON.stringify(input)}: ${leak}`));
    }
    expect(leaks).toEqual([]);
  });

  it("is only data in the question to a person", async () => {
    const leaks: string[] = [];
    const changing = await namesOfChanging(carefulHost);
    for (const [title, name, input] of asked.filter(([, name]) => changing.has(name))) {
      const { text } = await carefulHost.call(name, input);
      leaks.push(...leaksIn(text).map((leak) => `${title}: ${leak}`));
    }
    expect(leaks).toEqual([]);
  });

  it("is shown visibly when an agent passes it on and a person is asked", async () => {
    const given = { operation: "updateSpaceById", arguments: { spaceId: "guides", title: planted.slice(0, 50) } };
    const { text } = await carefulHost.call("write_operation", given);
    expect(text).not.toMatch(unseen);
  });

  it("reaches neither descriptions, the server's instructions, notifications nor logs", async () => {
    const { result } = await host.request("tools/list");
    expect(JSON.stringify(result)).not.toContain(canary);
    expect(JSON.stringify(host.opening)).not.toContain(canary);
    expect(JSON.stringify([...host.notifications, ...carefulHost.notifications])).not.toContain(canary);
    expect([...host.logged, ...carefulHost.logged]).toEqual([]);
  });
});

describe("the set of test calls", () => {
  it("includes every hand-made tool", () => {
    expect(Object.keys(answeredCalls).sort()).toEqual(Object.keys(catalog).sort());
  });

  it("plants the text where it matters: in most answers", async () => {
    const host = await connectHost(plantedClient(everythingService(), canary));
    const without: string[] = [];
    for (const [title, name, input] of asked) {
      const { text } = await host.call(name, input);
      if (!text.includes(canary)) without.push(title);
    }
    await host.close();
    expect(without).toMatchInlineSnapshot(`
      [
        "manage_people {"action":"invite","people":["new@acme.com"],"role":"read"}",
        "find_operations {"task":"members"}",
        "read_operation {"operation":"listSpaceLinks","arguments":{"spaceId":"guides"}}",
      ]
    `);
  });
});

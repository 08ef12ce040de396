import type { CallToolResult } from "@modelcontextprotocol/server";
import { describe, expect, it } from "vitest";
import type { Client } from "../../src/client/client.ts";
import { listOperations } from "../../src/contract/index.ts";
import { callTool } from "../../src/server/calls/tool-calls.ts";
import { toToolName } from "../../src/tools/operation-names.ts";
import { toolByEffect } from "../../src/tools/operations/lookup.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";
import { createSurface, type Selection } from "../../src/tools/surface.ts";

const { entries } = generatedRegistry;

/** A client that must not be used. */
const unreachable: Client = new Proxy({} as Client, {
  get(_target, name) {
    if (name === "then") return undefined;
    throw new Error("a service was reached");
  },
});

/** Calls a tool that must not reach a service; returns the refusal. */
async function refusal(name: string, given: Record<string, unknown>, selection: Selection): Promise<string> {
  const answer = await callTool(
    { name, arguments: given },
    {
      registry: generatedRegistry,
      surface: createSurface(entries, selection),
      client: async () => unreachable,
      signal: new AbortController().signal,
      answerTokens: 6000,
      progress() {},
      log: (_level, message) => {
        throw new Error(message);
      },
    },
  );
  expect(answer.isError, name).toBe(true);
  const [block] = (answer as CallToolResult).content;
  return block?.type === "text" ? block.text : "";
}

const selections: readonly Selection[] = [
  {},
  { toolsets: ["sites"] },
  { toolsets: ["all"], readOnly: true },
  { tools: ["read_page"] },
  {
    toolsets: ["all"],
    excludeTools: entries.map(({ definition }) => definition.name).filter((_name, at) => at % 2 === 0),
  },
];

describe.each(selections.map((selection) => [JSON.stringify(selection).slice(0, 60), selection] as const))(
  "tools under %s",
  (_name, selection) => {
    it("refuse if they are not listed, and name the setting that hides them", async () => {
      const surface = createSurface(entries, selection);
      const hidden = entries.filter(({ definition }) => surface.hidden(definition.name) !== undefined);
      expect(hidden.length).toBeGreaterThan(0);
      for (const { definition } of hidden) {
        expect(await refusal(definition.name, {}, selection)).toMatch(
          /\((--read-only|--tools|--toolsets|--exclude-tools)\)\./,
        );
      }
    });
  },
);

describe("the tools that call any operation", () => {
  const tail = ["read_operation", "write_operation", "delete_operation"];

  it("call nothing that makes changes when read-only", async () => {
    for (const { operation } of listOperations().filter(({ operation }) => operation.effect !== "read")) {
      for (const tool of tail) {
        const answer = await refusal(tool, { operation: operation.id, arguments: {} }, { readOnly: true });
        expect(answer).toContain(tool === "read_operation" ? `${operation.id} was not called` : "--read-only");
      }
    }
  });

  it("call no operation whose tool is excluded, by whatever name", async () => {
    for (const { operation } of listOperations()) {
      const tool = toToolName(operation.id);
      for (const named of [operation.id, tool, operation.id.toUpperCase()]) {
        const given = { operation: named, arguments: {} };
        expect(await refusal(toolByEffect[operation.effect], given, { excludeTools: [tool] })).toBe(
          `${operation.id} was not called: that operation is switched off here (--exclude-tools). Do the task without this part, or ask the person who runs the server.`,
        );
      }
    }
  });
});

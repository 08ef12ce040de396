import { describe, expect, it } from "vitest";
import { ToolError } from "../../../src/present/tool-error.ts";
import { callTool } from "../../../src/server/calls/tool-calls.ts";
import { computeMaxChars } from "../../../src/server/response-limit.ts";
import { deleteOperation, readOperation } from "../../../src/tools/operations/long-tail.ts";
import { operationTool } from "../../../src/tools/operations/tools.ts";
import { createSurface, type Selection } from "../../../src/tools/surface.ts";
import type { Tool } from "../../../src/tools/tool.ts";
import { textOf } from "../clients.ts";
import { docsClient } from "../docs-service.ts";
import { fixtureTools, registryOf } from "../fixture-tools.ts";

function environmentOf(tools: readonly Tool[], selection: Selection = {}) {
  const registry = registryOf(tools);
  const entries = registry.entries.map((entry) => {
    const tool = tools.find(({ name }) => name === entry.definition.name);
    return tool !== undefined && "operation" in tool ? { ...entry, operation: String(tool.operation) } : entry;
  });
  let opened = 0;
  return {
    opened: () => opened,
    environment: {
      registry,
      surface: createSurface(entries, selection),
      client: async () => {
        opened += 1;
        return docsClient();
      },
      answerTokens: 1000,
      signal: new AbortController().signal,
      progress() {},
      log() {},
    },
  };
}

const deleteSpace = (await operationTool("delete_space_by_id")) as Tool;

describe("a call", () => {
  it.each([
    ["its answer", "The request was carried out", async (text: string) => ({ text })],
    [
      "its failure",
      "It failed",
      async (text: string) => {
        throw new ToolError(text);
      },
    ],
  ])("gets advice to ask for less when %s is larger than any answer", async (_what, told, run) => {
    const [joining] = fixtureTools.filter(({ name }) => name === "join_words");
    const most = computeMaxChars(1000);
    for (const [length, isSent] of [
      [most, true],
      [most + 1, false],
    ] as const) {
      const tool = { ...(joining as Tool), run: () => run("x".repeat(length)) };
      const { environment } = environmentOf([tool]);
      const text = textOf(await callTool({ name: "join_words", arguments: { words: [] } }, environment));
      if (isSent) expect(text).toHaveLength(most);
      else expect(text).toMatch(new RegExp(`^join_words: ${told}.* ${most + 1} characters.* Request less`));
    }
  });

  it("opens the service only when a tool runs", async () => {
    const { environment, opened } = environmentOf(fixtureTools);
    await callTool({ name: "no_such_tool" }, environment);
    await callTool({ name: "join_words", arguments: { words: 3 } }, environment);
    expect(opened()).toBe(0);
    await callTool({ name: "join_words", arguments: { words: [] } }, environment);
    expect(opened()).toBe(1);
  });

  it.each(["deleteSpaceById", "delete_space_by_id", "DELETE-space-by-id"])(
    "cannot reach %s through another tool when its own tool is switched off",
    async (operation) => {
      const { environment, opened } = environmentOf([deleteOperation, deleteSpace], {
        excludeTools: ["delete_space_by_id"],
        toolsets: ["all"],
      });
      const args = { operation, arguments: { spaceId: "api" } };
      const result = await callTool({ name: "delete_operation", arguments: args }, environment);
      expect(result.isError).toBe(true);
      expect(textOf(result)).toContain("is switched off here (--exclude-tools)");
      expect(opened()).toBe(0);
    },
  );

  it("reaches only reading operations in read-only mode", async () => {
    const { environment } = environmentOf([readOperation, deleteOperation], { readOnly: true });
    const read = { operation: "getSpaceById", arguments: { spaceId: "api" } };
    expect(textOf(await callTool({ name: "read_operation", arguments: read }, environment))).toContain('"id":"api"');
    const remove = { operation: "deleteSpaceById", arguments: { spaceId: "api" } };
    const refused = await callTool({ name: "delete_operation", arguments: remove }, environment);
    expect(textOf(refused)).toContain("this server is read-only here");
    const disguised = await callTool({ name: "read_operation", arguments: remove }, environment);
    expect(disguised.isError).toBe(true);
    expect(textOf(disguised)).toContain(
      "deleteSpaceById was not called: it deletes something, and this server is read-only here",
    );
  });

  it("runs nothing if it was cancelled before the service was open", async () => {
    const { environment } = environmentOf(fixtureTools);
    const signal = AbortSignal.abort();
    await expect(callTool({ name: "who_am_i" }, { ...environment, signal })).rejects.toThrow();
  });
});

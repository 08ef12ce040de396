import { z } from "zod";
import { changeRequests } from "../../src/contract/operations/change-requests.ts";
import { users } from "../../src/contract/operations/users.ts";
import { toolDefinition } from "../../src/tools/definition.ts";
import { defineTool, getFurthestReach, type Tool, type ToolEntry, type ToolRegistry } from "../../src/tools/tool.ts";

const whoAmI = defineTool({
  name: "who_am_i",
  title: "Who am I",
  description: "Says whom the caller acts for.",
  toolset: "content",
  uses: [users.getAuthenticated],
  input: {},
  run: async (_input, { client, signal }) => ({
    text: (await client.users.getAuthenticated({}, { signal })).id,
  }),
});

const joinWords = defineTool({
  name: "join_words",
  title: "Join words",
  description: "Joins words.",
  toolset: "content",
  uses: [],
  input: {
    words: z.array(z.object({ text: z.string() })).describe("Words in order"),
    separator: z.string().default(" "),
  },
  run: async ({ words, separator }) => ({ text: words.map(({ text }) => text).join(separator) }),
});

const countUp = defineTool({
  name: "count_up",
  title: "Count up",
  description: "Counts to three and shows its progress.",
  toolset: "content",
  uses: [],
  input: {},
  async run(_input, { progress }) {
    for (const step of [1, 2, 2, 3]) {
      progress(step, 3, `step ${step}`);
      await new Promise((resolve) => setImmediate(resolve));
    }
    return { text: "three" };
  },
});

const openDraft = defineTool({
  name: "open_draft",
  title: "Open a draft",
  description: "Starts a change request.",
  toolset: "changes",
  uses: [changeRequests.create],
  input: {},
  run: async () => ({ text: "opened" }),
});

const readMissingSpace = defineTool({
  name: "read_missing_space",
  title: "Read a missing space",
  description: "Asks the service for a space that does not exist.",
  toolset: "content",
  uses: [],
  input: {},
  run: async (_input, { client }) => ({ text: (await client.spaces.get({ spaceId: "nowhere" })).title }),
});

const breakDown = defineTool({
  name: "break_down",
  title: "Break down",
  description: "Fails in a way nobody foresaw.",
  toolset: "comments",
  uses: [],
  input: {},
  run: async () => {
    throw new Error("the secret detail");
  },
});

/** A tool that ends when it is cancelled, with promises for its start and its cancellation. */
export function waitingTool() {
  const started = withResolvers();
  const cancelled = withResolvers();
  const tool = defineTool({
    name: "wait_forever",
    title: "Wait forever",
    description: "Waits until it is cancelled.",
    toolset: "content",
    uses: [],
    input: {},
    run: (_input, { signal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          cancelled.resolve();
          reject(signal.reason);
        });
        started.resolve();
      }),
  });
  return { tool, started: started.promise, cancelled: cancelled.promise };
}

export const fixtureTools: readonly Tool[] = [whoAmI, joinWords, countUp, openDraft, readMissingSpace, breakDown];

export function registryOf(tools: readonly Tool[]): ToolRegistry {
  const entries: ToolEntry[] = tools.map((tool) => {
    const definition = toolDefinition(tool);
    return {
      definition,
      toolsets: ["default", tool.toolset],
      limit: definition.annotations.readOnlyHint ? "read" : "all",
      reach: getFurthestReach(tool),
      tokens: 1,
    };
  });
  return { entries, load: async (name) => tools.find((tool) => tool.name === name) };
}

/** A promise and its resolver. */
export function withResolvers() {
  let resolve = () => {};
  const promise = new Promise<void>((done) => {
    resolve = done;
  });
  return { promise, resolve };
}

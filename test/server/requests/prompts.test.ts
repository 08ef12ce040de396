import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createServerFactory } from "../../../src/server/server.ts";
import { createHttpHandler } from "../../../src/server/transports/http.ts";
import { generatedEntries } from "../../../src/tools/generated-entries.ts";
import { generatedRegistry } from "../../../src/tools/registry.ts";
import { createSurface } from "../../../src/tools/surface.ts";
import { openWorkspace, type Workspace } from "../../support/workspace.ts";
import { clientKinds } from "../clients.ts";
import { type PromptClient, promptClient } from "../prompt-clients.ts";

let workspace: Workspace;

let space: string;

let url: URL;

let factory: ReturnType<typeof createServerFactory>;

const logged: string[] = [];

const closing: (() => Promise<unknown>)[] = [];

beforeAll(async () => {
  workspace = await openWorkspace();
  space = (
    await workspace.makeSpace("Guides", [{ markdown: "# Billing\n\nThe fee is 2 %." }, { markdown: "# Install" }])
  ).id;
  await workspace.makeSpace("API docs", [{ markdown: "# Errors" }]);
  const { id } = await workspace.client.changeRequests.create({ spaceId: space, subject: "Raise the fee" });
  await workspace.client.changeRequests.update({ spaceId: space, changeRequestId: id, status: "open" });

  const surface = createSurface(generatedEntries);
  const log = (level: string, message: string) => logged.push(`${level}: ${message}`);
  factory = createServerFactory({
    registry: generatedRegistry,
    surface,
    client: async () => workspace.client,
    answerTokens: 3000,
    confirmPolicy: "never",
    version: "9.8.7",
    log,
  });
  const handler = createHttpHandler({ factory, surface, log });
  const server = createServer(getRequestListener(handler.fetch));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  closing.push(async () => {
    await handler.close();
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
});

afterAll(async () => {
  for (const close of closing) await close();
  await workspace.close();
  expect(logged).toEqual([]);
});

describe.each(["HTTP", "stdio"] as const)("prompts over %s", (way) => {
  describe.each(clientKinds)("for a %s client", (kind) => {
    let client: PromptClient;
    beforeAll(async () => {
      client = await promptClient(kind, way === "HTTP" ? url : factory);
    });
    afterAll(() => client.close());

    it("are announced with their completion", () => {
      expect(client.capabilities()).toMatchObject({ prompts: {}, completions: {} });
    });

    it("are listed with their arguments", async () => {
      const prompts = await client.list();
      expect(prompts.map(({ name }) => name)).toHaveLength(7);
      expect(prompts.find(({ name }) => name === "translate_space")).toEqual({
        name: "translate_space",
        title: "Translate a space",
        description: "Translate a space into a language, or bring its translation up to date, and check the result.",
        arguments: [
          { name: "space", description: "Space to translate", required: true },
          { name: "language", description: "Language, such as German or pt-br", required: true },
        ],
      });
    });

    it("include their subject, read from the service", async () => {
      const change = { change: "-const fee = 2;\n+const fee = 3;", space: "Guides" };
      const { description, messages } = await client.get("update_docs_from_code_change", change);
      expect(description).toBe("Find the pages a code change makes wrong and correct them in a change request.");
      expect(messages.map(({ role }) => role)).toEqual(["user", "user", "user", "user"]);
      const texts = messages.map(({ content }) => (content.type === "text" ? content.text : content.type));
      expect(texts[0]).toContain(`Work in space ${space}.`);
      expect(texts[1]).toContain("+const fee = 3;");
      expect(texts[2]).toContain("- Billing (billing, id ");
      expect(texts[3]).toContain("no instructions for agents");
    });

    it("name an invalid argument with its valid values", async () => {
      const asked = client.get("find_broken_links_and_stale_pages", { space: "Guide lines" });
      await expect(asked).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining(
          `space: There is no space "Guide lines". There are:\n- "Guides" (id ${space})`,
        ),
      });
      await expect(client.get("find_broken_links_and_stale_pages")).rejects.toMatchObject({
        code: -32602,
        message: expect.stringContaining("space: it is required."),
      });
    });

    it("complete their arguments", async () => {
      const review = { type: "ref/prompt", name: "review_change_request" } as const;
      expect(await client.complete(review, "space", "gui")).toMatchObject({
        values: ["Guides"],
        total: 1,
        hasMore: false,
      });
      const found = await client.complete(review, "change_request", "raise", { space: "Guides" });
      expect(found.values).toEqual(["#2 Raise the fee"]);
      expect((await client.complete(review, "change_request", "raise", { space: "API docs" })).values).toEqual([]);
      const translate = { type: "ref/prompt", name: "translate_space" } as const;
      expect((await client.complete(translate, "language", "portug")).values).toEqual(["pt", "pt-br"]);
      const unknown = client.complete({ type: "ref/prompt", name: "nothing" }, "space", "");
      await expect(unknown).rejects.toMatchObject({ code: -32602 });
    });

    it("accept a completed value unchanged", async () => {
      const { messages } = await client.get("review_change_request", {
        change_request: "#2 Raise the fee",
        space: "Guides",
      });
      const [first] = messages.map(({ content }) => (content.type === "text" ? content.text : ""));
      expect(first).toContain(`Review change request #2 of space ${space} `);
    });
  });
});

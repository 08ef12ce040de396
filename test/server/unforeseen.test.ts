import { describe, expect, it } from "vitest";
import { createClient, type Client as DocsClient } from "../../src/client/client.ts";
import { createServerFactory } from "../../src/server/server.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";
import { createSurface } from "../../src/tools/surface.ts";
import { type ClientKind, clientKinds } from "./clients.ts";
import { promptClient } from "./prompt-clients.ts";

/** A server whose connection to the service breaks in an unexpected way. */
const brokenServer = () => server(() => Promise.reject(new Error("/home/ann/secret.key is gone")));

/** A server before a service that returns lists with values that violate the API. */
function misledServer() {
  const fetch = async () => Response.json({ items: [null], pages: [null], id: "s1", revision: "r1", title: "T" });
  return server(async () => createClient({ baseUrl: "https://docs.example.com", fetch }));
}

function server(client: () => Promise<DocsClient>) {
  const lines: string[] = [];
  const factory = createServerFactory({
    registry: generatedRegistry,
    surface: createSurface(generatedRegistry.entries),
    client,
    answerTokens: 3000,
    confirmPolicy: "never",
    version: "9.8.7",
    log: (level, message) => lines.push(`${level} ${message}`),
  });
  return { factory, lines };
}

/** The responses to a prompt and two completions, or their errors. */
async function askAll(kind: ClientKind, factory: Parameters<typeof promptClient>[1]): Promise<string[]> {
  const client = await promptClient(kind, factory);
  const ref = { type: "ref/prompt", name: "write_page" } as const;
  const asked = [
    client.get("write_page", { subject: "Fees" }),
    client.complete(ref, "space", "G"),
    client.complete({ type: "ref/resource", uri: "docs://spaces/{space}" }, "space", "G"),
  ];
  const told = await Promise.all(asked.map((answer) => answer.then(JSON.stringify, ({ message }) => message)));
  await client.close();
  return told;
}

describe.each(clientKinds)("an unexpected failure, for a %s client", (kind) => {
  it("returns an id in a prompt or completion, with the reason only in the log", async () => {
    const { factory, lines } = brokenServer();
    const told = await askAll(kind, factory);
    for (const message of told) {
      expect(message).toMatch(/Something failed inside Copydesk \(error [0-9a-f]{8}\); its log has the details\./);
      expect(message).not.toContain("ann");
      const [, id = ""] = /\(error (\w+)\)/.exec(message) ?? [];
      expect(lines.filter((line) => line.includes(`[${id}] Error: /home/ann/secret.key is gone`))).toHaveLength(1);
    }
  });

  it("is distinguished from a service that breaks the API's contract", async () => {
    const { factory, lines } = misledServer();
    const told = await askAll(kind, factory);
    for (const message of told)
      expect(message).toContain("`items[0]` is not of type object. Tell the person who runs it.");
    expect(lines).toEqual([]);
  });
});

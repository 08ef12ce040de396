import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { createSiteEndpoint } from "../../../../src/server/site-endpoint/site-endpoint.ts";
import { text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeGuide, SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

const failures: string[] = [];
const endpoint = createSiteEndpoint((level, message) => {
  if (level === "error") failures.push(message);
});

async function fetchSite(input: string | URL | Request, init?: RequestInit): Promise<Response> {
  const response = await service.platform.serveReader(new Request(input, init), true, { serveAgent: endpoint.fetch });
  return response ?? new Response("nothing", { status: 404 });
}

interface Published {
  readonly site: SiteMaker;
  /** Full address of the root. */
  readonly root: string;
}

async function published(pages: Parameters<typeof makeGuide>[2], body: object = {}): Promise<Published> {
  const { space } = await makeGuide(service, "Manual", pages);
  const site = await SiteMaker.make(service, { title: "Reading room", visibility: "public", spaces: [space], ...body });
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  return { site, root: origin + base };
}

const zebra = [
  { title: "Welcome", markdown: "Begin here." },
  { title: "Zebra crossing", markdown: "## Stripes\n\nBlack and white." },
];

type Era = "2025" | "2026";

async function withClient<Result>(
  address: string,
  era: Era,
  use: (client: Client) => Promise<Result>,
  headers: Record<string, string> = {},
): Promise<Result> {
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: era === "2025" ? "legacy" : { pin: "2026-07-28" } } },
  );
  await client.connect(
    new StreamableHTTPClientTransport(new URL(address), { fetch: fetchSite, requestInit: { headers } }),
  );
  try {
    return await use(client);
  } finally {
    await client.close();
  }
}

async function call(client: Client, name: string, given: Record<string, unknown>): Promise<string> {
  const { content, isError } = await client.callTool({ name, arguments: given });
  const [first] = content as { text: string }[];
  return `${isError === true ? "error: " : ""}${first?.text}`;
}

describe.each<Era>(["2025", "2026"])("the MCP endpoint of a site, for clients of %s", (era) => {
  it.each(["mcp", "~gitbook/mcp"])("searches and reads at %s", async (path) => {
    const { root } = await published(zebra);
    await withClient(root + path, era, async (client) => {
      expect(client.getServerVersion()).toMatchObject({ title: "Reading room" });
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(["searchDocumentation", "getPage"]);
      const found = await call(client, "searchDocumentation", { query: "stripes" });
      expect(found).toContain(`Zebra crossing: ${root}zebra-crossing`);
      expect(found).toContain(`${root}zebra-crossing#stripes`);
      const page = await call(client, "getPage", { url: `${root}zebra-crossing#stripes` });
      expect(page).toContain("Black and white.");
    });
  });
});

describe("a site's agent", () => {
  const ask = (root: string, tool: string, given: Record<string, unknown>, headers?: Record<string, string>) =>
    withClient(`${root}mcp`, "2026", (client) => call(client, tool, given), headers);

  it.each(["zebra-crossing", "/zebra-crossing.md", "zebra-crossing?x=1"])("reads a page by %s", async (url) => {
    const { root } = await published(zebra);
    const full = url.startsWith("/") ? root + url.slice(1) : url;
    expect(await ask(root, "getPage", { url: full })).toContain("Black and white.");
  });

  it("reads a long page in parts that make the whole", async () => {
    const lines = Array.from({ length: 6_000 }, (_, index) => `Line ${index} of many.`);
    const { root } = await published([{ title: "Long", markdown: lines.join("\n\n") }]);
    let whole = "";
    for (let part = 1; ; part += 1) {
      const answer = await ask(root, "getPage", { url: root, part });
      const [body = "", more] = answer.split(/\n\nPart \d+ of \d+\. /);
      whole += body;
      if (more === undefined) break;
      expect(more).toBe(`The next one: part ${part + 1}.`);
    }
    expect(lines.filter((line) => !whole.includes(line))).toEqual([]);
    expect(await ask(root, "getPage", { url: root, part: 99 })).toMatch(/^error: part: the page has \d+ of them/);
  });

  it("gets an explanation of an invalid call", async () => {
    const { root } = await published(zebra);
    for (const [tool, given, problem] of [
      ["searchDocumentation", { query: " " }, "query: give"],
      ["searchDocumentation", { query: "x".repeat(501) }, "query: may have 500"],
      ["searchDocumentation", { query: "x", limit: 0 }, "limit: give"],
      ["searchDocumentation", { query: "x", page: 2 }, "page is not an argument of searchDocumentation"],
      ["getPage", {}, "url: give"],
      ["getPage", { url: "https://example.com/" }, "url: Reading room has no page there"],
      ["getPage", { url: "../../v1/user" }, "url: Reading room has no page there"],
      ["getPage", { url: "~files/x/y" }, "url: Reading room has no page there"],
      ["getPage", { url: "nowhere" }, "url: Reading room has no page there"],
    ] as const) {
      expect(await ask(root, tool, given)).toContain(`error: ${problem}`);
    }
    await expect(ask(root, "deletePage", {})).rejects.toThrow("There is no such tool");
  });

  it("finds the pages of each section, and of other versions on request", async () => {
    const { site, root } = await published(zebra);
    const { space } = await makeGuide(service, "Old", [{ title: "Old zebra", markdown: "Stripes of old." }]);
    await site.done("POST site-spaces", { spaceId: space, title: "Old" });
    const first = await ask(root, "searchDocumentation", { query: "stripes" });
    expect(first).not.toContain("Old zebra");
    const all = await ask(root, "searchDocumentation", { query: "stripes", allVariants: true });
    expect(all).toMatch(/Old zebra: \S+\/old\//);
    expect(await ask(root, "getPage", { url: `${root}old/` })).toContain("Stripes of old.");
  });

  it("does not see what a condition hides from its visitor", async () => {
    const { site, root } = await published(zebra);
    await site.done("PATCH ", { adaptiveContent: { enabled: true } });
    const { space } = await makeGuide(service, "Secret", [{ title: "Secret zebra", markdown: "Stripes inside." }]);
    const { id } = (await site.done("POST site-spaces", { spaceId: space, title: "Secret" })).json as { id: string };
    await site.done(`PATCH site-spaces/${id}`, { condition: "visitor.claims.unsigned.beta" });
    const all = { query: "stripes", allVariants: true };
    expect(await ask(root, "searchDocumentation", all)).not.toContain("Secret zebra");
    expect(await ask(root, "getPage", { url: `${root}secret/` })).toContain("has no page there");
  });

  it("finds the same pages in the same order, whatever a condition hides from its visitor", async () => {
    const hidden = "{% if visitor.claims.unsigned.beta %}\nOcelot.\n{% endif %}\n";
    const { site, root } = await published([
      { title: "Other", markdown: "Zebra." },
      { title: "Mixed", markdown: `Common zebra.\n\n${hidden}` },
    ]);
    await site.done("PATCH ", { adaptiveContent: { enabled: true } });
    for (const query of ["zebra xyzzyx", "zebra ocelot"]) {
      const found = await ask(root, "searchDocumentation", { query });
      expect(found.match(/Other|Mixed/g), query).toEqual(["Other", "Mixed"]);
    }
  });
});

describe("the endpoint of a site", () => {
  const post = (address: string, body: unknown, headers: Record<string, string> = {}) =>
    fetchSite(address, {
      method: "POST",
      headers: { "content-type": "application/json", accept: "application/json, text/event-stream", ...headers },
      body: typeof body === "string" ? body : JSON.stringify(body),
    });
  const initialize = {
    jsonrpc: "2.0",
    id: 1,
    method: "initialize",
    params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "raw", version: "1" } },
  };

  it("does not exist if agents are excluded, or its page action is off", async () => {
    const closed = await published(zebra);
    await closed.site.done("PATCH ", { agentsContext: "excluded" });
    expect((await post(`${closed.root}mcp`, initialize)).status).toBe(404);
    const { site, root } = await published(zebra);
    const customization = (await site.done("GET customization")).json as { pageActions: object };
    await site.done("PUT customization", { ...customization, pageActions: { items: ["markdown"] } });
    expect((await post(`${root}mcp`, initialize)).status).toBe(404);
    expect((await fetchSite(`${root}mcp/server-card`)).status).toBe(404);
  });

  it("does not exist while the site is unpublished", async () => {
    const { site, root } = await published(zebra);
    expect((await post(`${root}mcp`, initialize)).status).toBe(200);
    await site.done("POST unpublish");
    expect((await post(`${root}mcp`, initialize)).status).toBe(404);
  });

  it("leaves a page named mcp to browsers", async () => {
    const { root } = await published([...zebra, { title: "MCP", markdown: "About the protocol." }]);
    const page = await fetchSite(`${root}mcp`, { headers: { accept: "text/html" } });
    expect(await page.text()).toContain("About the protocol.");
    expect((await post(`${root}mcp`, initialize)).status).toBe(200);
    expect((await fetchSite(`${root}mcp`, { headers: { accept: "text/event-stream" } })).status).toBe(405);
  });

  it("requires a sign-in if the site does, and points to its metadata", async () => {
    const { site, root } = await published(zebra, { visibility: "visitor-auth" });
    const refused = await post(`${root}mcp`, initialize);
    expect(refused.status).toBe(401);
    const [, metadata = ""] = /resource_metadata="([^"]+)"/.exec(refused.headers.get("www-authenticate") ?? "") ?? [];
    expect(metadata).toBe(`${origin}/.well-known/oauth-protected-resource${new URL(root).pathname}mcp`);
    expect(await (await fetchSite(metadata)).json()).toMatchObject({
      resource: `${root}mcp`,
      bearer_methods_supported: ["header"],
    });
    const { privateKey } = (await site.done("GET publishing/auth")).json as { privateKey: string };
    const token = await new SignJWT({ plan: "pro" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(new Date(Date.parse(service.platform.now()) + 3_600_000))
      .sign(new TextEncoder().encode(privateKey));
    const found = await withClient(
      `${root}mcp`,
      "2026",
      (client) => call(client, "searchDocumentation", { query: "stripes" }),
      { authorization: `Bearer ${token}` },
    );
    expect(found).toContain("Zebra crossing");
    expect((await post(`${root}mcp`, initialize, { authorization: "Bearer x.y.z" })).status).toBe(401);
  });

  it("rejects bodies that are not messages or are too large", async () => {
    const { root } = await published(zebra);
    expect((await post(`${root}mcp`, "{")).status).toBe(400);
    expect((await post(`${root}mcp`, JSON.stringify({ ...initialize, more: "x".repeat(70_000) }))).status).toBe(413);
    expect((await post(`${root}mcp`, initialize, { "content-type": "text/plain" })).status).toBe(415);
    const listen = { jsonrpc: "2.0", id: 1, method: "subscriptions/listen", params: {} };
    expect((await post(`${root}mcp`, listen)).status).toBe(400);
    expect(failures).toEqual([]);
  });
});

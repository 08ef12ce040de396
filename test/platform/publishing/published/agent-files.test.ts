import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeGuide, SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

async function read(path: string): Promise<{ status: number; type: string; text: string; headers: Headers }> {
  const response = await service.platform.serveReader(new Request(origin + path), true);
  if (response === undefined) return { status: 0, type: "", text: "", headers: new Headers() };
  const { status, headers } = response;
  return { status, type: headers.get("content-type") ?? "", text: await response.text(), headers };
}

async function json(path: string): Promise<Record<string, unknown>> {
  const { status, type, text: body } = await read(path);
  expect([path, status, type]).toEqual([path, 200, "application/json; charset=utf-8"]);
  return JSON.parse(body) as Record<string, unknown>;
}

/** A published site with one space; returns the path of its root. */
async function published(title: string, pages: Parameters<typeof makeGuide>[2]) {
  const { space } = await makeGuide(service, title, pages);
  const site = await SiteMaker.make(service, { title, visibility: "public", spaces: [space] });
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  return { site, base };
}

const pages = [
  { title: "Start", markdown: "Begin." },
  { title: "Rotate keys", markdown: "Twice a year." },
];

describe("the files for agents on a site", () => {
  it("include a skill with a name, a purpose and the location of pages", async () => {
    const { base } = await published('Ünlimited "Keys"', pages);
    const { status, text: skill } = await read(`${base}skill.md`);
    expect(status).toBe(200);
    const [, front = ""] = /^---\n(.*?)---\n/s.exec(skill) ?? [];
    expect(parse(front)).toMatchObject({ name: "unlimited-keys", description: expect.stringContaining("Keys") });
    expect(skill).toContain(`- [Rotate keys](${origin}${base}rotate-keys.md)`);
    expect(skill).toContain(`${origin}${base}llms.txt`);
    expect(skill).toContain(`${origin}${base}mcp`);
  });

  it("include an index of skills, with the digest of the skill", async () => {
    const { base } = await published("Digest", pages);
    const { skills } = await json(`${base}.well-known/agent-skills/index.json`);
    const [skill] = skills as { name: string; type: string; url: string; digest: string }[];
    expect(skill).toMatchObject({ name: "digest", type: "skill-md", url: `${origin}${base}skill.md` });
    const bytes = (await read(`${base}skill.md`)).text;
    expect(skill?.digest).toBe(`sha256:${createHash("sha256").update(bytes).digest("hex")}`);
  });

  it("include a card of the MCP endpoint, with the same name wherever it is described", async () => {
    const { base } = await published("Card", pages);
    const card = await json(`${base}mcp/server-card`);
    expect(card).toMatchObject({
      title: "Card",
      name: expect.stringMatching(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
      remotes: [{ type: "streamable-http", url: `${origin}${base}mcp` }],
    });
    expect(await json(`${base}.well-known/mcp/server-card.json`)).toEqual(card);
    const { entries } = await json(`${base}.well-known/mcp/catalog.json`);
    expect(entries).toMatchObject([
      { identifier: `urn:mcp:server:${card.name}`, url: `${origin}${base}mcp/server-card` },
    ]);
  });

  it("include a catalog that robots.txt and pages link to", async () => {
    const { base } = await published("Catalog", pages);
    const { entries } = await json(`${base}.well-known/ai-catalog.json`);
    expect(entries).toMatchObject([
      { type: "application/mcp-server-card+json", url: `${origin}${base}mcp/server-card` },
      { type: 'text/markdown; profile="urn:air:agent-skills"', url: `${origin}${base}skill.md` },
    ]);
    for (const { identifier } of entries as { identifier: string }[]) {
      expect(identifier).toMatch(/^urn:air:[a-zA-Z0-9.-]+(:[a-zA-Z0-9._-]+)+$/);
    }
    expect((await read(`${base}robots.txt`)).text).toContain(`Agentmap: ${origin}${base}.well-known/ai-catalog.json`);
    expect((await read(base)).headers.get("link")).toContain(`<${base}.well-known/ai-catalog.json>; rel="ai-catalog"`);
  });

  it("yield to a page of the same name", async () => {
    const { base } = await published("Taken", [...pages, { title: "Skill", markdown: "About skills." }]);
    expect((await read(`${base}skill.md`)).text).toContain("About skills.");
  });

  it("do not exist if the site excludes agents", async () => {
    const { site, base } = await published("Closed", pages);
    await site.done("PATCH ", { agentsContext: "excluded" });
    for (const path of ["skill.md", "mcp/server-card", ".well-known/ai-catalog.json", ".well-known/mcp/catalog.json"]) {
      expect([path, (await read(base + path)).status]).toEqual([path, 404]);
    }
    expect((await read(`${base}robots.txt`)).text).not.toContain("Agentmap");
  });
});

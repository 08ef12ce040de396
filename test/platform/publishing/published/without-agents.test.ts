import { describe, expect, it } from "vitest";
import { text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeGuide, SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

async function read(path: string, headers: Record<string, string> = {}, init: RequestInit = {}) {
  const response = await service.platform.serveReader(new Request(origin + path, { headers, ...init }), true);
  if (response === undefined) return { status: 404, type: "", text: "", headers: new Headers() };
  const type = response.headers.get("content-type") ?? "";
  return { status: response.status, type, text: await response.text(), headers: response.headers };
}

/** A published site that excludes agents, or the same site before it did. */
async function published(title: string, agentsContext: "excluded" | "included", more: object = {}) {
  const { space } = await makeGuide(service, title, [{ title: "Start", markdown: "Begin." }, { title: "Install" }]);
  const site = await SiteMaker.make(service, { title, visibility: "public", spaces: [space] });
  await site.done("PATCH ", { agentsContext, ...more });
  return new URL(text(await site.done("POST publish"), "urls.published")).pathname;
}

const forAgents = [
  "llms.txt",
  "llms-full.txt",
  "index.md",
  "install.md",
  "none.md",
  "sitemap.md",
  ".well-known/sitemap.md",
  "skill.md",
  ".well-known/agent-skills/index.json",
  ".well-known/ai-catalog.json",
  ".well-known/ard.json",
  "mcp/server-card",
  ".well-known/mcp/server-card.json",
  ".well-known/mcp/catalog.json",
];

describe("a site that excludes agents", () => {
  it.each(forAgents)("has no %s for anybody, whatever they call themselves", async (path) => {
    const base = await published(`Closed ${path}`, "excluded");
    for (const agent of ["Mozilla/5.0", "curl/8.5", "GPTBot/1.2", ""]) {
      const answer = await read(base + path, { "user-agent": agent, accept: "text/markdown, */*" });
      expect([agent, answer.status, answer.type.startsWith("text/markdown")]).toEqual([agent, 404, false]);
    }
  });

  it("still has them all for everybody if it does not exclude agents", async () => {
    const base = await published("Welcoming", "included");
    for (const path of forAgents.filter((path) => path !== "none.md")) {
      expect([path, (await read(base + path)).status]).toEqual([path, 200]);
    }
  });

  it("shows people HTML without links to what only agents read", async () => {
    const base = await published("For people", "excluded");
    for (const path of ["", "install"]) {
      const page = await read(base + path, { accept: "text/markdown, text/html;q=0.5" });
      expect([page.status, page.type]).toEqual([200, "text/html; charset=utf-8"]);
      expect(page.headers.get("link")).toBeNull();
      for (const trace of ["llms.txt", "text/markdown", ".md", "/mcp", "chatgpt.com", "claude.ai", "ai-catalog"]) {
        expect(page.text, trace).not.toContain(trace);
      }
    }
    expect((await read(`${base}sitemap.xml`)).status).toBe(200);
  });

  it("has no endpoint and no metadata of one", async () => {
    const base = await published("No endpoint", "excluded");
    const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "ping" });
    expect((await read(`${base}mcp`, { accept: "application/json" }, { method: "POST", body })).status).not.toBe(200);
    expect((await read(`/.well-known/oauth-protected-resource${base}mcp`)).status).toBe(404);
  });

  it("says so in robots.txt to every agent by name, and to agents themselves", async () => {
    const base = await published("Robots", "excluded");
    const robots = await read(`${base}robots.txt`, { "user-agent": "GPTBot/1.2" });
    expect(robots.status).toBe(200);
    const [named = "", others = ""] = robots.text.split("\n\n");
    for (const agent of [
      "GPTBot",
      "ClaudeBot",
      "Claude-User",
      "PerplexityBot",
      "Google-Extended",
      "CCBot",
      "Bytespider",
    ]) {
      expect(named.split("\n")).toContain(`User-agent: ${agent}`);
    }
    expect(named.split("\n").slice(-2)).toEqual(["Content-Signal: search=no, ai-input=no, ai-train=no", "Disallow: /"]);
    expect(others).toBe(
      `User-agent: *\nContent-Signal: search=yes, ai-input=no, ai-train=no\nDisallow: ${base}~search\nAllow: /`,
    );
    expect(robots.text).not.toContain("Agentmap");
  });

  it("says so in robots.txt even if it is unlisted", async () => {
    const base = await published("Unlisted robots", "excluded", { visibility: "unlisted" });
    const { text: robots } = await read(`${base}robots.txt`);
    expect(robots).toContain("User-agent: GPTBot\n");
    expect(robots).toMatch(/User-agent: \*\nContent-Signal: search=no, ai-input=no, ai-train=no\nDisallow: \/\n$/);
  });
});

describe("the page for an address without a page", () => {
  const offered = async (path: string) => {
    const missing = await read(path);
    expect(missing.status).toBe(404);
    const { similar = "" } = /<h2>Similar pages<\/h2>(?<similar>.*?)<\/ul>/s.exec(missing.text)?.groups ?? {};
    return [...similar.matchAll(/<a href="[^"]*">([^<]*)<\/a>/g)].map(([, title]) => title);
  };

  it("offers the pages whose path is misspelt or moved, or that have its words, and no others", async () => {
    const { space } = await makeGuide(service, "Similar", [
      { title: "Start", markdown: "xyzzy is a word on this page." },
      { title: "Installation" },
      { title: "Rotate API keys" },
      { title: "Webhooks" },
    ]);
    const site = await SiteMaker.make(service, { title: "Similar", visibility: "public", spaces: [space] });
    const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
    expect(await offered(`${base}xyzzy`)).toEqual([]);
    expect(await offered(`${base}completely/different`)).toEqual([]);
    expect(await offered(`${base}a`)).toEqual([]);
    expect(await offered(`${base}instalation`)).toEqual(["Installation"]);
    expect(await offered(`${base}guides/webhook`)).toEqual(["Webhooks"]);
    expect(await offered(`${base}rotating-keys`)).toEqual(["Rotate API keys"]);
    expect(await offered(`${base}strat`)).toEqual(["Start"]);
  });
});

import type { SiteView } from "../view.ts";
import { oneLine } from "./page-markdown.ts";
import { about, json, skillName } from "./skill.ts";

/** Version of the MCP endpoint; increased when its tools change. */
export const endpointVersion = "1.0.0";

/** Path below the site's root. */
export const agentCatalogPath = ".well-known/ai-catalog.json";

const cardType = "application/mcp-server-card+json";

/** What an MCP client needs to connect (SEP-2127); undefined without an endpoint. */
export function renderServerCard(site: SiteView): string | undefined {
  const { mcp } = site.agents ?? {};
  if (mcp === undefined) return undefined;
  return json({
    $schema: "https://static.modelcontextprotocol.io/schemas/v1/server-card.schema.json",
    name: serverName(site),
    title: oneLine(site.title),
    description: about(site),
    version: endpointVersion,
    websiteUrl: new URL(site.root, site.origin).href,
    remotes: [{ type: "streamable-http", url: new URL(mcp, site.origin).href }],
  });
}

/** The site's MCP servers, of which there is at most one; undefined without any. */
export function renderServerCatalog(site: SiteView): string | undefined {
  const card = cardUrl(site);
  if (card === undefined) return undefined;
  const name = serverName(site);
  const entry = {
    identifier: `urn:mcp:server:${name}`,
    displayName: oneLine(site.title),
    mediaType: cardType,
    url: card,
  };
  return json({ specVersion: "1.0", entries: [entry] });
}

/** What the site offers to agents, in the format of Agentic Resource Discovery. */
export function renderAgentCatalog(site: SiteView): string {
  const title = oneLine(site.title);
  const card = cardUrl(site);
  const publisher = new URL(site.origin).hostname.replace(/[^a-zA-Z0-9.-]+/g, "") || "localhost";
  const representativeQueries = [`How do I get started with ${title}?`, `What does the documentation of ${title} say?`];
  const entry = (kind: string, type: string, url: string) => ({
    identifier: `urn:air:${publisher}:${kind}:${skillName(site)}`,
    displayName: title,
    description: about(site),
    type,
    url,
    representativeQueries,
  });
  const skill = new URL(`${site.basePath}skill.md`, site.origin).href;
  return json({
    specVersion: "1.0",
    host: { displayName: title, documentationUrl: new URL(site.root, site.origin).href },
    entries: [
      ...(card === undefined ? [] : [entry("mcp", cardType, card)]),
      entry("skill", 'text/markdown; profile="urn:air:agent-skills"', skill),
    ],
  });
}

const cardUrl = ({ agents, origin }: SiteView): string | undefined =>
  agents?.mcp === undefined ? undefined : new URL(`${agents.mcp}/server-card`, origin).href;

/** The reversed host name, as in server names, followed by the site's name. */
function serverName({ origin, root }: SiteView): string {
  const host = new URL(origin).hostname
    .replace(/[^a-zA-Z0-9.-]+/g, "")
    .split(".")
    .reverse()
    .join(".");
  const last =
    root
      .split("/")
      .filter((segment) => segment !== "")
      .at(-1) ?? "docs";
  return `${host || "localhost"}/${decodeURIComponent(last).replace(/[^a-zA-Z0-9._-]+/g, "-") || "docs"}`;
}

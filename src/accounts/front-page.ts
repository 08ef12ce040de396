import type { AccountsOptions } from "./accounts-options.ts";
import { html } from "./html.ts";
import type { Visit } from "./visit.ts";

/** What a person finds who opens the address of the server. */
export async function serveFrontPage(
  visit: Visit,
  { listPublicSites, isAuthorizationServer }: Pick<AccountsOptions, "listPublicSites" | "isAuthorizationServer">,
): Promise<Response> {
  const { place } = visit;
  const sites = await listPublicSites(place.base);
  const address = `${place.base.replace(/\/$/, "")}/mcp`;
  const entry = JSON.stringify({ mcpServers: { copydesk: { type: "http", url: address } } }, null, 2);
  const access = isAuthorizationServer
    ? html`The host opens a browser in which you sign in and say what it may do. A host that cannot do that sends a <a href="${place.path("/app/account#tokens")}">personal token</a>.`
    : html`Where the server asks for one, the host sends a token.`;
  const links =
    sites.length === 0
      ? html`<p>No site is public yet.</p>`
      : html`<ul>${sites.map(({ title, url, isManual }) => html`<li><a href="${url}">${title}</a>${isManual ? ": the manual of this server" : ""}</li>`)}</ul>`;
  return visit.page(
    "Copydesk",
    html`<p>A desk in a documentation team for people and AI agents: agents propose changes, and people review and merge them.</p>
<nav aria-label="Desk">
<a class="button primary" href="${place.path("/app/")}">Open the desk</a>
<a class="button" href="${place.path("/app/account")}">Sign in, tokens and agents</a>
</nav>
<h2 id="sites">Documentation</h2>
${links}
<h2 id="agents">Connect an agent</h2>
<p>The server speaks the Model Context Protocol at <code>${address}</code>. ${access}</p>
<p>Claude Code:</p>
<pre>claude mcp add --transport http copydesk ${address}</pre>
<p>Codex:</p>
<pre>codex mcp add copydesk --url ${address}</pre>
<p>Hosts with a configuration file in JSON:</p>
<pre>${entry}</pre>
<h2 id="programs">For programs</h2>
<p>The documentation platform API is at <code>${place.base.replace(/\/$/, "")}/v1</code>.</p>`,
    { headers: { Vary: "Accept" } },
  );
}

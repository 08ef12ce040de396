import type { AccountsOptions } from "./accounts-options.ts";
import { html } from "./page.ts";
import type { PageContext } from "./page-context.ts";

/**
 * What a browser shows at the server's address: what to read, where to review, and how agents connect. The same for
 * everyone, because cookies are sent only below `/app`.
 */
export async function serveFront(
  context: PageContext,
  { publicSites, isAuthorizationServer }: AccountsOptions,
): Promise<Response> {
  const sites = await publicSites(context.addresses.base);
  const { addresses } = context;
  const mcp = `${addresses.base.replace(/\/$/, "")}/mcp`;
  const tokens = html`<a href="${addresses.path("/app/account#tokens")}">personal token</a>`;
  const access = isAuthorizationServer
    ? html`The host opens a browser where you sign in and choose what it may do. A host that cannot do that sends a ${tokens}.`
    : html`If this server requires a token, the host sends a ${tokens}.`;
  return context.page(
    "Copydesk",
    html`<p>Agents propose changes to the documentation on this server, and people decide what is published.</p>
<h2>Read</h2>
${sites.length === 0 ? html`<p>No public site is published.</p>` : html`<ul>${sites.map(({ title, url, isManual }) => html`<li><a href="${url}">${title}</a>${isManual === true ? ": the manual of this server" : ""}</li>`)}</ul>`}
<h2>Review</h2>
<p><a class="button primary" href="${addresses.path("/app/")}">Open the desk</a> <a class="button" href="${addresses.path("/app/sign-in")}">Sign in</a></p>
<h2>Connect an agent</h2>
<p>Give your MCP host this address:</p>
<p><code>${mcp}</code></p>
<p>In Claude Code and in Codex:</p>
<pre>claude mcp add --transport http copydesk ${mcp}
codex mcp add copydesk --url ${mcp}</pre>
<p>In a host that is configured in JSON:</p>
<pre>${JSON.stringify({ mcpServers: { copydesk: { type: "http", url: mcp } } }, null, 2)}</pre>
<p>${access}</p>
<p>Programs call the API at <code>${addresses.base.replace(/\/$/, "")}/v1</code>.</p>`,
    { headers: { Vary: "Accept" } },
  );
}

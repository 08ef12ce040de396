import { endAgent, listAgents } from "../platform/access/agents-rows.ts";
import { endSession, listSessions } from "../platform/access/sessions-rows.ts";
import { formatMinute } from "./deferred-work.ts";
import { html } from "./page.ts";
import type { PageContext, Person } from "./page-context.ts";
import { tokensSection } from "./personal-tokens.ts";

/** A person's account page: sessions, agents and tokens, each of which can be ended. */
export async function serveAccount(context: PageContext): Promise<Response> {
  const person = await context.person();
  if (person === undefined) return context.goTo("/app/sign-in?returnTo=/app/account");
  return context.request.method === "POST" ? endOne(context, person) : show(context, person);
}

async function endOne(context: PageContext, { user, session }: Person): Promise<Response> {
  const form = await context.form();
  const agent = form.get("agent");
  if (agent !== null) {
    await context.platform.database.write((queries) => endAgent(queries, agent, user.id));
    return context.goTo("/app/account");
  }
  const id = form.get("session") ?? session.id;
  await context.platform.database.write((queries) => endSession(queries, user.id, id));
  if (id !== session.id) return context.goTo("/app/account");
  context.endSession();
  return context.goTo("/app/sign-in");
}

const methods: Readonly<Record<string, string>> = {
  link: "a link of this server",
  email: "a link by e-mail",
  invite: "an invitation",
  saml: "SAML",
  oidc: "OpenID Connect",
};

async function show(context: PageContext, person: Person): Promise<Response> {
  const { user, session } = person;
  const { database, now } = context.platform;
  const [sessions, agents] = await database.read(async (queries) => [
    await listSessions(queries, user.id, now()),
    await listAgents(queries, user.id),
  ]);
  const action = context.addresses.path("/app/account");
  const rows = sessions.map(
    (row) => html`<tr>
<td>${row.id === session.id ? html`<strong>This browser</strong>` : (row.user_agent ?? "Unknown browser")}</td>
<td>${methods[row.made_by] ?? row.made_by}, <time datetime="${row.created_at}">${row.created_at.slice(0, 10)}</time></td>
<td><time datetime="${row.last_used_at}">${formatMinute(row.last_used_at)}</time></td>
<td><form method="post" action="${action}">${context.forgeryField}<input type="hidden" name="session" value="${row.id}">
<button aria-label="${row.id === session.id ? "Sign out" : `End the session last used ${row.last_used_at.slice(0, 16)}`}">${row.id === session.id ? "Sign out" : "End"}</button></form></td>
</tr>`,
  );
  const agentRows = agents.map(
    (agent) => html`<tr>
<td>${agent.name}</td>
<td>${agent.scope}</td>
<td>${agent.last_used_at === null ? "Nothing yet" : html`${agent.last_tool ?? "Connected"}, <time datetime="${agent.last_used_at}">${formatMinute(agent.last_used_at)}</time>`}</td>
<td><form method="post" action="${action}">${context.forgeryField}<input type="hidden" name="agent" value="${agent.id}">
<button aria-label="End ${agent.name}">End</button></form></td>
</tr>`,
  );
  const connected = html`<h2 id="agents">Agents that act as you</h2>
<table aria-labelledby="agents">
<thead><tr><th scope="col">Agent</th><th scope="col">May</th><th scope="col">Did last</th><th scope="col"><span>End</span></th></tr></thead>
<tbody>${agentRows}</tbody>
</table>`;
  return context.page(
    "Your account",
    html`<p>${user.display_name}${user.email === null ? "" : ` (${user.email})`}</p>
<p><a class="button" href="${context.addresses.path("/app/")}">Open the desk</a></p>
<h2 id="sessions">Where you are signed in</h2>
<table aria-labelledby="sessions">
<thead><tr><th scope="col">Browser</th><th scope="col">Signed in with</th><th scope="col">Last used</th><th scope="col"><span>End</span></th></tr></thead>
<tbody>${rows}</tbody>
</table>
${agents.length === 0 ? undefined : connected}
${await tokensSection(context, person)}`,
  );
}

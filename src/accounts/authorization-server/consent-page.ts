import { includesScope, type Scope, scopeMeanings } from "../../contract/reach.ts";
import { insertAgent } from "../../platform/access/agents-rows.ts";
import { keepOauthClient } from "../../platform/access/oauth-records-rows.ts";
import { Problem } from "../../platform/kernel/problem.ts";
import { grantedScope, ownScopes, scopesUpTo } from "../../server/access/scopes.ts";
import { html } from "../html.ts";
import type { Visit } from "../visit.ts";
import type { AuthorizationServer } from "./authorization-server.ts";

/** What a person reads and decides before an agent may act as them. */
export async function serveConsent(visit: Visit, server: AuthorizationServer, uid: string): Promise<Response> {
  const interaction = await server.interaction(visit.request, uid);
  const person = await visit.person();
  if (person === undefined) return visit.goTo(`/app/sign-in?returnTo=/app/oauth/consent/${uid}`);
  const client = await server.clientOf(interaction);
  const asked = String(interaction.params.scope ?? "");
  const most = grantedScope({ scope: asked }) ?? "read";
  const offered = ownScopes.filter((scope) => includesScope(most, scope));
  const redirect = new URL(String(interaction.params.redirect_uri));
  const path = `/app/oauth/consent/${uid}`;

  if (visit.request.method === "POST") {
    const form = await visit.form();
    if (form.get("decision") !== "agree") {
      const refused = { error: "access_denied", error_description: "The person did not agree." };
      return visit.goTo(await server.finish(visit.request, interaction, refused));
    }
    const scope = offered.find((one) => one === form.get("scope"));
    if (scope === undefined) throw new Problem("bad_request", "Choose what the agent may do, of what it asked for.");
    const id = await server.grant(interaction, person.user.id, scopesUpTo(scope, ownScopes), asked);
    const { database, now } = visit.platform;
    await database.write(async (queries) => {
      const name = client.name ?? redirect.host;
      const agent = { id, user: person.user.id, client: client.id, name, scope, created_at: now() };
      await insertAgent(queries, { ...agent, last_used_at: null, last_tool: null });
      await keepOauthClient(queries, client.id);
    });
    const result = { login: { accountId: person.user.id, remember: false }, consent: { grantId: id } };
    return visit.goTo(await server.finish(visit.request, interaction, result));
  }

  const usual: Scope = offered.includes("propose") ? "propose" : "read";
  const choices = offered.map(
    (
      scope,
    ) => html`<label><input type="radio" name="scope" value="${scope}"${scope === usual ? html` checked` : undefined}>
${titles[scope]}: ${scopeMeanings[scope]}</label>`,
  );
  const isUrl = URL.canParse(client.id);
  return visit.page(
    "Connect an agent",
    html`<p><strong>${client.name ?? "An agent without a name"}</strong> asks to act as you, ${person.user.display_name}.</p>
<p class="note">The name is what the agent says. You are sent back to <strong>${whereOf(redirect)}</strong>${
      isUrl ? html`, and the agent is described at <strong>${new URL(client.id).host}</strong>` : undefined
    }. Agree only if you began this.</p>
<form method="post" action="${visit.place.path(path)}">${visit.forgeryField}
<p id="may">It may, within what you may do yourself, where each line allows what stands above it:</p>
${choices}
<button class="primary" name="decision" value="agree">Connect</button>
<button name="decision" value="refuse">Cancel</button>
</form>
<p>Your account shows what each agent did last, and ends it.</p>`,
    { formTargets: [isWeb(redirect) ? redirect.origin : redirect.protocol] },
  );
}

const titles: Readonly<Record<Scope, string>> = {
  read: "Read",
  propose: "Propose",
  write: "Write",
  merge: "Merge",
  admin: "Administer",
};

const isWeb = ({ protocol }: URL) => protocol === "https:" || protocol === "http:";

const whereOf = (url: URL) => {
  if (!isWeb(url)) return `a program on this device (${url.protocol})`;
  return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
    ? `a program on this device (${url.host})`
    : url.host;
};

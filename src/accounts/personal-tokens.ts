import { isScope, type Scope, scopeMeanings, scopes } from "../contract/reach.ts";
import { countWorkingTokens, createToken, listTokens, revokeUserToken } from "../platform/access/tokens-rows.ts";
import type { Row } from "../platform/kernel/database/tables.ts";
import { Problem } from "../platform/kernel/problem.ts";
import type { Html } from "../site/html.ts";
import { formatMinute } from "./deferred-work.ts";
import { html } from "./page.ts";
import type { PageContext, Person } from "./page-context.ts";

const path = "/app/account/tokens";

/** The most valid tokens of one person. */
const maxTokens = 100;

const maxNameLength = 100;

/** Days; an empty text means no expiry. */
const lengths: readonly { readonly days: string; readonly title: string }[] = [
  { days: "7", title: "In 7 days" },
  { days: "30", title: "In 30 days" },
  { days: "90", title: "In 90 days" },
  { days: "365", title: "In a year" },
  { days: "", title: "Never" },
];
const defaultDays = "90";

/** Creates or revokes a token of the signed-in person. A token is shown only in the response that creates it. */
export async function serveTokens(context: PageContext): Promise<Response> {
  const person = await context.person();
  if (person === undefined) return context.goTo("/app/sign-in?returnTo=/app/account");
  if (context.request.method !== "POST") return context.goTo("/app/account");
  const form = await context.form();
  const revoked = form.get("revoke");
  if (revoked === null) return make(context, person, form);
  const { database, now } = context.platform;
  await database.write((queries) => revokeUserToken(queries, person.user.id, revoked, now()));
  return context.goTo("/app/account");
}

async function make(context: PageContext, { user }: Person, form: URLSearchParams): Promise<Response> {
  const name = readName(form.get("name") ?? "");
  const scope = readScope(form.get("scope") ?? "");
  const days = readDays(form.get("expires"));
  const { database, now } = context.platform;
  const createdAt = now();
  const expiresAt =
    days === undefined ? undefined : new Date(Date.parse(createdAt) + days * 24 * 60 * 60 * 1000).toISOString();
  const { token } = await database.write(async (queries) => {
    if ((await countWorkingTokens(queries, user.id, createdAt)) >= maxTokens) {
      throw new Problem("conflict", `You have ${maxTokens} active tokens. Revoke one that is not used first.`);
    }
    return createToken(queries, { user: user.id, name, scope, createdAt, expiresAt });
  });
  return context.page(
    "Your new token",
    html`<p>Copy the token now: it is not shown again.</p>
<p><label for="token">${name}</label>
<input id="token" type="text" readonly value="${token}"></p>
<p class="note">Anyone who has it may ${meaning(scope)}${expiresAt === undefined ? ", until it is revoked" : `, until ${formatMinute(expiresAt)}`}.</p>
<p><a class="button" href="${context.addresses.path("/app/account")}">Back to your account</a></p>`,
  );
}

const meaning = (scope: Scope): string =>
  scopes
    .slice(0, scopes.indexOf(scope) + 1)
    .map((one) => scopeMeanings[one])
    .join("; ");

function readName(text: string): string {
  const name = text.trim();
  if (name === "" || name.length > maxNameLength || /\p{Cc}/u.test(name)) {
    throw new Problem("unprocessable", `name: must have 1 to ${maxNameLength} characters on one line.`);
  }
  return name;
}

function readScope(text: string): Scope {
  if (isScope(text)) return text;
  throw new Problem("unprocessable", `scope: must be one of ${scopes.join(", ")}.`);
}

function readDays(text: string | null): number | undefined {
  const chosen = lengths.find(({ days }) => days === text);
  if (chosen === undefined) {
    throw new Problem(
      "unprocessable",
      "expires: must be 7, 30, 90 or 365 days, or empty for a token that does not expire.",
    );
  }
  return chosen.days === "" ? undefined : Number(chosen.days);
}

/** The section of the account page about tokens, with a form for a new one. */
export async function tokensSection(context: PageContext, { user }: Person): Promise<Html> {
  const { database, now } = context.platform;
  const time = now();
  const tokens = (await database.read((queries) => listTokens(queries, user.id))).filter(
    ({ revoked_at: revokedAt }) => revokedAt === null,
  );
  const action = context.addresses.path(path);
  const rows = tokens.map(
    (token) => html`<tr>
<td>${token.name}</td>
<td>${token.scope}</td>
<td>${formatExpiry(token, time)}</td>
<td>${token.last_used_at === null ? "Never" : html`<time datetime="${token.last_used_at}">${formatMinute(token.last_used_at)}</time>`}</td>
<td><form method="post" action="${action}">${context.forgeryField}<input type="hidden" name="revoke" value="${token.id}">
<button aria-label="Revoke ${token.name}">Revoke</button></form></td>
</tr>`,
  );
  const table = html`<table aria-labelledby="tokens">
<thead><tr><th scope="col">Name</th><th scope="col">May</th><th scope="col">Expires</th><th scope="col">Last used</th><th scope="col"><span>Revoke</span></th></tr></thead>
<tbody>${rows}</tbody>
</table>`;
  return html`<h2 id="tokens">Personal tokens</h2>
<p>A program that has one of your tokens calls the API and the MCP server as you.</p>
${tokens.length === 0 ? undefined : table}
<form method="post" action="${action}">${context.forgeryField}
<label for="token-name">Name, such as the program that will use it</label>
<input id="token-name" name="name" type="text" required maxlength="${maxNameLength}" autocomplete="off">
<label for="token-scope">Scope (each includes those above it)</label>
<select id="token-scope" name="scope">
${scopes.map((scope) => html`<option value="${scope}">${scope}: ${scopeMeanings[scope]}</option>`)}
</select>
<label for="token-expires">Expires</label>
<select id="token-expires" name="expires">
${lengths.map(({ days, title }) => html`<option value="${days}"${days === defaultDays ? html` selected` : undefined}>${title}</option>`)}
</select>
<button class="primary">Create a token</button>
</form>`;
}

function formatExpiry({ expires_at: expires }: Row<"token">, now: string): Html | string {
  if (expires === null) return "Never";
  const time = html`<time datetime="${expires}">${formatMinute(expires)}</time>`;
  return expires > now ? time : html`Expired ${time}`;
}

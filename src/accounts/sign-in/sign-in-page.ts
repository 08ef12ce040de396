import { listActiveSamlProviders } from "../../platform/sign-in/index.ts";
import type { Html } from "../../site/html.ts";
import { html } from "../html.ts";
import { readReturnTo } from "../return-to.ts";
import type { Visit } from "../visit.ts";
import { askForMail, emailForm } from "./email.ts";
import type { SignInOptions } from "./sign-in-options.ts";

/** The ways there are to sign in, each as far as it was set up. */
export async function serveSignIn(visit: Visit, options: SignInOptions): Promise<Response> {
  if (visit.request.method === "POST") return askForMail(visit, options);
  const returnTo = readReturnTo(visit.url.searchParams.get("returnTo"));
  const ways: Html[] = [];
  const providers = await visit.platform.database.read(listActiveSamlProviders);
  const then = returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`;
  const links = providers.map(({ id, label }) => wayTo(visit, `/app/sign-in/saml/${id}/start${then}`, label));
  if (options.openid !== undefined) {
    links.unshift(wayTo(visit, `/app/sign-in/oidc/start${then}`, new URL(options.openid.issuer).hostname));
  }
  if (links.length > 0) ways.push(html`<ul class="ways">${links}</ul>`);
  if (options.mail !== undefined) ways.push(emailForm(visit, returnTo));
  const person = await visit.person();
  return visit.page(
    "Sign in",
    html`${person && html`<p class="note">You are signed in as ${person.user.display_name}. <a href="${visit.place.path("/app/account")}">Your account</a></p>`}
${ways}
${ways.length === 0 ? html`<p>No way to sign in by yourself was set up on this server.</p>` : undefined}
<p>Whoever runs this server can make a link that signs you in: <code>copydesk login</code>.</p>`,
  );
}

const wayTo = (visit: Visit, path: string, label: string) =>
  html`<li><a class="button primary" href="${visit.place.path(path)}">Sign in with ${label}</a></li>`;

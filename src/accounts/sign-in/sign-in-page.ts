import { findUserByEmail, normalizeEmail } from "../../platform/access/people-rows.ts";
import { countLinks, createLink } from "../../platform/access/sign-in-links-rows.ts";
import { findRefusal, listActiveSamlProviders } from "../../platform/identity/sign-in/index.ts";
import { Problem } from "../../platform/kernel/problem.ts";
import type { Html } from "../../site/html.ts";
import type { SendMail } from "../accounts-options.ts";
import { html } from "../page.ts";
import type { PageContext } from "../page-context.ts";
import { readReturnTo } from "../return-to.ts";
import type { SignInOptions } from "./sign-in-options.ts";

/** The configured ways to sign in. */
export async function serveSignIn(context: PageContext, options: SignInOptions): Promise<Response> {
  if (context.request.method === "POST") return requestSignInLink(context, options);
  const returnTo = readReturnTo(context.url.searchParams.get("returnTo"));
  const ways: Html[] = [];
  const providers = await context.platform.database.read(listActiveSamlProviders);
  const then = returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`;
  const links = providers.map(({ id, label }) => signInOption(context, `/app/sign-in/saml/${id}/start${then}`, label));
  if (options.openid !== undefined) {
    links.unshift(signInOption(context, `/app/sign-in/oidc/start${then}`, new URL(options.openid.issuer).hostname));
  }
  if (links.length > 0) ways.push(html`<ul class="ways">${links}</ul>`);
  if (options.mail !== undefined) ways.push(emailForm(context, returnTo));
  const person = await context.person();
  return context.page(
    "Sign in",
    html`${person && html`<p class="note">You are signed in as ${person.user.display_name}. <a href="${context.addresses.path("/app/account")}">Your account</a></p>`}
${ways}
${ways.length === 0 ? html`<p>No sign-in method is set up on this server.</p>` : undefined}
<p>Whoever runs this server can create a link that signs you in: <code>copydesk login</code>.</p>`,
  );
}

const signInOption = (context: PageContext, path: string, label: string) =>
  html`<li><a class="button primary" href="${context.addresses.path(path)}">Sign in with ${label}</a></li>`;

/** The most unused links per person; more messages would only fill a mailbox. */
const maxUnusedLinks = 3;

function emailForm(context: PageContext, returnTo: string | undefined): Html {
  return html`<form method="post" action="${context.addresses.path("/app/sign-in")}">
${context.forgeryField}<input type="hidden" name="returnTo" value="${returnTo}">
<label for="email">E-mail address</label>
<input id="email" name="email" type="email" autocomplete="email" required maxlength="254">
<button class="primary">Send me a link</button>
</form>`;
}

/** Responds at once, and identically for every address: lookup and sending happen after the response. */
async function requestSignInLink(context: PageContext, options: SignInOptions): Promise<Response> {
  const { mail, limits, deferredWork } = options;
  if (mail === undefined) throw new Problem("not_found", "This server sends no mail.");
  const form = await context.form();
  limits.requireAllowance(context.request);
  const email = normalizeEmail(form.get("email") ?? "");
  if (email === undefined)
    throw new Problem("bad_request", "email: this is not an e-mail address, such as ada@example.com.");
  const returnTo = readReturnTo(form.get("returnTo"));
  deferredWork.run(() => sendLink(context, email, returnTo, mail));
  return context.page(
    "Check your mail",
    html`<p role="status">If ${email} belongs to an account that may sign in by mail, a link is on its way. It works once, for 15 minutes.</p>`,
  );
}

async function sendLink(
  context: PageContext,
  email: string,
  returnTo: string | undefined,
  mail: SendMail,
): Promise<void> {
  const { database, now } = context.platform;
  const secret = await database.write(async (queries) => {
    const time = now();
    const user = await findUserByEmail(queries, email);
    if (user === undefined || (await countLinks(queries, user.id, "email", time)) >= maxUnusedLinks) return undefined;
    if ((await findRefusal(queries, user.id, "email")) !== undefined) return undefined;
    return (await createLink(queries, { user: user.id, purpose: "email", returnTo }, time)).secret;
  });
  if (secret === undefined) return;
  const address = `${context.addresses.base}/app/sign-in/link?code=${secret}`;
  await mail({
    to: email,
    subject: "Sign in to Copydesk",
    text: `Open this address to sign in. It works once, for 15 minutes:\n\n${address}\n\nIf you did not request it, ignore this message.\n`,
  });
}

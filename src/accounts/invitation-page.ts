import { acceptAsNewcomer, acceptInvite, findInvitation, type Invitation } from "../platform/identity/invites/index.ts";
import { Problem } from "../platform/kernel/problem.ts";
import type { Html } from "../site/html.ts";
import { html } from "./page.ts";
import type { PageContext, Person } from "./page-context.ts";
import type { SignInOptions } from "./sign-in/sign-in-options.ts";
import { startSession } from "./sign-in/start-session.ts";

/** The page for the recipient of an invitation: what it is for, and how to accept it. */
export async function serveInvitation(context: PageContext, options: SignInOptions, secret: string): Promise<Response> {
  const { platform, limits } = options;
  const invitation = await limits.check(context.request, secret, () =>
    platform.database.read((queries) => findInvitation(queries, secret, platform.now())),
  );
  if (invitation === undefined) {
    throw new Problem(
      "not_found",
      "There is no such invitation. It may have been used or revoked, or have expired. Ask for a new one.",
    );
  }
  const person = await context.person();
  if (context.request.method === "GET") return show(context, secret, invitation, person);
  const form = await context.form();
  const displayName = form.get("displayName");
  return displayName === null ? accept(context, secret, person) : join(context, secret, displayName);
}

/** For someone who is signed in. */
async function accept(context: PageContext, secret: string, person: Person | undefined): Promise<Response> {
  if (person === undefined) return context.goTo(signInFor(secret));
  const { database, now } = context.platform;
  await database.write((queries) => acceptInvite(queries, { secret, user: person.user.id }, now()));
  return context.goTo("/app/account");
}

/** Creates an account for someone without one, and signs in. */
function join(context: PageContext, secret: string, displayName: string): Promise<Response> {
  return startSession(context, async (queries, now) => {
    const { user } = await acceptAsNewcomer(queries, { secret, displayName }, now);
    return { user, method: "invite", returnTo: undefined };
  });
}

const signInFor = (secret: string) => `/app/sign-in?returnTo=${encodeURIComponent(`/app/invite/${secret}`)}`;

function show(context: PageContext, secret: string, invitation: Invitation, person: Person | undefined): Response {
  const { organization, role, email, opens } = invitation;
  const action = context.addresses.path(`/app/invite/${secret}`);
  const isForAnother = person !== undefined && email !== undefined && person.user.email !== email;
  return context.page(
    `Join ${organization.title}`,
    html`<p>You are invited to <strong>${organization.title}</strong>${role === null ? " as a guest" : ` with the role ${role}`}${opens === undefined ? "" : `, to read and work on ${opens}`}.</p>
${email === undefined ? undefined : html`<p>The invitation is for ${email}.</p>`}
${person !== undefined && !isForAnother ? acceptForm(context, action, person) : undefined}
${isForAnother ? html`<p class="note">You are signed in as ${person.user.display_name}, with another address. Sign out first to accept this invitation.</p>` : undefined}
${person === undefined ? newcomerForm(context, action, secret) : undefined}`,
  );
}

const acceptForm = (context: PageContext, action: string, { user }: Person): Html =>
  html`<form method="post" action="${action}">
${context.forgeryField}<button class="primary">Join as ${user.display_name}</button>
</form>`;

const newcomerForm = (context: PageContext, action: string, secret: string): Html =>
  html`<h2>If you have an account</h2>
<p><a class="button" href="${context.addresses.path(signInFor(secret))}">Sign in and join</a></p>
<h2>If you do not have one</h2>
<form method="post" action="${action}">
${context.forgeryField}<label for="name">Your name, as others will see it</label>
<input id="name" name="displayName" type="text" autocomplete="name" required maxlength="100">
<button class="primary">Join</button>
</form>`;

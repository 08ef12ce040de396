import { findUser } from "../../platform/access/people-rows.ts";
import { findLink, takeLink } from "../../platform/access/sign-in-links-rows.ts";
import { Problem } from "../../platform/kernel/problem.ts";
import { html } from "../page.ts";
import type { Visit } from "../visit.ts";
import type { SignInOptions } from "./sign-in-options.ts";
import { startSession } from "./start-session.ts";

/**
 * A single-use sign-in link. It opens a page with a button, because programs that open links before people do must not
 * use it up.
 */
export async function serveLink(visit: Visit, options: SignInOptions): Promise<Response> {
  const { database, now } = options.platform;
  const form = visit.request.method === "POST" ? await visit.form() : undefined;
  const code = (form ?? visit.url.searchParams).get("code") ?? "";
  const found = await options.limits.check(visit.request, code, () =>
    database.read(async (queries) => {
      const link = await findLink(queries, code, now());
      const user = link && (await findUser(queries, link.user));
      return user?.disabled === 0 ? user : undefined;
    }),
  );
  if (found === undefined) throw unusable();
  if (form === undefined) {
    return visit.page(
      "Sign in",
      html`<p>You are about to sign in as <strong>${found.display_name}</strong>${found.email === null ? "" : ` (${found.email})`}.</p>
<form method="post" action="${visit.place.path("/app/sign-in/link")}">
${visit.forgeryField}<input type="hidden" name="code" value="${code}">
<button class="primary">Sign in</button>
</form>
<p>If you did not ask for this link, close the page.</p>`,
    );
  }
  return startSession(visit, async (queries, at) => {
    const link = await takeLink(queries, code, at);
    if (link === undefined) throw unusable();
    return { user: link.user, method: link.purpose === "email" ? "email" : "link", returnTo: link.return_to };
  });
}

const unusable = () =>
  new Problem("forbidden", "This link was used already, has expired or never was one. Ask for a new one.");

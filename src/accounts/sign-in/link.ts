import { findUser } from "../../platform/access/people-rows.ts";
import { findLink, takeLink } from "../../platform/access/sign-in-links-rows.ts";
import { Problem } from "../../platform/kernel/problem.ts";
import { html } from "../page.ts";
import type { PageContext } from "../page-context.ts";
import type { SignInOptions } from "./sign-in-options.ts";
import { startSession } from "./start-session.ts";

/**
 * A single-use sign-in link. It opens a page with a button, because programs that open links before people do must not
 * use it up.
 */
export async function serveLink(context: PageContext, options: SignInOptions): Promise<Response> {
  const { database, now } = options.platform;
  const form = context.request.method === "POST" ? await context.form() : undefined;
  const code = (form ?? context.url.searchParams).get("code") ?? "";
  const found = await options.limits.check(context.request, code, () =>
    database.read(async (queries) => {
      const link = await findLink(queries, code, now());
      const user = link && (await findUser(queries, link.user));
      return user?.disabled === 0 ? user : undefined;
    }),
  );
  if (found === undefined) throw unusable();
  if (form === undefined) {
    return context.page(
      "Sign in",
      html`<p>You are about to sign in as <strong>${found.display_name}</strong>${found.email === null ? "" : ` (${found.email})`}.</p>
<form method="post" action="${context.addresses.path("/app/sign-in/link")}">
${context.forgeryField}<input type="hidden" name="code" value="${code}">
<button class="primary">Sign in</button>
</form>
<p>If you did not request this link, close the page.</p>`,
    );
  }
  return startSession(context, async (queries, at) => {
    const link = await takeLink(queries, code, at);
    if (link === undefined) throw unusable();
    return { user: link.user, method: link.purpose === "email" ? "email" : "link", returnTo: link.return_to };
  });
}

const unusable = () =>
  new Problem("forbidden", "This link was already used, has expired or is not valid. Request a new one.");

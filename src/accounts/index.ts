import { errors } from "../contract/errors.ts";
import { toFailure, waitHeaders } from "../platform/kernel/error-response.ts";
import { Problem } from "../platform/kernel/problem.ts";
import { serveAccount } from "./account-page.ts";
import type { AccountsOptions, OpenIdSettings } from "./accounts-options.ts";
import { Authorization, isAuthorizationPath } from "./authorization-server/serve-authorization.ts";
import { DeferredWork } from "./deferred-work.ts";
import { serveFront } from "./front-page.ts";
import { serveInvitation } from "./invitation-page.ts";
import { html } from "./page.ts";
import { PageAddresses } from "./page-addresses.ts";
import { PageContext } from "./page-context.ts";
import { serveTokens } from "./personal-tokens.ts";
import { serveLink } from "./sign-in/link.ts";
import type { OpenIdSignIn } from "./sign-in/openid.ts";
import { createSignInLimits } from "./sign-in/sign-in-limits.ts";
import type { SignInOptions } from "./sign-in/sign-in-options.ts";
import { serveSignIn } from "./sign-in/sign-in-page.ts";

export type { AccountsOptions, OpenIdSettings, SendMail } from "./accounts-options.ts";

/** The pages for people: the front page, sign-in, invitations and accounts. */
export interface Accounts {
  /** Serves `/` and everything below `/app`; undefined for another path. */
  fetch(request: Request): Promise<Response | undefined>;
  /** Resolves when work left over from responses is done, such as sending a message. */
  settled(): Promise<void>;
}

interface Route {
  readonly methods: readonly string[];
  readonly path: RegExp;
  serve(context: PageContext, ...parts: string[]): Promise<Response>;
}

export function createAccounts(options: AccountsOptions): Accounts {
  const limits = createSignInLimits(options);
  const deferredWork = new DeferredWork((error) =>
    options.log(`A message was not sent: ${error instanceof Error ? error.message : String(error)}`),
  );
  const signIn = { ...options, limits, deferredWork };
  const routes: readonly Route[] = [
    ...(options.pages === undefined
      ? [{ methods: ["GET"], path: /^\/app\/?$/, serve: async (context: PageContext) => context.goTo("/app/account") }]
      : []),
    { methods: ["GET", "HEAD"], path: /^\/$/, serve: (context) => serveFront(context, options) },
    { methods: ["GET", "POST"], path: /^\/app\/sign-in$/, serve: (context) => serveSignIn(context, signIn) },
    { methods: ["GET", "POST"], path: /^\/app\/sign-in\/link$/, serve: (context) => serveLink(context, signIn) },
    {
      methods: ["GET", "POST"],
      path: /^\/app\/sign-in\/saml\/(\w{1,40})\/(start|acs|finish|metadata)$/,
      serve: async (context, id = "", step = "") =>
        (await import("./sign-in/saml.ts")).serveSaml(context, signIn, id, step),
    },
    {
      methods: ["GET", "POST"],
      path: /^\/app\/invite\/(\w{1,100})$/,
      serve: (context, secret = "") => serveInvitation(context, signIn, secret),
    },
    ...(options.openid === undefined ? [] : [openIdRoute(options.openid, signIn)]),
    { methods: ["GET", "POST"], path: /^\/app\/account$/, serve: (context) => serveAccount(context) },
    { methods: ["GET", "POST"], path: /^\/app\/account\/tokens$/, serve: (context) => serveTokens(context) },
  ];

  const authorization = options.isAuthorizationServer ? new Authorization(options) : undefined;

  const respond = async (context: PageContext): Promise<Response | undefined> => {
    const { pathname } = context.url;
    if (authorization !== undefined && isAuthorizationPath(pathname)) return authorization.serve(context);
    for (const { methods, path, serve } of routes) {
      const match = path.exec(pathname);
      if (match === null) continue;
      if (!methods.includes(context.request.method)) {
        throw new Problem("method_not_allowed", `This page accepts ${methods.join(" and ")}.`);
      }
      return serve(context, ...match.slice(1).map((part) => part ?? ""));
    }
    return options.pages?.(context);
  };

  return {
    settled: () => deferredWork.settled(),
    async fetch(request) {
      const context = new PageContext(request, new PageAddresses(options.publicUrl, request), options.platform);
      try {
        const response = await respond(context);
        if (response !== undefined) return response;
        if (!/^\/app(\/|$)/.test(context.url.pathname)) return undefined;
        throw new Problem("not_found", "There is no such page.");
      } catch (error) {
        return failurePage(context, error, options.log);
      }
    },
  };
}

/** The provider library is loaded on the first sign-in that uses it. */
function openIdRoute(settings: OpenIdSettings, options: SignInOptions): Route {
  let loading: Promise<OpenIdSignIn> | undefined;
  const make = async () => new (await import("./sign-in/openid.ts")).OpenIdSignIn(settings, options);
  return {
    methods: ["GET"],
    path: /^\/app\/sign-in\/oidc\/(start|callback)$/,
    async serve(context, step = "") {
      loading ??= make();
      return (await loading).serve(context, step);
    },
  };
}

/** The only place where a failure becomes a page. An unexpected one is logged, and the page shows only its number. */
function failurePage(context: PageContext, error: unknown, log: (line: string) => void): Response {
  const { code, message: text, ...wait } = toFailure(error, log);
  const { status } = errors[code];
  return context.page(
    status >= 500 ? "Something went wrong" : "This did not work",
    html`<p role="alert">${text}</p>
<p><a href="${context.addresses.path("/app/sign-in")}">Go to the sign-in page</a></p>`,
    { status, headers: waitHeaders(code, wait) },
  );
}

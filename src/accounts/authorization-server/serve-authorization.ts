import { rateLimitHeaders } from "../../contract/rate-limit.ts";
import { includesScope, type Scope, scopeMeanings } from "../../contract/reach.ts";
import { insertAgent } from "../../platform/access/agents-rows.ts";
import { admitWaiting, noteSeen, retainOauthClient } from "../../platform/access/oauth-records-rows.ts";
import { readBytes } from "../../platform/kernel/bytes.ts";
import { Problem } from "../../platform/kernel/problem.ts";
import { claimedAddress } from "../../server/access/client-address.ts";
import { createRateLimit, type RateLimit, takeAllowance, type Wait } from "../../server/access/limits.ts";
import { grantedScope, ownScopes, scopesUpTo } from "../../server/access/scopes.ts";
import type { AccountsOptions } from "../accounts-options.ts";
import { html } from "../page.ts";
import type { PageContext } from "../page-context.ts";
import { tooManyAttempts } from "../too-many-attempts.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import { asPublicClient } from "./client-metadata.ts";

const wellKnown = /^\/\.well-known\/(oauth-authorization-server|openid-configuration)(?:\/.*)?\/app\/oauth$/;

export const isAuthorizationPath = (pathname: string): boolean =>
  wellKnown.test(pathname) || /^\/app\/oauth(\/|$)/.test(pathname);

/** Methods with which no `Request` can be made. */
const unsupported: ReadonlySet<string> = new Set(["CONNECT", "TRACE", "TRACK"]);

/** Megabytes. */
const maxBodyMegabytes = 0.1;

/** Per minute: of one address, and of all together whose addresses no trusted source tells. */
const limits = {
  registrations: { ofAddress: 10, ofUnknown: 300 },
  /** As many as sign-ins: a person may have to begin again. */
  authorizations: { ofAddress: 30, ofUnknown: 300 },
  /** Other requests of clients that are described by a document, which may be fetched for each. */
  described: { ofAddress: 30, ofUnknown: 300 },
};

/** The most addresses of this server; normally one, except on loopback. */
const maxServers = 8;

/** The authorization server for this server's members, loaded on a client's first request. */
export class Authorization {
  readonly #options: AccountsOptions;
  readonly #servers = new Map<string, Promise<AuthorizationServer>>();
  readonly #registrations = createSenderLimits(limits.registrations);
  readonly #authorizations = createSenderLimits(limits.authorizations);
  readonly #described = createSenderLimits(limits.described);

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  async serve(context: PageContext): Promise<Response> {
    const { request, url } = context;
    if (unsupported.has(request.method)) {
      throw new Problem("method_not_allowed", "This page does not take this method.");
    }
    const server = await this.#serverAt(context.addresses.base);
    const metadata = wellKnown.exec(url.pathname)?.[1];
    if (metadata !== undefined) return server.metadata(request, metadata);
    const path = url.pathname.slice("/app/oauth".length) || "/";
    const uid = /^\/consent\/([\w-]{1,60})$/.exec(path)?.[1];
    if (uid !== undefined) return serveConsent(context, server, uid);
    const hasBody = request.method === "POST" || request.method === "PUT";
    const body = hasBody ? Buffer.from(await readBytes(request, maxBodyMegabytes)).toString("utf8") : undefined;
    if (path === "/register" && body !== undefined) return this.#register(context, server, body);
    if (/^\/authorize(\/|$)/.test(path)) return this.#authorize(context, server, path, body);
    const wait =
      body !== undefined && isDescribed(body)
        ? takeSenderAllowance(this.#described, this.#getSender(request))
        : undefined;
    return wait === undefined ? server.fetch(request, path, body) : tooMany("requests", wait);
  }

  /** Each authorization is stored until somebody decides, and a metadata document may be fetched for it. */
  async #authorize(
    { request, platform }: PageContext,
    server: AuthorizationServer,
    path: string,
    body: string | undefined,
  ) {
    const sender = this.#getSender(request);
    // What continues replaces what was begun.
    const wait = path === "/authorize" ? takeSenderAllowance(this.#authorizations, sender) : undefined;
    if (wait !== undefined) throw tooManyAttempts(wait);
    const response = await server.fetch(request, path, body);
    const id = /\/app\/oauth\/consent\/([\w-]{1,60})$/.exec(response.headers.get("location") ?? "")?.[1];
    if (id === undefined) return response;
    const begun = { kind: "Interaction", id } as const;
    await platform.database.write((queries) => admitWaiting(queries, begun, sender.name, platform.now()));
    return response;
  }

  #getSender(request: Request): Sender {
    const address = this.#options.clientAddress(request);
    if (address !== undefined) return { name: address, isKnown: true };
    // Behind a proxy that is not declared, what it reports still separates its clients from each other.
    const claimed = claimedAddress(request);
    return { name: claimed === undefined ? unknown : `claimed ${claimed}`, isKnown: false };
  }

  async #register({ request, platform }: PageContext, server: AuthorizationServer, body: string): Promise<Response> {
    const sender = this.#getSender(request);
    const wait = takeSenderAllowance(this.#registrations, sender);
    if (wait !== undefined) return tooMany("registrations", wait);
    const input = parsed(body);
    const response = await server.fetch(
      request,
      "/register",
      input === undefined ? body : JSON.stringify(asPublicClient(input)),
    );
    if (response.status !== 201) return response;
    const { client_id: id } = (await response.clone().json()) as { readonly client_id: string };
    const loading = { kind: "Client", id } as const;
    await platform.database.write((queries) => admitWaiting(queries, loading, sender.name, platform.now()));
    return response;
  }

  #serverAt(base: string): Promise<AuthorizationServer> {
    const known = this.#servers.get(base);
    if (known !== undefined) return known;
    if (this.#servers.size >= maxServers) this.#servers.clear();
    const loading = import("./authorization-server.ts").then((module) =>
      module.AuthorizationServer.at(base, this.#options),
    );
    this.#servers.set(base, loading);
    loading.catch(() => this.#servers.delete(base));
    return loading;
  }
}

/** Where a request comes from. */
interface Sender {
  readonly name: string;
  /** Whether a trusted source tells it. */
  readonly isKnown: boolean;
}

const unknown = "unknown";

interface SenderLimits {
  readonly ofAddress: RateLimit;
  readonly ofUnknown: RateLimit;
}

const createSenderLimits = (perMinute: { readonly ofAddress: number; readonly ofUnknown: number }): SenderLimits => ({
  ofAddress: createRateLimit(perMinute.ofAddress),
  ofUnknown: createRateLimit(perMinute.ofUnknown),
});

function takeSenderAllowance({ ofAddress, ofUnknown }: SenderLimits, { name, isKnown }: Sender): Wait | undefined {
  const wait = name === unknown ? undefined : takeAllowance(ofAddress, name);
  return wait ?? (isKnown ? undefined : takeAllowance(ofUnknown, "all"));
}

/** Whether a form names a client by the address of its metadata document. */
const isDescribed = (form: string) => /^https:/i.test(new URLSearchParams(form).get("client_id") ?? "");

const tooMany = (what: string, wait: Wait) =>
  Response.json(
    { error: "temporarily_unavailable", error_description: `Too many ${what}: wait ${wait.seconds} s.` },
    { status: 429, headers: { ...rateLimitHeaders(wait), "Cache-Control": "no-store" } },
  );

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

/** The page on which a person decides whether an agent may act as them. */
async function serveConsent(context: PageContext, server: AuthorizationServer, uid: string): Promise<Response> {
  const interaction = await server.interaction(context.request, uid);
  const person = await context.person();
  if (person === undefined) return context.goTo(`/app/sign-in?returnTo=/app/oauth/consent/${uid}`);
  const client = await server.requireClient(interaction);
  const requestedScope = String(interaction.params.scope ?? "");
  const maxScope = grantedScope({ scope: requestedScope }) ?? "read";
  const offered = ownScopes.filter((scope) => includesScope(maxScope, scope));
  const redirect = new URL(String(interaction.params.redirect_uri));
  const path = `/app/oauth/consent/${uid}`;

  if (context.request.method === "POST") {
    const form = await context.form();
    if (form.get("decision") !== "agree") {
      const refused = { error: "access_denied", error_description: "The person did not agree." };
      return context.goTo(await server.finish(context.request, interaction, refused));
    }
    const scope = offered.find((one) => one === form.get("scope"));
    if (scope === undefined) throw new Problem("bad_request", "Choose what the agent may do, from what it requested.");
    const id = await server.grant(interaction, person.user.id, scopesUpTo(scope, ownScopes), requestedScope);
    const { database, now } = context.platform;
    await database.write(async (queries) => {
      const name = client.name ?? redirect.host;
      const agent = { id, user: person.user.id, client: client.id, name, scope, created_at: now() };
      await insertAgent(queries, { ...agent, last_used_at: null, last_tool: null });
      await retainOauthClient(queries, client.id);
    });
    const result = { login: { accountId: person.user.id, remember: false }, consent: { grantId: id } };
    return context.goTo(await server.finish(context.request, interaction, result));
  }

  const { database, now } = context.platform;
  await database.write(async (queries) => {
    await noteSeen(queries, { kind: "Client", id: client.id }, now());
    await noteSeen(queries, { kind: "Interaction", id: uid }, now());
  });
  const defaultScope: Scope = offered.includes("propose") ? "propose" : "read";
  const choices = offered.map(
    (
      scope,
    ) => html`<label><input type="radio" name="scope" value="${scope}"${scope === defaultScope ? html` checked` : undefined}>
${titles[scope]}: ${scopeMeanings[scope]}</label>`,
  );
  const isUrl = URL.canParse(client.id);
  return context.page(
    "Connect an agent",
    html`<p><strong>${client.name ?? "An agent without a name"}</strong> wants to act as you, ${person.user.display_name}.</p>
<p class="note">The agent provides its own name. You will be sent back to <strong>${describeDestination(redirect)}</strong>${
      isUrl ? html`, and the agent is described at <strong>${new URL(client.id).host}</strong>` : undefined
    }. Agree only if you started this.</p>
<form method="post" action="${context.addresses.path(path)}">${context.forgeryField}
<p id="may">Scope, within what you may do yourself (each includes those above it):</p>
${choices}
<button class="primary" name="decision" value="agree">Connect</button>
<button name="decision" value="refuse">Cancel</button>
</form>
<p>Your account page shows what each agent did last, and lets you disconnect it.</p>`,
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

const describeDestination = (url: URL) => {
  if (!isWeb(url)) return `a program on this device (${url.protocol})`;
  return ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname)
    ? `a program on this device (${url.host})`
    : url.host;
};

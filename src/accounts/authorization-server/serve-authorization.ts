import { readBytes } from "../../platform/kernel/bytes.ts";
import { createRateLimit, type RateLimit, secondsOf } from "../../server/access/limits.ts";
import type { AccountsOptions } from "../accounts-options.ts";
import type { Visit } from "../visit.ts";
import type { AuthorizationServer } from "./authorization-server.ts";
import { asPublicClient } from "./client-metadata.ts";
import { serveConsent } from "./consent-page.ts";

const wellKnown = /^\/\.well-known\/(oauth-authorization-server|openid-configuration)(?:\/.*)?\/app\/oauth$/;

export const isAuthorizationPath = (pathname: string): boolean =>
  wellKnown.test(pathname) || /^\/app\/oauth(\/|$)/.test(pathname);

/** Megabytes. */
const mostOfBody = 0.1;

/** A minute, of one client and of all. */
const registrations = { ofClient: 10, ofAll: 60 };

/** Addresses that this server has; one, but for loopback. */
const mostServers = 8;

/** The authorization server for the members of this server, loaded when a client first asks it something. */
export class Authorization {
  readonly #options: AccountsOptions;
  readonly #servers = new Map<string, Promise<AuthorizationServer>>();
  readonly #ofClient: RateLimit = createRateLimit(registrations.ofClient);
  readonly #ofAll: RateLimit = createRateLimit(registrations.ofAll);

  constructor(options: AccountsOptions) {
    this.#options = options;
  }

  async serve(visit: Visit): Promise<Response> {
    const { request, url } = visit;
    const server = await this.#serverAt(visit.place.base);
    const metadata = wellKnown.exec(url.pathname)?.[1];
    if (metadata !== undefined) return server.fetch(request, `/.well-known/${metadata}`);
    const path = url.pathname.slice("/app/oauth".length) || "/";
    const uid = /^\/consent\/([\w-]{1,60})$/.exec(path)?.[1];
    if (uid !== undefined) return serveConsent(visit, server, uid);
    const hasBody = request.method === "POST" || request.method === "PUT";
    const body = hasBody ? Buffer.from(await readBytes(request, mostOfBody)).toString("utf8") : undefined;
    return path === "/register" && body !== undefined
      ? this.#register(visit, server, body)
      : server.fetch(request, path, body);
  }

  #register({ request }: Visit, server: AuthorizationServer, body: string): Response | Promise<Response> {
    const who = this.#options.clientAddress(request) ?? "unknown";
    const wait = this.#ofClient.take(who) ?? this.#ofAll.take("all");
    if (wait !== undefined) return tooManyRegistrations(secondsOf(wait));
    const given = parsed(body);
    return server.fetch(request, "/register", given === undefined ? body : JSON.stringify(asPublicClient(given)));
  }

  #serverAt(base: string): Promise<AuthorizationServer> {
    const known = this.#servers.get(base);
    if (known !== undefined) return known;
    if (this.#servers.size >= mostServers) this.#servers.clear();
    const made = import("./authorization-server.ts").then((module) =>
      module.AuthorizationServer.at(base, this.#options),
    );
    this.#servers.set(base, made);
    made.catch(() => this.#servers.delete(base));
    return made;
  }
}

const tooManyRegistrations = (seconds: number) =>
  Response.json(
    { error: "temporarily_unavailable", error_description: `Too many registrations: wait ${seconds} s.` },
    { status: 429, headers: { "Retry-After": String(seconds), "Cache-Control": "no-store" } },
  );

function parsed(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

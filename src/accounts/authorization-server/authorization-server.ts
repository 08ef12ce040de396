import { createHash, createPublicKey, generateKeyPairSync } from "node:crypto";
import type { Adapter, AdapterPayload, Configuration, Interaction, JWK, Provider } from "oidc-provider";
import { endAgent } from "../../platform/access/agents-rows.ts";
import {
  consumeOauthRecord,
  deleteOauthRecord,
  findOauthRecord,
  findOauthRecordByUid,
  type OauthRecord,
  putOauthRecord,
  removeExpiredOauthRecords,
  type WaitingKind,
} from "../../platform/access/oauth-records-rows.ts";
import { mayCall } from "../../platform/identity/sign-in/index.ts";
import type { DatabaseAtTime } from "../../platform/kernel/database/database.ts";
import { randomText } from "../../platform/kernel/database/ids.ts";
import { Problem } from "../../platform/kernel/problem.ts";
import { secretSettingOr } from "../../platform/kernel/settings-rows.ts";
import { ownScopes, scopeName, scopesUpTo } from "../../server/access/scopes.ts";
import type { AccountsOptions } from "../accounts-options.ts";
import { html, renderPage } from "../page.ts";
import { asPublicClient } from "./client-metadata.ts";

type Library = typeof import("./provider-library.ts");

/** All in seconds. */
const lifetimes = { code: 60, accessToken: 60 * 60, refreshToken: 90 * 24 * 60 * 60, interaction: 15 * 60 };

/** Maximum size of a client's metadata, in bytes. */
const maxMetadataBytes = 20_000;

/** The authorization server at one address. */
export class AuthorizationServer {
  /** The server's address, without a final slash. */
  readonly #base: string;
  readonly #library: Library;
  readonly #provider: Provider;

  private constructor(base: string, library: Library, provider: Provider) {
    this.#base = base;
    this.#library = library;
    this.#provider = provider;
  }

  static async at(base: string, options: AccountsOptions): Promise<AuthorizationServer> {
    const library = await import("./provider-library.ts");
    const keys = await loadKeys(options);
    const provider = new library.Provider(`${base}/app/oauth`, configuration(base, library, keys, options));
    provider.proxy = true;
    provider.on("server_error", (_, error) => options.log(`The authorization server failed: ${error.stack}`));
    return new AuthorizationServer(base, library, provider);
  }

  get resource(): string {
    return `${this.#base}/mcp`;
  }

  /** Delegates to the library; `path` is relative to the authorization server. */
  async fetch(request: Request, path: string, body?: string): Promise<Response> {
    const { req, res } = this.#exchange(request, path, body);
    await this.#provider.callback()(req, res);
    const answer = await this.#library.toFetchResponse(res);
    const { status, statusText } = answer;
    const headers = new Headers(answer.headers);
    // It is about the connection, of which the library knows nothing: a client that closes its own would wait.
    headers.delete("connection");
    return new Response(answer.body, { status, statusText, headers });
  }

  /** The metadata for clients: what the tests exercise, and nothing else that the library may offer. */
  async metadata(request: Request, document: string): Promise<Response> {
    const response = await this.fetch(request, `/.well-known/${document}`);
    if (!response.ok || request.method !== "GET") return response;
    const { headers } = response;
    const known = asRecord(await response.json());
    const described = {
      ...Object.fromEntries(offeredMembers.map((name) => [name, known[name]])),
      response_modes_supported: ["query"],
      scopes_supported: ["openid", "offline_access", ...ownScopes.map(scopeName)],
    };
    return Response.json(described, {
      headers: { "Access-Control-Allow-Origin": headers.get("access-control-allow-origin") ?? "*" },
    });
  }

  /** The authorization in progress in this browser. Throws `not_found` for another browser's, and when it has ended. */
  async interaction(request: Request, uid: string): Promise<Interaction> {
    const { req, res } = this.#exchange(request, `/consent/${uid}`);
    const found = await this.#provider.interactionDetails(req, res).catch(() => undefined);
    if (found?.uid === uid) return found;
    throw new Problem(
      "not_found",
      "This connection request has expired or was started in another browser. Connect again from the agent.",
    );
  }

  async requireClient(interaction: Interaction): Promise<{ readonly id: string; readonly name: string | undefined }> {
    const id = String(interaction.params.client_id);
    const client = await this.#provider.Client.find(id);
    if (client === undefined)
      throw new Problem("not_found", "The agent is no longer registered. Connect again from the agent.");
    return { id, name: client.clientName };
  }

  /** Lets a client act as a user with the granted scopes, and rejects other requested ones. Returns the grant's id. */
  async grant(interaction: Interaction, user: string, granted: string, requested: string): Promise<string> {
    const grant = new this.#provider.Grant({ accountId: user, clientId: String(interaction.params.client_id) });
    grant.addOIDCScope("openid offline_access");
    grant.addResourceScope(this.resource, granted);
    const rest = requested.split(" ").filter((scope) => !granted.split(" ").includes(scope));
    if (rest.length > 0) grant.rejectResourceScope(this.resource, rest.join(" "));
    return grant.save();
  }

  /** Returns the address at which the browser continues after the person's decision. */
  finish(request: Request, { uid }: Interaction, result: Record<string, unknown>): Promise<string> {
    const { req, res } = this.#exchange(request, `/consent/${uid}`);
    return this.#provider.interactionResult(req, res, result, { mergeWithLastSubmission: false });
  }

  /** The request in the library's form, sent to the public address. */
  #exchange(request: Request, path: string, body?: string) {
    const { search } = new URL(request.url);
    const base = new URL(this.#base);
    const headers = new Headers(request.headers);
    for (const name of [...headers.keys()]) {
      if (/^(x-forwarded-|forwarded$|content-length$)/.test(name)) headers.delete(name);
    }
    headers.set("host", base.host);
    headers.set("x-forwarded-proto", base.protocol.slice(0, -1));
    const hasBody = request.method !== "GET" && request.method !== "HEAD";
    if (hasBody) headers.set("content-length", String(Buffer.byteLength(body ?? "")));
    const init = { method: request.method, headers, ...(hasBody && { body: body ?? "" }) };
    const { req, res } = this.#library.toReqRes(new Request(`${base.origin}${path}${search}`, init));
    // The library asks the socket how the request arrived; there is none here.
    const socket = { encrypted: base.protocol === "https:", remoteAddress: "" };
    Object.defineProperty(req, "socket", { value: socket });
    Object.assign(req, { originalUrl: `${base.pathname.replace(/\/$/, "")}/app/oauth${path}${search}` });
    return { req, res };
  }
}

/** Members of the library's metadata that are passed on. */
const offeredMembers = [
  ...["issuer", "authorization_endpoint", "token_endpoint", "registration_endpoint", "revocation_endpoint"],
  ...["jwks_uri", "response_types_supported", "grant_types_supported", "subject_types_supported"],
  ...["id_token_signing_alg_values_supported", "token_endpoint_auth_methods_supported"],
  ...["code_challenge_methods_supported", "authorization_response_iss_parameter_supported"],
  ...["client_id_metadata_document_supported", "claims_parameter_supported", "request_uri_parameter_supported"],
];

interface Keys {
  readonly cookies: string;
  readonly signing: JWK;
}

/** Stored in the data folder, so that every process on it is the same authorization server. */
async function loadKeys({ platform }: AccountsOptions): Promise<Keys> {
  const [cookies, signing] = await platform.database.write(async (queries) => [
    await secretSettingOr(queries, "oauth-cookies", () => randomText(43)),
    await secretSettingOr(queries, "oauth-signing", makeKey),
  ]);
  return { cookies, signing: JSON.parse(signing) as JWK };
}

/** Access tokens are not signed, but the library requires a signing key. */
function makeKey(): string {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const kid = createHash("sha256")
    .update(createPublicKey(privateKey).export({ type: "spki", format: "der" }))
    .digest("base64url")
    .slice(0, 16);
  return JSON.stringify({ ...privateKey.export({ format: "jwk" }), kid, alg: "ES256", use: "sig" });
}

function configuration(base: string, library: Library, keys: Keys, options: AccountsOptions): Configuration {
  const { platform, fetchDocument } = options;
  const { errors, interactionPolicy } = library;
  const resource = `${base}/mcp`;
  const path = `${new URL(base).pathname.replace(/\/$/, "")}/app/oauth`;
  const policy = interactionPolicy.base();
  // The pages' own session identifies the person. Consent is requested again every time.
  policy
    .get("login")
    ?.checks.add(
      new interactionPolicy.Check("each_time", "The user must sign in", (ctx) => ctx.oidc.result?.login === undefined),
    );
  policy
    .get("consent")
    ?.checks.add(
      new interactionPolicy.Check(
        "each_time",
        "The user must give consent",
        (ctx) => ctx.oidc.result?.consent === undefined,
      ),
    );
  const cookie = { httpOnly: true, sameSite: "lax", path, secure: base.startsWith("https:") } as const;
  const adapterOptions = {
    platform,
    consumed: () => new errors.InvalidGrant("it was used before"),
  };
  return {
    adapter: (kind) => recordAdapter(kind, adapterOptions),
    jwks: { keys: [keys.signing] },
    cookies: {
      keys: [keys.cookies],
      names: { session: "copydesk_agents", interaction: "copydesk_agent", resume: "copydesk_agent_resume" },
      long: cookie,
      short: cookie,
    },
    routes: {
      authorization: "/authorize",
      token: "/token",
      registration: "/register",
      revocation: "/revoke",
      jwks: "/jwks",
    },
    interactions: { policy, url: (_, { uid }) => `${path}/consent/${uid}` },
    features: {
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      // The MCP endpoint takes bearer tokens only.
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_, client, token) => token.clientId === client.clientId },
      registration: { enabled: true, issueRegistrationAccessToken: false },
      clientIdMetadataDocument: { ack: "draft-02", enabled: true, cacheDuration: { min: 30, max: 3600 } },
      resourceIndicators: {
        enabled: true,
        defaultResource: () => resource,
        useGrantedResource: () => true,
        getResourceServerInfo(_, indicator) {
          if (indicator !== resource) throw new errors.InvalidTarget(`the only resource is ${resource}`);
          return {
            scope: scopesUpTo("admin", ownScopes),
            audience: resource,
            accessTokenFormat: "opaque",
            accessTokenTTL: lifetimes.accessToken,
          };
        },
      },
    },
    async fetch(url) {
      const text = await fetchDocument(String(url), maxMetadataBytes);
      return Response.json(asPublicClient(asRecord(JSON.parse(text))), { status: 200 });
    },
    responseTypes: ["code"],
    clientAuthMethods: ["none"],
    clientDefaults: {
      grant_types: ["authorization_code", "refresh_token"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256",
    },
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    scopes: ["openid", "offline_access"],
    pkce: { required: () => true },
    rotateRefreshToken: true,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed("refresh_token"),
    // The library's session covers a single authorization, while an agent stays connected.
    expiresWithSession: async () => false,
    clientBasedCORS: () => true,
    ttl: {
      AccessToken: lifetimes.accessToken,
      AuthorizationCode: lifetimes.code,
      RefreshToken: lifetimes.refreshToken,
      Grant: 10 * 365 * 24 * 60 * 60,
      Interaction: lifetimes.interaction,
      Session: lifetimes.interaction,
      IdToken: lifetimes.accessToken,
    },
    async loadExistingGrant(ctx) {
      const id = ctx.oidc.result?.consent?.grantId;
      return id === undefined ? undefined : ctx.oidc.provider.Grant.find(id);
    },
    async findAccount(_, id) {
      const isThere = await platform.database.read((queries) => mayCall(queries, id));
      return isThere ? { accountId: id, claims: () => ({ sub: id }) } : undefined;
    },
    async renderError(ctx, { error, error_description: description }) {
      const message = description === undefined ? error : `${error}: ${description}`;
      const page = renderPage(
        "The agent was not connected",
        html`<p role="alert">${message}</p>
<p>Connect again from the agent. If this keeps happening, report it to the agent's developer.</p>`,
      );
      for (const [name, value] of page.headers) ctx.set(name, value);
      ctx.body = await page.text();
    },
  };
}

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : {};

/** How long a registration waits for someone's consent, in seconds. */
const waiting = 24 * 60 * 60;

interface AdapterOptions {
  readonly platform: DatabaseAtTime;
  /** Creates the error for something that another request has consumed in the meantime. */
  readonly consumed: () => Error;
}

/** Stores the library's records. Only the hash of a secret is stored. */
function recordAdapter(kind: string, { platform, consumed }: AdapterOptions): Adapter {
  const { database, now } = platform;

  const toPayload = (row: OauthRecord, id: string | undefined): AdapterPayload => {
    const payload = JSON.parse(row.payload) as AdapterPayload;
    return {
      ...payload,
      ...(id !== undefined && payload.kind !== undefined && { jti: id }),
      ...(row.consumed_at !== null &&
        !seenKinds.has(kind) && { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) }),
    };
  };

  return {
    async upsert(id, payload, expiresIn) {
      const { jti, ...storedMembers } = payload;
      const isOwnSecret = jti === id && !publicIds.has(kind);
      const seconds = kind === "Client" ? waiting : expiresIn;
      const time = now();
      await database.write(async (queries) => {
        await removeExpiredOauthRecords(queries, time);
        await putOauthRecord(queries, {
          kind,
          id,
          payload: JSON.stringify(isOwnSecret ? storedMembers : payload),
          agent: kind === "Grant" ? id : payload.grantId,
          uid: payload.uid,
          expiresAt: seconds === undefined ? undefined : new Date(Date.parse(time) + seconds * 1000).toISOString(),
        });
      });
    },
    async find(id) {
      const row = await database.read((queries) => findOauthRecord(queries, kind, id, now()));
      return row && toPayload(row, publicIds.has(kind) ? undefined : id);
    },
    async findByUid(uid) {
      const row = await database.read((queries) => findOauthRecordByUid(queries, kind, uid));
      return row && toPayload(row, undefined);
    },
    findByUserCode: async () => undefined,
    async consume(id) {
      if (!(await database.write((queries) => consumeOauthRecord(queries, kind, id, now())))) throw consumed();
    },
    destroy: (id) => database.write((queries) => deleteOauthRecord(queries, kind, id)),
    async revokeByGrantId(grantId) {
      await database.write((queries) => endAgent(queries, grantId));
    },
  };
}

/** Kinds whose rows note when a member saw them, and which are never consumed. */
const seenKinds: ReadonlySet<string> = new Set<WaitingKind>(["Client", "Interaction"]);

/** Kinds stored with their id, because the id gives no access or is also looked up under another name. */
const publicIds: ReadonlySet<string> = new Set(["Grant", "Session", "Client", "Interaction"]);

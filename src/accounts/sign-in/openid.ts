import * as client from "openid-client";
import { createRequest, recognizeByOpenId, takeRequest } from "../../platform/identity/sign-in/index.ts";
import { Problem } from "../../platform/kernel/problem.ts";
import type { OpenIdSettings } from "../accounts-options.ts";
import type { PageContext } from "../page-context.ts";
import { readReturnTo } from "../return-to.ts";
import type { SignInOptions } from "./sign-in-options.ts";
import { startSession } from "./start-session.ts";

const provider = "oidc";

/** Seconds that the provider may take to respond. */
const timeout = 10;

/** Sign-in through the OpenID provider that the operator configured. */
export class OpenIdSignIn {
  readonly #settings: OpenIdSettings;
  readonly #options: SignInOptions;
  #discovered: Promise<client.Configuration> | undefined;

  constructor(settings: OpenIdSettings, options: SignInOptions) {
    this.#settings = settings;
    this.#options = options;
  }

  /** `start` sends the browser to the provider, and `callback` receives it from there. */
  serve(context: PageContext, step: string): Promise<Response> {
    return step === "start" ? this.#start(context) : this.#callback(context);
  }

  async #start(context: PageContext): Promise<Response> {
    const { limits, platform } = this.#options;
    limits.requireAllowance(context.request);
    const configuration = await this.#configuration();
    const [verifier, nonce] = [client.randomPKCECodeVerifier(), client.randomNonce()];
    const returnTo = readReturnTo(context.url.searchParams.get("returnTo"));
    const request = { provider, browser: context.browser, verifier, nonce, returnTo };
    const state = await platform.database.write((queries) => createRequest(queries, request, platform.now()));
    const address = client.buildAuthorizationUrl(configuration, {
      redirect_uri: getCallbackUrl(context),
      scope: "openid email profile",
      code_challenge: await client.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      state,
      nonce,
    });
    return context.goTo(address.href);
  }

  async #callback(context: PageContext): Promise<Response> {
    const { limits, platform } = this.#options;
    limits.requireAllowance(context.request);
    const state = context.url.searchParams.get("state") ?? "";
    const requestKey = { id: state, provider, browser: context.browser };
    const request = await platform.database.write((queries) => takeRequest(queries, requestKey, platform.now()));
    if (request?.nonce == null || request.verifier === null) {
      throw new Problem(
        "forbidden",
        "This sign-in was not started in this browser, was already finished or took too long. Start again on the sign-in page.",
      );
    }
    const configuration = await this.#configuration();
    const { nonce, verifier } = request;
    const claims = await this.#claims(configuration, context, { state, nonce, verifier });
    const { issuer } = configuration.serverMetadata();
    return startSession(context, async (queries, now) => {
      const user = await recognizeByOpenId(queries, { issuer, organization: this.#options.organization }, claims, now);
      return { user, method: "oidc", returnTo: request.return_to };
    });
  }

  /** The person's claims: from the ID token and, if it has no address, from the user info endpoint. */
  async #claims(
    configuration: client.Configuration,
    context: PageContext,
    expected: { readonly state: string; readonly nonce: string; readonly verifier: string },
  ) {
    const address = new URL(getCallbackUrl(context));
    address.search = context.url.search;
    try {
      const tokens = await client.authorizationCodeGrant(configuration, address, {
        pkceCodeVerifier: expected.verifier,
        expectedState: expected.state,
        expectedNonce: expected.nonce,
        idTokenExpected: true,
      });
      const idTokenClaims = tokens.claims();
      if (idTokenClaims === undefined) throw new Error("no ID token");
      const hasMore =
        idTokenClaims.email === undefined && configuration.serverMetadata().userinfo_endpoint !== undefined;
      const claims = hasMore
        ? await client.fetchUserInfo(configuration, tokens.access_token, idTokenClaims.sub)
        : idTokenClaims;
      const email = claims.email_verified === true && typeof claims.email === "string" ? claims.email : undefined;
      const name = claims.name ?? idTokenClaims.name;
      return {
        subject: idTokenClaims.sub,
        email,
        displayName: typeof name === "string" ? name : (email ?? idTokenClaims.sub),
      };
    } catch (error) {
      // Any error of the library is caused by what the provider, or someone posing as it, sent.
      this.#options.log(`Sign-in with OpenID Connect failed: ${describeReason(error)}`);
      throw new Problem(
        "forbidden",
        "The provider's response was rejected; the server's log has the reason. Start again on the sign-in page.",
      );
    }
  }

  /** The provider's metadata, loaded when it is first needed. A failure is not cached. */
  async #configuration(): Promise<client.Configuration> {
    this.#discovered ??= discover(this.#settings);
    try {
      return await this.#discovered;
    } catch (error) {
      this.#discovered = undefined;
      this.#options.log(`The OpenID provider ${this.#settings.issuer} cannot be used: ${describeReason(error)}`);
      throw new Problem("unavailable", "The provider does not respond correctly. Try again in a moment.", 10);
    }
  }
}

const getCallbackUrl = (context: PageContext) => `${context.addresses.base}/app/sign-in/oidc/callback`;

async function discover({ issuer, clientId, clientSecret }: OpenIdSettings): Promise<client.Configuration> {
  const address = new URL(issuer);
  // The setting allows http only for this machine.
  const execute = address.protocol === "http:" ? [client.allowInsecureRequests] : [];
  const found = await client.discovery(address, clientId, clientSecret, client.None(), { execute, timeout });
  const metadata = found.serverMetadata();
  const configuration = new client.Configuration(
    metadata,
    clientId,
    clientSecret,
    authentication(metadata, clientSecret),
  );
  configuration.timeout = timeout;
  for (const prepare of [...execute, client.enableNonRepudiationChecks]) prepare(configuration);
  return configuration;
}

/** The method that the provider says it supports; Basic if it does not say. */
function authentication(metadata: client.ServerMetadata, secret: string | undefined): client.ClientAuth {
  if (secret === undefined) return client.None();
  const { token_endpoint_auth_methods_supported: methods = ["client_secret_basic"] } = metadata;
  return methods.includes("client_secret_basic") ? client.ClientSecretBasic(secret) : client.ClientSecretPost(secret);
}

/** Without the provider's response, which may contain a code or a token. */
function describeReason(error: unknown): string {
  if (!(error instanceof Error)) return "for no reason given";
  const code = "code" in error && typeof error.code === "string" ? ` (${error.code})` : "";
  return `${error.message.slice(0, 200)}${code}`;
}

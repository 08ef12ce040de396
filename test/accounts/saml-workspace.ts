import { type AccountsWorkspace, openAccounts, type WorkspaceSettings } from "./accounts-workspace.ts";
import type { Browser } from "./browser.ts";
import {
  assertion,
  type Claims,
  encode,
  idpEntityID,
  readRequest,
  response,
  sign,
  ssoURL,
} from "./saml-identity-provider.ts";
import { provider as keys } from "./signing-keys.ts";

export interface SamlWorkspace extends AccountsWorkspace {
  readonly provider: SamlProviderAnswer;
  /** Starts a sign-in; returns what its assertion must contain. */
  begin(browser: Browser, returnTo?: string): Promise<Claims>;
  /** Sends a response as the provider's page does, and follows the redirect. */
  answer(browser: Browser, xml: string): Promise<Response>;
  /** Signs in with a correct response, changed by `claims`. */
  signIn(browser: Browser, claims?: Partial<Claims>): Promise<Response>;
}

export interface SamlProviderAnswer {
  readonly id: string;
  readonly status: string;
  readonly service: { readonly acsURL: string; readonly startURL: string; readonly entityID: string };
}

export async function api(
  { platform, token }: Pick<AccountsWorkspace, "platform" | "token">,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ readonly status: number; readonly json: Record<string, unknown> }> {
  const response = await platform.fetch(
    new Request(`http://127.0.0.1:7337/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  const text = await response.text();
  return { status: response.status, json: text === "" ? {} : (JSON.parse(text) as Record<string, unknown>) };
}

/** Pages of an organization with the domain masts.example and a provider that gives the role `edit`. */
export async function openSaml(
  settings: WorkspaceSettings = {},
  changes: Readonly<Record<string, unknown>> = {},
): Promise<SamlWorkspace> {
  const workspace = await openAccounts(settings);
  const place = `/orgs/${workspace.organization}`;
  await api(workspace, "PATCH", place, { emailDomains: ["Masts.example"] });
  const { json } = await api(workspace, "POST", `${place}/saml`, {
    label: "Mast works",
    entityID: idpEntityID,
    ssoURL,
    certificate: keys.certificate,
    defaultRole: "edit",
    ...changes,
  });
  const provider = json as unknown as SamlProviderAnswer;
  const path = (url: string) => new URL(url).pathname;
  const begin = async (browser: Browser, returnTo?: string) => {
    const query = returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`;
    const started = await browser.open(path(provider.service.startURL) + query);
    const { id } = readRequest(started.headers.get("location") ?? "");
    return { acsURL: provider.service.acsURL, audience: provider.service.entityID, requestId: id };
  };
  const send = async (browser: Browser, xml: string) => {
    const taken = await browser.postFromElsewhere(path(provider.service.acsURL), { SAMLResponse: encode(xml) });
    if (taken.status !== 303) return taken;
    return browser.open(taken.headers.get("location") ?? "", { "Sec-Fetch-Site": "cross-site" });
  };
  return {
    ...workspace,
    provider,
    begin,
    answer: send,
    async signIn(browser, changed = {}) {
      const claims = { ...(await begin(browser)), ...changed };
      return send(browser, response(claims, sign(assertion(claims))));
    },
  };
}

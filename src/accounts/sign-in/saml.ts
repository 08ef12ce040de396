import { z } from "zod";
import {
  createRequest,
  findSamlProvider,
  isActive,
  NotOpened,
  type ProviderProfile,
  recognizeBySaml,
  samlService,
  storeProviderResponse,
  takeRequest,
} from "../../platform/identity/sign-in/index.ts";
import { readSamlResponse, samlRequestUrl } from "../../platform/identity/sign-in/saml-response.ts";
import type { Row } from "../../platform/kernel/database/tables.ts";
import { Problem } from "../../platform/kernel/problem.ts";
import { html, privateHeaders } from "../page.ts";
import { type PageContext, readForm } from "../page-context.ts";
import { readReturnTo } from "../return-to.ts";
import type { SignInOptions } from "./sign-in-options.ts";
import { startSession } from "./start-session.ts";

/** Maximum size of a provider's response form, in megabytes. */
const maxResponseMegabytes = 0.4;

const StoredResponse = z.object({
  subject: z.string().optional(),
  email: z.string().optional(),
  displayName: z.string(),
});

/** Serves an address of a SAML provider: `start`, `acs`, `finish` or `metadata`. */
export async function serveSaml(
  context: PageContext,
  options: SignInOptions,
  id: string,
  step: string,
): Promise<Response> {
  const provider = await context.platform.database.read((queries) => findSamlProvider(queries, id));
  if (provider === undefined || (step !== "metadata" && !isActive(provider))) {
    throw new Problem("not_found", "There is no such way to sign in. Choose one on the sign-in page.");
  }
  const isPost = context.request.method === "POST";
  if (isPost ? !["acs", "finish"].includes(step) : step === "acs")
    throw new Problem("method_not_allowed", `This address accepts only ${isPost ? "GET" : "POST"}.`);
  if (step === "metadata") return metadata(context, provider);
  if (step === "start") return start(context, provider, options);
  if (step === "acs") return receiveResponse(context, provider, options);
  return finish(context, provider);
}

const serviceFor = (context: PageContext, { id }: Row<"saml_provider">) => samlService(context.addresses.base, id);

const toProviderName = ({ id }: Row<"saml_provider">) => `saml:${id}`;

/** Redirects the browser to the provider. */
async function start(
  context: PageContext,
  provider: Row<"saml_provider">,
  { limits }: SignInOptions,
): Promise<Response> {
  limits.requireAllowance(context.request);
  const returnTo = readReturnTo(context.url.searchParams.get("returnTo"));
  const { database, now } = context.platform;
  const request = { provider: toProviderName(provider), browser: context.browser, returnTo };
  const id = await database.write((queries) => createRequest(queries, request, now()));
  return context.goTo(await samlRequestUrl(provider, serviceFor(context, provider), id));
}

/**
 * Stores the provider's response. The provider's page posts it, so the browser sends no cookie: the person is signed in
 * only when the browser continues on its own, with the cookie from the start of the sign-in. A response that another
 * browser requested signs nobody in.
 */
async function receiveResponse(
  context: PageContext,
  provider: Row<"saml_provider">,
  { limits }: SignInOptions,
): Promise<Response> {
  limits.requireAllowance(context.request);
  const form = await readForm(context.request, maxResponseMegabytes);
  const { database, now } = context.platform;
  const { inResponseTo: id, ...identity } = await readSamlResponse(
    form.get("SAMLResponse") ?? "",
    provider,
    serviceFor(context, provider),
    now(),
  );
  const isStored = await database.write((queries) =>
    storeProviderResponse(queries, { id, provider: toProviderName(provider), answer: JSON.stringify(identity) }, now()),
  );
  if (!isStored) throw notRequested();
  return context.goTo(`/app/sign-in/saml/${provider.id}/finish?request=${id}`);
}

/**
 * Signs in the user that the response names. If the provider may not open the account by itself, the signed-in owner is
 * asked for consent, because a link that leads through a provider must not link accounts.
 */
async function finish(context: PageContext, provider: Row<"saml_provider">): Promise<Response> {
  const form = context.request.method === "POST" ? await context.form() : undefined;
  const id = (form ?? context.url.searchParams).get("request") ?? "";
  const person = await context.person();
  const signIn = startSession(context, async (queries, now) => {
    const request = await takeRequest(
      queries,
      { id, provider: toProviderName(provider), browser: context.browser },
      now,
    );
    if (request?.answer == null) throw notRequested();
    const identity: ProviderProfile = {
      subject: undefined,
      email: undefined,
      ...StoredResponse.parse(JSON.parse(request.answer)),
    };
    const user = await recognizeBySaml(queries, provider, identity, form && person?.user.id, now);
    return { user, method: "saml", returnTo: request.return_to };
  });
  return signIn.catch((error: unknown) => {
    const mayAsk = error instanceof NotOpened && form === undefined && person?.user.id === error.user;
    if (!mayAsk) throw error;
    return context.page(
      `Sign in with ${provider.label}`,
      html`<p>Allow ${provider.label} to sign you in as <strong>${person.user.display_name}</strong> from now on? Whoever administers it can then access everything that this account can.</p>
<form method="post" action="${context.addresses.path(`/app/sign-in/saml/${provider.id}/finish`)}">
${context.forgeryField}<input type="hidden" name="request" value="${id}">
<button class="primary">Allow it</button>
</form>
<p><a href="${context.addresses.path("/app/account")}">Leave it as it is</a></p>`,
    );
  });
}

/** The metadata that an administrator gives to the provider. */
function metadata(context: PageContext, provider: Row<"saml_provider">): Response {
  const { acsURL, entityID } = serviceFor(context, provider);
  const text = `<?xml version="1.0" encoding="UTF-8"?>
<md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" entityID="${escapeXml(entityID)}">
<md:SPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol" AuthnRequestsSigned="false" WantAssertionsSigned="true">
<md:AssertionConsumerService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="${escapeXml(acsURL)}" index="0" isDefault="true"/>
</md:SPSSODescriptor>
</md:EntityDescriptor>
`;
  return new Response(text, { headers: { ...privateHeaders, "Content-Type": "application/samlmetadata+xml" } });
}

const escapeXml = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

const notRequested = () =>
  new Problem(
    "forbidden",
    "This sign-in was not started in this browser, was already finished or took too long. Start again on the sign-in page.",
  );

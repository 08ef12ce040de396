import { z } from "zod";
import type { Row } from "../../platform/kernel/database/tables.ts";
import { Problem } from "../../platform/kernel/problem.ts";
import {
  answerRequest,
  createRequest,
  findSamlProvider,
  isActive,
  NotOpened,
  type ProviderAnswer,
  recognizeBySaml,
  samlService,
  takeRequest,
} from "../../platform/sign-in/index.ts";
import { readSamlResponse, samlRequestUrl } from "../../platform/sign-in/saml-response.ts";
import { html, privateHeaders } from "../page.ts";
import { readReturnTo } from "../return-to.ts";
import { readForm, type Visit } from "../visit.ts";
import type { SignInOptions } from "./sign-in-options.ts";
import { startSession } from "./start-session.ts";

/** Maximum size of a provider's response form, in megabytes. */
const mostOfAnswer = 0.4;

const Answer = z.object({
  subject: z.string().optional(),
  email: z.string().optional(),
  displayName: z.string(),
});

/** Serves an address of a SAML provider: `start`, `acs`, `finish` or `metadata`. */
export async function serveSaml(visit: Visit, options: SignInOptions, id: string, step: string): Promise<Response> {
  const provider = await visit.platform.database.read((queries) => findSamlProvider(queries, id));
  if (provider === undefined || (step !== "metadata" && !isActive(provider))) {
    throw new Problem("not_found", "There is no such way to sign in. Choose one on the sign-in page.");
  }
  const isPost = visit.request.method === "POST";
  if (isPost ? !["acs", "finish"].includes(step) : step === "acs")
    throw new Problem("method_not_allowed", `This takes ${isPost ? "GET" : "POST"}.`);
  if (step === "metadata") return metadata(visit, provider);
  if (step === "start") return start(visit, provider, options);
  if (step === "acs") return takeAnswer(visit, provider, options);
  return finish(visit, provider);
}

const serviceOf = (visit: Visit, { id }: Row<"saml_provider">) => samlService(visit.place.base, id);

const nameOf = ({ id }: Row<"saml_provider">) => `saml:${id}`;

/** Redirects the browser to the provider. */
async function start(visit: Visit, provider: Row<"saml_provider">, { limits }: SignInOptions): Promise<Response> {
  limits.requireTurn(visit.request);
  const returnTo = readReturnTo(visit.url.searchParams.get("returnTo"));
  const { database, now } = visit.platform;
  const request = { provider: nameOf(provider), browser: visit.browser, returnTo };
  const id = await database.write((queries) => createRequest(queries, request, now()));
  return visit.goTo(await samlRequestUrl(provider, serviceOf(visit, provider), id));
}

/**
 * Stores the provider's response. The provider's page posts it, so the browser sends no cookie: the person is signed in
 * only when the browser continues on its own, with the cookie from the start of the sign-in. A response that another
 * browser requested signs nobody in.
 */
async function takeAnswer(visit: Visit, provider: Row<"saml_provider">, { limits }: SignInOptions): Promise<Response> {
  limits.requireTurn(visit.request);
  const form = await readForm(visit.request, mostOfAnswer);
  const { database, now } = visit.platform;
  const { inResponseTo: id, ...answer } = await readSamlResponse(
    form.get("SAMLResponse") ?? "",
    provider,
    serviceOf(visit, provider),
    now(),
  );
  const kept = await database.write((queries) =>
    answerRequest(queries, { id, provider: nameOf(provider), answer: JSON.stringify(answer) }, now()),
  );
  if (!kept) throw notAsked();
  return visit.goTo(`/app/sign-in/saml/${provider.id}/finish?request=${id}`);
}

/**
 * Signs in the user that the response names. If the provider may not open the account by itself, the signed-in owner is
 * asked for consent, because a link that leads through a provider must not link accounts.
 */
async function finish(visit: Visit, provider: Row<"saml_provider">): Promise<Response> {
  const form = visit.request.method === "POST" ? await visit.form() : undefined;
  const id = (form ?? visit.url.searchParams).get("request") ?? "";
  const person = await visit.person();
  const signIn = startSession(visit, async (queries, now) => {
    const request = await takeRequest(queries, { id, provider: nameOf(provider), browser: visit.browser }, now);
    if (request?.answer == null) throw notAsked();
    const answer: ProviderAnswer = {
      subject: undefined,
      email: undefined,
      ...Answer.parse(JSON.parse(request.answer)),
    };
    const user = await recognizeBySaml(queries, provider, answer, form && person?.user.id, now);
    return { user, method: "saml", returnTo: request.return_to };
  });
  return signIn.catch((error: unknown) => {
    const mayAsk = error instanceof NotOpened && form === undefined && person?.user.id === error.user;
    if (!mayAsk) throw error;
    return visit.page(
      `Sign in with ${provider.label}`,
      html`<p>From now on, may ${provider.label} sign you in as <strong>${person.user.display_name}</strong>? Whoever administers it can then open everything that this account may.</p>
<form method="post" action="${visit.place.path(`/app/sign-in/saml/${provider.id}/finish`)}">
${visit.forgeryField}<input type="hidden" name="request" value="${id}">
<button class="primary">Allow it</button>
</form>
<p><a href="${visit.place.path("/app/account")}">Leave it as it is</a></p>`,
    );
  });
}

/** The metadata that an administrator gives to the provider. */
function metadata(visit: Visit, provider: Row<"saml_provider">): Response {
  const { acsURL, entityID } = serviceOf(visit, provider);
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

const notAsked = () =>
  new Problem(
    "forbidden",
    "This browser did not begin this sign-in, or it was finished before or took too long. Begin on the sign-in page.",
  );

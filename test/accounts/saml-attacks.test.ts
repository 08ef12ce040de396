import { afterAll, expect, it } from "vitest";
import { assertion, type Claims, encode, response, sign, signatureOf } from "./saml-identity-provider.ts";
import { openSaml, type SamlWorkspace } from "./saml-workspace.ts";
import { stranger } from "./signing-keys.ts";

type Attack = (claims: Claims) => string;

const signed = (changes: (claims: Claims) => Partial<Claims>): Attack => {
  return (claims) => {
    const changed = { ...claims, ...changes(claims) };
    return response(changed, sign(assertion(changed)));
  };
};

/** A whole signed response beside or around one that a stranger wrote. */
const evil = (claims: Claims, id = "_evil") =>
  assertion({ ...claims, id, nameID: "admin", attributes: { email: "admin@masts.example" } });

const good = (claims: Claims) => sign(assertion(claims));

const bomb = `<!DOCTYPE lolz [<!ENTITY a "aaaaaaaaaa">${"bcdefghij"
  .split("")
  .map((name, index) => `<!ENTITY ${name} "${`&${"abcdefghij"[index]};`.repeat(10)}">`)
  .join("")}]>`;

const minute = 60;

const attacks: Readonly<Record<string, Attack>> = {
  "no signature": (claims) => response(claims, assertion(claims)),
  "a signature of another key": (claims) => response(claims, sign(assertion(claims), { key: stranger.key })),
  "a whole response signed with another key": (claims) =>
    sign(response(claims, assertion(claims)), { key: stranger.key }),
  "a signature with SHA-1": (claims) => response(claims, sign(assertion(claims), { algorithm: "sha1" })),
  "a changed name": (claims) => response(claims, good(claims).replace(">grace<", ">admin<")),
  "a changed address": (claims) => response(claims, good(claims).replace("grace@masts", "admin@masts")),
  "a changed digest": (claims) =>
    response(
      claims,
      good(claims).replace(/(?<=<ds:DigestValue>)./, (first) => (first === "A" ? "B" : "A")),
    ),
  "an empty signature": (claims) =>
    response(claims, good(claims).replace(/<ds:SignatureValue>.*?<\//s, "<ds:SignatureValue></")),
  "no references in the signature": (claims) =>
    response(claims, good(claims).replace(/<ds:Reference .*<\/ds:Reference>/s, "")),
  "a reference to the whole document": (claims) =>
    response(claims, good(claims).replace('URI="#_assertion"', 'URI=""')),
  "a signature with a shared secret": (claims) =>
    response(
      claims,
      good(claims).replace(
        "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
        "http://www.w3.org/2000/09/xmldsig#hmac-sha1",
      ),
    ),
  "a transform that runs a style sheet": (claims) =>
    response(
      claims,
      good(claims).replace(
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/TR/1999/REC-xslt-19991116",
      ),
    ),
  "a transform that cuts text away": (claims) =>
    response(
      claims,
      good(claims).replace(
        "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
        "http://www.w3.org/TR/1999/REC-xpath-19991116",
      ),
    ),
  "wrapping: a second assertion in front": (claims) => response(claims, evil(claims) + good(claims)),
  "wrapping: a second assertion behind": (claims) => response(claims, good(claims) + evil(claims)),
  "wrapping: a second assertion with the same id": (claims) =>
    response(claims, evil(claims, "_assertion") + good(claims)),
  "wrapping: the signed one inside the other": (claims) =>
    response(claims, evil(claims).replace("</saml:Assertion>", `${good(claims)}</saml:Assertion>`)),
  "wrapping: the signed one inside the other's signature": (claims) => {
    const signature = signatureOf(assertion(claims), "_assertion").replace(
      "</ds:Signature>",
      `<ds:Object>${assertion(claims)}</ds:Object></ds:Signature>`,
    );
    return response(claims, evil(claims).replace("</saml:Issuer>", `</saml:Issuer>${signature}`));
  },
  "wrapping: the signed one among extensions": (claims) =>
    response(claims, `<samlp:Extensions>${good(claims)}</samlp:Extensions>${evil(claims)}`),
  "wrapping: the signature moved to the response": (claims) =>
    response(claims, evil(claims)).replace(
      "</saml:Issuer>",
      `</saml:Issuer>${signatureOf(assertion(claims), "_assertion")}`,
    ),
  "wrapping: a signed response inside another": (claims) =>
    response(claims, evil(claims) + sign(response(claims, assertion(claims))), { id: "_outer" }),
  "wrapping: the signed one in another name space": (claims) =>
    response(claims, `${evil(claims)}<x:Assertion xmlns:x="urn:x">${good(claims)}</x:Assertion>`),
  "two signatures of one assertion": (claims) =>
    response(claims, sign(good(claims), { key: stranger.key, reference: "_assertion" })),
  "another audience": signed(() => ({ audience: "https://other.example/metadata" })),
  "an audience that begins alike": signed(({ audience }) => ({ audience: `${audience}.evil.example` })),
  "no audience": signed(() => ({
    conditions: `<saml:Conditions NotOnOrAfter="${new Date(Date.now() + 300_000).toISOString()}"></saml:Conditions>`,
  })),
  "no conditions": signed(() => ({ conditions: "" })),
  "conditions twice": signed(({ audience }) => {
    const one = `<saml:Conditions><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
    return { conditions: one + one };
  }),
  "another recipient": signed(() => ({ recipient: "https://other.example/acs" })),
  "another destination": signed(() => ({ destination: "https://other.example/acs" })),
  "another issuer": signed(() => ({ issuer: "https://evil.example/metadata" })),
  "a confirmation that is not of a bearer": signed(() => ({
    method: "urn:oasis:names:tc:SAML:2.0:cm:sender-vouches",
  })),
  "no statement of a sign-in": signed(() => ({ statement: "" })),
  "a time that is over": signed(() => ({ notOnOrAfter: -2 * minute })),
  "a confirmation whose time is over": signed(() => ({ confirmedUntil: -2 * minute })),
  "a time to come": signed(() => ({ notBefore: 2 * minute })),
  "an issue long ago": signed(() => ({ issued: -20 * minute })),
  "an issue to come": signed(() => ({ issued: 10 * minute })),
  "no time zone": (claims) => {
    const text = assertion(claims).replace(/NotOnOrAfter="([^"]*)Z"/, 'NotOnOrAfter="$1"');
    return response(claims, sign(text));
  },
  "a request that nobody sent": signed(() => ({ requestId: "_nobody" })),
  "no request": signed(() => ({ requestId: "" })),
  "a comment in the name": (claims) =>
    response(claims, good({ ...claims, nameID: "admin.evil" }).replace("admin.evil", "admin<!-- -->.evil")),
  "a comment in the address": (claims) =>
    response(claims, good(claims).replace("grace@masts.example", "grace@masts.example<!---->.evil.example")),
  "CDATA in the name": (claims) => response(claims, good(claims).replace(">grace<", "><![CDATA[grace]]><")),
  "an instruction in the name": (claims) => response(claims, good(claims).replace(">grace<", ">gra<?x y?>ce<")),
  "a bomb of entities": (claims) => bomb + response(claims, good(claims)).replace(">grace<", ">&j;<"),
  "an entity from a file": (claims) =>
    `<!DOCTYPE r [<!ENTITY x SYSTEM "file:///etc/passwd">]>${response(claims, good(claims)).replace(">grace<", ">&x;<")}`,
  "a document type behind the declaration": (claims) =>
    `<?xml version="1.0"?><!DOCTYPE r>${response(claims, good(claims))}`,
  "a million elements": (claims) => response(claims, good(claims) + "<a/>".repeat(40_000)),
  "elements 30,000 deep": (claims) => response(claims, "<a>".repeat(20_000) + good(claims) + "</a>".repeat(20_000)),
  "more text than there may be": (claims) => response(claims, `${good(claims)}<a b="${"x".repeat(220_000)}"/>`),
  "an attribute twice": (claims) =>
    response(claims, good(claims)).replace("<samlp:Response ", '<samlp:Response ID="_x" ID="_y" '),
  "what is no XML": () => "grace",
  nothing: () => "",
  "an unclosed element": (claims) => response(claims, good(claims)).slice(0, -20),
  "UTF-16": (claims) => Buffer.from(response(claims, assertion(claims)), "utf16le").toString("latin1"),
  "another encoding declared": (claims) =>
    `<?xml version="1.0" encoding="UTF-7"?>${response(claims, assertion(claims))}`,
  "an answer that says no": (claims) =>
    response(claims, "", {
      status:
        '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Responder"></samlp:StatusCode></samlp:Status>',
    }),
  "an encrypted assertion": (claims) =>
    response(claims, '<saml:EncryptedAssertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion"/>'),
  "a request to sign out": () =>
    '<samlp:LogoutRequest xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_x" Version="2.0"/>',
  "another root around the assertion": (claims) => `<r>${good(claims)}</r>`,
  "the assertion alone": good,
};

let tried = 0;

afterAll(() => expect(tried).toBeGreaterThanOrEqual(Object.keys(attacks).length));

it("a response without these faults signs in", async () => {
  const workspace = await openSaml();
  const grace = workspace.browser();
  expect((await workspace.signIn(grace)).headers.get("location")).toBe("/app/account");
});

it.each(Object.entries(attacks))("a response with %s signs nobody in", async (_, attack) => {
  tried += 1;
  const workspace = await openSaml();
  await refusedBy(workspace, attack);
});

async function refusedBy(workspace: SamlWorkspace, attack: Attack): Promise<void> {
  const browser = workspace.browser();
  const answer = await workspace.answer(browser, attack(await workspace.begin(browser)));
  expect(answer.status).toBe(403);
  expect(browser.cookie("copydesk_session")).toBeUndefined();
  expect(browser.html).not.toMatch(/root:|aaaaaaaaaa/);
}

it("a response works once: neither it nor its assertion signs in again", async () => {
  const workspace = await openSaml();
  const grace = workspace.browser();
  const claims = await workspace.begin(grace);
  const xml = response(claims, sign(assertion(claims)));
  expect((await workspace.answer(grace, xml)).status).toBe(303);
  expect((await workspace.answer(grace, xml)).status).toBe(403);
  const later = await workspace.begin(grace);
  expect((await workspace.answer(grace, response(later, sign(assertion(claims))))).status).toBe(403);
});

it("of two concurrent responses to one request, one is accepted", async () => {
  const workspace = await openSaml();
  const grace = workspace.browser();
  const claims = await workspace.begin(grace);
  const path = new URL(claims.acsURL).pathname;
  const answers = await Promise.all(
    ["_one", "_two"].map((id) =>
      grace.postFromElsewhere(path, { SAMLResponse: encode(response(claims, sign(assertion({ ...claims, id })))) }),
    ),
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([303, 403]);
});

it("a response after 15 minutes is rejected", async () => {
  let time = Date.now();
  const workspace = await openSaml({ now: () => new Date(time) });
  const grace = workspace.browser();
  const claims = await workspace.begin(grace);
  time += 16 * 60_000;
  const late = { ...claims, now: time };
  expect((await workspace.answer(grace, response(late, sign(assertion(late))))).status).toBe(403);
});

it("a response meant for another provider of the same service is rejected", async () => {
  const workspace = await openSaml();
  const other = await openSaml();
  const grace = workspace.browser();
  const claims = await other.begin(other.browser());
  expect((await workspace.answer(grace, response(claims, sign(assertion(claims))))).status).toBe(403);
});

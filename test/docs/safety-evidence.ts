/** Names of tests, by their file. */
type Evidence = Readonly<Record<string, readonly string[]>>;

/** Each operation is tried with each role, against a table that has a row for every operation. */
const whoMayRunWhat: Evidence = {
  "test/platform/access/operations.test.ts": ["has a row for every operation of the platform, and no other", "$id"],
  "test/platform/http/roles.test.ts": ["$template", "requires an administrator"],
};

/**
 * The tests of each statement of `docs/concepts/safety.md`, by its beginning. Whoever changes a statement reads
 * its tests, and whoever adds a test has read that it shows the statement.
 */
export const evidence: Readonly<Record<string, Evidence>> = {
  // Text that others wrote
  "Copydesk passes such text": {
    "test/present/fence.test.ts": [
      "says what the text is and keeps all of its visible characters between random marks",
    ],
    "test/tools/untrusted/tool-answers.test.ts": ["is only data in the answer of every tool"],
    "test/tools/untrusted/resources-and-prompts.test.ts": [
      "is only data in every resource",
      "is only data in every prompt",
    ],
    "test/stories/untrusted-text.test.ts": ["gets text by others only as data, from tools and from resources"],
  },
  "The markers are random": {
    "test/present/fence.test.ts": [
      "says what the text is and keeps all of its visible characters between random marks",
      "cannot be closed by the text, nor by a title or an author",
      "replaces other marks in a text by its own when several share it",
    ],
  },
  "Titles and names outside a fence": {
    "test/present/fence.test.ts": ["puts an untrusted title on one short quoted line"],
    "test/present/wording.test.ts": ["is quoted %s", "never closes its quotation marks, whatever it is"],
    "test/tools/untrusted/tool-answers.test.ts": ["is only data in the answer of every tool"],
  },
  "Invisible characters": {
    "test/present/fence.test.ts": [
      "escapes invisible characters and says so, above a separate text or below one of several",
    ],
    "test/tools/untrusted/round-trip.test.ts": [
      "is read with them escaped, and the answer says that edits accept them so",
      "is edited with what was read: escaped characters in the new text stay, omitted ones are removed",
      "is edited next to them without changing them",
    ],
  },

  // What an agent may do
  "Each tool tells the host": {
    "test/tools/police.test.ts": ["are those of its effect: %s", "do not contradict each other: %s"],
  },
  "You choose what an agent may use": {
    "test/stories/hidden-tools.test.ts": ["lists only the requested tools"],
  },
  "only reading |": {
    "test/stories/hidden-tools.test.ts": [
      "lists only the requested tools",
      "does not make a change through an operation either",
    ],
    "test/tools/hidden-tools.test.ts": ["call nothing that makes changes when read-only"],
  },
  "proposals for a person": {
    "test/server/propose-only.test.ts": [
      "leaves published content and access unchanged to the byte",
      "lets an agent open a change request, edit it, comment and request changes",
    ],
  },
  "no merging |": {
    "test/server/propose-only.test.ts": ["finds no other way to replace what is published (%s, %s)"],
  },
  "only certain tools": {
    "test/stories/hidden-tools.test.ts": ["lists only the requested tools"],
    "test/tools/surface.test.ts": ["consists of exactly the named tools and those of the named toolsets"],
  },
  "less for one HTTP client": {
    "test/server/transports/http.test.ts": [
      "hides and refuses writing tools for %s",
      "also reads the selection from headers",
    ],
  },
  "A tool that is not listed": {
    "test/tools/hidden-tools.test.ts": ["refuse if they are not listed, and name the setting that hides them"],
    "test/stories/hidden-tools.test.ts": ["refuses a tool it does not list, and says which flag hides it"],
  },
  "An excluded operation": {
    "test/tools/hidden-tools.test.ts": ["call no operation whose tool is excluded, by whatever name"],
    "test/server/excluded-operations.test.ts": [
      "a hand-made tool says which part of it is disabled, and does nothing",
      "resources and the generic tools cannot do it either",
    ],
    "test/server/propose-only.test.ts": ["finds no other way to replace what is published (%s, %s)"],
  },
  "With `--propose-only` an agent": {
    "test/server/propose-only.test.ts": [
      "leaves published content and access unchanged to the byte",
      "sends another service nothing but proposals",
      "returns no preview that the agent could confirm by itself",
      "lets an agent open a change request, edit it, comment and request changes",
      "refuses an approval, and says why",
    ],
  },
  "A request can restrict": {
    "test/server/transports/http.test.ts": ["never widens what the process allows"],
    "test/tools/surface.test.ts": ["can only be narrowed by a request"],
    "test/server/propose-only.test.ts": ["cannot be lifted by a request"],
  },
  "A proposal can still leak data": {
    "test/server/fetched-urls.test.ts": [
      "a proposal can make the platform fetch a URL chosen by the agent, with what it read in it",
      "with propose-only no other operation makes the platform fetch a URL",
    ],
    "test/platform/content/files/files-by-url.test.ts": ["is rejected at an address of the machine's own network"],
  },
  "With `--read-only` an agent cannot": {
    "test/server/fetched-urls.test.ts": [
      "with read-only no call makes the platform fetch a URL",
      "without either, each of these operations does: the URL is fetched",
    ],
  },
  "Confirmation is never requested": {
    "test/server/asking-first.test.ts": ["$id asks on the embedded platform, or says why it cannot be done"],
  },
  "The embedded platform tries the call first": {
    "test/platform/http/trial.test.ts": [
      "of a deletion returns the same response, and stores nothing",
      "is rejected like the call itself",
    ],
    "test/platform/exchange/git/look-at-branch.test.ts": [
      "a missing branch is reported instead of a confirmation, with the existing branches",
    ],
  },
  "For another service the tools read": {
    "test/tools/operations/removal.test.ts": [
      "of a space lists its pages, change requests, sites and translations, and what could not be read",
      "is an error for what the service does not have",
    ],
  },
  "Before and after a deletion you see": {
    "test/tools/operations/removal.test.ts": [
      "is confirmed with what is deleted too, and how long it can be restored",
      "is reported with until when and how to restore it, whichever tool is used, as is the restored content",
    ],
  },
  "Copydesk asks for confirmation": {
    "test/server/asking-first.test.ts": [
      "every operation that publishes, invites or grants is covered",
      "$id asks before it calls a service, through its own tool and $caller",
      "$id asks on the embedded platform, or says why it cannot be done",
    ],
    "test/stories/confirmation.test.ts": [
      "asks before a merge, showing its effect, and merges if the person agrees",
      "gets a preview, and merges with its confirmation id, which works once",
      "include deletions, by any tool, with the object's name and counts",
    ],
  },
  "An agent can confirm its own preview": {
    "test/stories/confirmation.test.ts": ["gets a preview, and merges with its confirmation id, which works once"],
  },
  "For that, use a host that asks": {
    "test/stories/confirmation.test.ts": ["changes nothing if the person chooses to %s"],
    "test/server/propose-only.test.ts": ["returns no preview that the agent could confirm by itself"],
    "test/tools/hidden-tools.test.ts": ["call nothing that makes changes when read-only"],
  },

  // The token file
  "`token` in the data folder": {
    "test/cli/token.test.ts": [
      "revokes this machine's token, readable only by its owner; the next start creates another",
    ],
  },
  "Only your user can read it": {
    "test/cli/token.test.ts": [
      "revokes this machine's token, readable only by its owner; the next start creates another",
    ],
    "test/platform/http/credentials.test.ts": ["is not stored in plain text"],
  },
  "Give other programs their own token": {
    "test/cli/token.test.ts": [
      "prints only the new token, which works until it is revoked",
      "creates a token that expires after the given days",
    ],
    "test/platform/http/credentials.test.ts": ["works until it expires"],
  },
  "If it may have leaked": {
    "test/cli/token.test.ts": [
      "lists tokens by name and never shows one",
      "revokes this machine's token, readable only by its owner; the next start creates another",
    ],
  },
  "The next start creates another": {
    "test/cli/token.test.ts": [
      "revokes this machine's token, readable only by its owner; the next start creates another",
    ],
  },
  "A folder that Copydesk creates": {
    "test/platform/kernel/database/engine/sqlite/data-folder.test.ts": [
      "is created with its parent folders, accessible only to its owner",
    ],
  },
  "An existing folder": {
    "test/platform/kernel/database/engine/sqlite/data-folder.test.ts": ["keeps its permissions if it already existed"],
  },
  "It is sent only to that service": {
    "test/client/redirect.test.ts": ["a redirect %i of a %s to another host is not followed"],
    "test/client/token.test.ts": [
      "the token repeated in %s does not appear in the error",
      "network errors do not reveal the token",
    ],
    "test/cli/log.test.ts": ["contains no secret in the format %s, wherever it came from"],
    "test/cli/doctor.test.ts": ["fails for a service that cannot be reached, and never prints the token"],
    "test/cli/credentials.test.ts": ["doctor shows neither the bearer nor the token"],
  },

  // What is sent to a language model
  "The embedded platform sends text to": {
    "test/platform/content/search/ask.test.ts": [
      "names the settings for one, to those who may ask",
      "gets no passage of it sent to the model, nor named as a source",
    ],
    "test/platform/kernel/language-model/model.test.ts": ["takes neither key nor question to another server"],
    "test/platform/knowledge/conversations/model.test.ts": [
      "receives conversations without personal data and with separate messages",
    ],
    "test/platform/knowledge/translations/providers/model.test.ts": [
      "completes, with the terms and wishes that people gave",
    ],
  },
  "Its output is treated": {
    "test/platform/content/search/ask.test.ts": [
      "reaches a reader without anything that loads, or links to places that the passages do not",
    ],
    "test/platform/knowledge/conversations/model.test.ts": [
      "cannot put personal data, addresses, line breaks or invisible characters into titles and labels",
    ],
    "test/platform/knowledge/translations/provided-runs.test.ts": [
      "is checked like any translation, requested once more, and then left to the requester of the run",
    ],
  },
  "The key is kept out": {
    "test/cli/doctor.test.ts": ["checks that the language model responds, and never prints its key"],
    "test/cli/log.test.ts": ["contains none of the secrets sent to other services"],
    "test/platform/content/search/ask.test.ts": ["causes an error that says so because it %s"],
    "test/cli/call.test.ts": ["uses the configured language model, and never writes its key to the data folder"],
  },
  "A translation service": {
    "test/platform/knowledge/translations/provided-runs.test.ts": [
      "completes without help, and its change request names the translator",
      "is neither sent nor overwritten",
    ],
    "test/platform/knowledge/translations/runs.test.ts": [
      "waits with the missing segments, and is not reported as translated",
    ],
  },
  "Its key is also kept out": {
    "test/platform/knowledge/translations/provided-runs.test.ts": [
      "completes without help, and its change request names the translator",
      "is asked only once if it does not accept the key",
    ],
    "test/platform/knowledge/translations/providers/service-call.test.ts": ["is given up after %i attempts for %j"],
    "test/cli/log.test.ts": ["contains none of the secrets sent to other services"],
  },

  // On the network
  "`copydesk serve` listens": {
    "test/cli/serve.test.ts": ["prints all addresses in one line of JSON"],
  },
  "The settings determine who may use": {
    "test/cli/serve.test.ts": ["serves MCP on this machine without a token, but refuses a wrong one"],
    "test/cli/credentials.test.ts": ["accepts only callers with a platform token"],
  },
  "on loopback, with nothing": {
    "test/cli/serve.test.ts": ["serves MCP on this machine without a token, but refuses a wrong one"],
  },
  "on another address": {
    "test/cli/credentials.test.ts": ["accepts only callers with a platform token"],
  },
  "at a public URL": {
    "test/cli/credentials.test.ts": ["requires a token, although it listens on loopback"],
    "test/cli/behind-a-proxy.test.ts": [
      "requires a token from every caller, because a proxy forwards others' requests",
    ],
  },
  "with `--bearer` or": {
    "test/cli/credentials.test.ts": [
      "accepts only a token where a bearer is set",
      "sends callers without a token there",
      "accepts tokens for its public address, within their scopes",
    ],
  },
  "`/v1` always requires": {
    "test/cli/serve.test.ts": ["serves the API only to callers with a token"],
    "test/cli/credentials.test.ts": ["does not accept the bearer at /v1, which belongs to the platform"],
    "test/platform/http/credentials.test.ts": ["is rejected on every kind of operation"],
  },
  "`/health` is open": {
    "test/cli/serve.test.ts": ["responds to health checks from any host and origin, without a token"],
  },
  "A download link for a file": {
    "test/platform/content/files/downloads.test.ts": [
      "returns the bytes to anyone who has it, only as an attachment if they could act as a page",
      "works for an hour",
      "cannot be altered",
    ],
    "test/platform/exchange/pdf/pdf.test.ts": ["works for an hour, and only for that PDF"],
    "test/platform/content/openapi/processing.test.ts": [
      "works for an hour for a version, and as long as the specification is public for a public one",
    ],
  },
  "Published sites require no token": {
    "test/platform/publishing/published/sites.test.ts": [
      "is read page by page, with a policy that blocks inline scripts",
      "does not exist before it is published or after it is unpublished",
    ],
  },
  "A site for share links or signed-in visitors": {
    "test/platform/publishing/published/sites.test.ts": [
      "need a share link if the site requires one, and stay below it",
      "need a signed token, which becomes a cookie, if the site requires them to sign in",
    ],
  },
  "Sites are served under the server's own names": {
    "test/platform/publishing/published/sites.test.ts": [
      "leads to the site that has it, at the root",
      "opens no site by path unless it is the server's own",
    ],
  },
  "No script, style or URL in a page": {
    "test/site/html.test.ts": [
      "never creates an element from text",
      "omits addresses that run something, however they are written",
    ],
    "test/site/blocks.test.ts": ["shows unsupported markup as text"],
    "test/browser/accessibility.test.ts": ["pages comply with their content security policy and load everything"],
  },
  "A token comes in the header": {
    "test/server/access/bearer.test.ts": ["is read from %j as %j", "is not read from %j, which uses another scheme"],
    "test/cli/credentials.test.ts": ["requires a token, although it listens on loopback"],
  },
  "of the embedded platform, from": {
    "test/cli/callers.test.ts": ["acts as the token's own user", "may do what its user's role allows, and no more"],
    "test/cli/credentials.test.ts": [
      "accepts only a token where a bearer is set",
      "accepts platform tokens as well",
      "starts with a bearer where it would not without one",
    ],
  },
  "the value of `--bearer`": {
    "test/server/access/oauth-endpoint.test.ts": ["uses tools with the static bearer"],
    "test/server/access/bearer.test.ts": ["admits its bearer as the given caller"],
    "test/cli/credentials.test.ts": ["accepts only a token where a bearer is set"],
  },
  "an access token of this server, from a host": {
    "test/cli/connect-agent.test.ts": ["acts for the person who signed in, within the access they granted"],
  },
  "A token allows what its user may do": {
    "test/platform/access/token-scopes.test.ts": ["a token may do exactly what its scope allows"],
  },
  "`--read-only` and `--propose-only` further limit tools": {
    "test/cli/callers.test.ts": [
      "leave a token what its scope allows when neither is set",
      "allow every token only to read with read-only",
      "allow a token at most to propose with propose-only, and a read-only one still only to read",
    ],
    "test/server/access/oauth-endpoint.test.ts": ["the limits of the process apply even with every scope"],
  },
  "scope `read` |": {
    "test/platform/access/token-scopes.test.ts": ["a token may do exactly what its scope allows"],
  },
  "scope `propose` |": {
    "test/platform/access/token-scopes.test.ts": ["a token may do exactly what its scope allows"],
  },
  "scope `write` |": {
    "test/platform/access/token-scopes.test.ts": ["a token may do exactly what its scope allows"],
  },
  "scope `merge` |": {
    "test/platform/access/token-scopes.test.ts": ["a token may do exactly what its scope allows"],
  },
  "scope `admin` |": {
    "test/platform/access/token-scopes.test.ts": ["a token may do exactly what its scope allows"],
  },
  "Without `--oauth-issuer`, `serve` is an authorization": {
    "test/accounts/authorization-server.test.ts": [
      "the authorization server describes itself in %s, and offers nothing else",
    ],
  },
  "A host without a token opens": {
    "test/cli/connect-agent.test.ts": ["acts for the person who signed in, within the access they granted"],
    "test/accounts/authorization-server.test.ts": ["an agent gets the requested scopes that the person chose"],
  },
  "Codes are issued only with PKCE (S256)": {
    "test/accounts/authorization-server.test.ts": [
      "a person is not asked about a request with %s",
      "a browser is not redirected to %s, which was not registered",
      "a client is identified by the document at its id, which is only read through the gate",
    ],
  },
  "A registration that a signed-in person": {
    "test/accounts/authorization-server.test.ts": ["that a person is looking at, or has agreed to, are not replaced"],
  },
  "Access tokens are bearer tokens": {
    "test/accounts/authorization-server.test.ts": [
      "the authorization server describes itself in %s, and offers nothing else",
      "DPoP is not offered: a token asked for with a proof is a bearer token",
    ],
  },
  "An access token lasts an hour": {
    "test/accounts/authorization-server.test.ts": [
      "an agent stays connected after the person's session has ended",
      "a token of this server is refused if it is for another audience",
    ],
    "test/cli/connect-agent.test.ts": ["acts for the person who signed in, within the access they granted"],
  },
  "Reusing a code or refresh token": {
    "test/accounts/authorization-server.test.ts": [
      "a code is accepted once, and its tokens are revoked when it is reused",
      "refresh tokens are rotated, and reusing an old one ends the agent's access",
    ],
  },
  "`/app/account` and `copydesk agents list` show": {
    "test/accounts/authorization-server.test.ts": [
      "an agent's access ends by revocation, in the account, and with the person's access",
    ],
    "test/cli/connect-agent.test.ts": ["acts for the person who signed in, within the access they granted"],
  },
  "The caller is the member linked to": {
    "test/platform/identity/sign-in/recognize-caller.test.ts": [
      "a member is recognized by the verified address, and later by the subject",
    ],
  },
  "Anyone else gets 403": {
    "test/platform/identity/sign-in/recognize-caller.test.ts": ["no member is recognized by %s"],
  },
  "`--oauth-callers server` lets every caller": {
    "test/cli/authorization-flow.test.ts": [
      "a client of the 2025 era discovers the authorization server, and requests the announced scopes",
    ],
  },
  "an access token of `--oauth-issuer`": {
    "test/server/access/oauth.test.ts": [
      "admits its subject, as the server's own client, if it is of the issuer and for this server",
    ],
    "test/cli/credentials.test.ts": ["accepts tokens for its public address, within their scopes"],
  },
  "`serve` refuses to start": {
    "test/cli/credentials.test.ts": ["serve", "starts with a bearer where it would not without one"],
    "test/cli/serve.test.ts": ["does not expose a user's token to a whole network"],
  },
  "A caller's token is never sent": {
    "test/server/access/oauth-endpoint.test.ts": [
      "uses tools with a token of the authorization server, and the service sees the server's own",
      "uses tools with the static bearer",
    ],
  },
  "On loopback without a token": {
    "test/cli/serve.test.ts": ["serves MCP on this machine without a token, but refuses a wrong one"],
  },
  "On a machine that others share": {
    "test/cli/credentials.test.ts": ["accepts only a token where a bearer is set"],
  },
  "A request without a token that was forwarded": {
    "test/cli/serve.test.ts": ["refuses everyone without a token whose request has a proxy's header %s"],
  },
  "A forwarded request is recognized by its headers": {
    "test/cli/serve.test.ts": ["refuses everyone without a token whose request has a proxy's header %s"],
  },
  "There is no TLS": { "test/cli/serve.test.ts": ["does not speak TLS"] },
  "The proxy must forward": {
    "test/cli/credentials.test.ts": ["responds only to its public name"],
  },
  "The `Host` of a request": {
    "test/server/transports/http.test.ts": [
      "are checked: %j is answered with %i",
      "are checked on a real connection too",
    ],
    "test/server/access/foreign-requests.test.ts": ["the server accepts the Host %s: %s"],
    "test/cli/credentials.test.ts": ["responds only to its public name"],
    "test/cli/metrics.test.ts": ["require the same access as MCP"],
  },
  "Otherwise a web page could point": {
    "test/server/access/foreign-requests.test.ts": ["is at a name that resolves here by DNS rebinding"],
  },
  "Web pages cannot call": {
    "test/server/access/foreign-requests.test.ts": [
      "a page that may call",
      "is at the address it calls, under any name of the server",
      "a page that may not call",
    ],
    "test/server/transports/http.test.ts": ["are checked: %j is answered with %i"],
    "test/cli/behind-a-proxy.test.ts": ["may call if they are listed", "may not when they are not: %s"],
    "test/cli/metrics.test.ts": ["require the same access as MCP"],
  },
  "Pages of other servers": {
    "test/server/access/foreign-requests.test.ts": ["a page that may not call"],
    "test/server/transports/http.test.ts": ["are checked: %j is answered with %i"],
  },
  "A request without an `Origin`": {
    "test/server/access/foreign-requests.test.ts": ["is allowed with Sec-Fetch-Site %s: %s"],
    "test/cli/metrics.test.ts": ["require the same access as MCP"],
  },
  "CORS headers are sent": {
    "test/server/transports/http.test.ts": [
      "are answered without CORS headers to unlisted pages, which can neither call nor read",
      "lets a page of an allowed origin send a preflight and read the answer",
    ],
    "test/cli/behind-a-proxy.test.ts": ["may call if they are listed", "may not when they are not: %s"],
  },
  "`/v1` does not check the `Host`": {
    "test/cli/behind-a-proxy.test.ts": ["is not checked for its host, since a token is required anyway"],
  },
  "Links to files, PDFs": {
    "test/cli/behind-a-proxy.test.ts": ["may use links to files and PDFs, whatever their origin"],
  },
  "A token in the URL": {
    "test/server/access/oauth-endpoint.test.ts": ["is refused in the URL, valid or not"],
    "test/server/access/bearer.test.ts": ["is refused in the URL, and the refusal does not repeat it"],
    "test/platform/http/credentials.test.ts": ["is rejected with a token in the query"],
  },
  "Two tokens in one request": {
    "test/server/access/oauth-endpoint.test.ts": [
      "is refused in two headers on a real connection, even if one is valid",
    ],
    "test/server/access/bearer.test.ts": ["is refused if two headers give one each"],
  },
  "Tokens never appear": {
    "test/server/access/oauth-endpoint.test.ts": ["appears in no answer and no log, valid or not"],
    "test/platform/http/credentials.test.ts": ["is never repeated in a response, whatever is wrong with the request"],
    "test/cli/log.test.ts": ["contains no secret in the format %s, wherever it came from"],
  },

  // With an authorization server
  "Copydesk is then an OAuth": {
    "test/cli/credentials.test.ts": ["tells clients at /.well-known/oauth-protected-resource%s where to get a token"],
  },
  "A client without a token": {
    "test/server/access/oauth-endpoint.test.ts": [
      "tells callers without a token where to get one, and which scopes to request",
    ],
    "test/cli/authorization-flow.test.ts": [
      "a client of the newer protocol discovers the authorization server, and requests more scopes when it needs them",
      "a client of the 2025 era discovers the authorization server, and requests the announced scopes",
    ],
  },
  "Copydesk accepts it if": {
    "test/server/access/oauth.test.ts": [
      "is accepted %s",
      "admits its subject, as the server's own client, if it is of the issuer and for this server",
    ],
  },
  "it is a JWT": {
    "test/server/access/oauth.test.ts": [
      "is accepted if it is signed with %s",
      "is refused if it is signed with %s",
      "is refused if it is signed with %s and the issuer's public key as the secret",
      "is refused if it is signed with a shared secret that the issuer publishes by mistake",
      "is refused if it is signed with another key of the same name",
    ],
    "test/server/access/issuer-keys.test.ts": ["are fetched again when old, so that a withdrawn key is dropped"],
  },
  "its `iss` is": { "test/server/access/oauth.test.ts": ["is accepted %s", "is refused %s"] },
  "it has an expiry": { "test/server/access/oauth.test.ts": ["is accepted %s", "is refused %s"] },
  "it identifies its owner": { "test/server/access/oauth.test.ts": ["is accepted %s", "is refused %s"] },
  "The token's scopes": {
    "test/server/access/scopes.test.ts": ["is, for %j, %s", "is requested with those it includes"],
    "test/server/access/oauth-endpoint.test.ts": ["may write with docs:write, and is refused with docs:read"],
  },
  "`docs:read` |": {
    "test/server/access/scopes.test.ts": ["is, to call %s with %j, %s", "is, to send %j, docs:read"],
  },
  "`docs:write` |": {
    "test/server/access/scopes.test.ts": [
      "is, to call %s with %j, %s",
      "follows from what the call will do: %s with %j is %s",
    ],
  },
  "`docs:admin` |": {
    "test/server/access/scopes.test.ts": [
      "is, to call %s with %j, %s",
      "follows from what the call will do: %s with %j is %s",
    ],
  },
  "The scope a call requires": {
    "test/server/access/scopes.test.ts": [
      "follows from what the call will do: %s with %j is %s",
      "is, for arguments that a tool refuses, the highest that the tool could need",
    ],
  },
  "A call that requires more": {
    "test/server/access/oauth-endpoint.test.ts": ["tells callers without the scope which one to request"],
  },
  "All tools are listed": {
    "test/server/access/oauth-endpoint.test.ts": [
      "may write with docs:write, and is refused with docs:read",
      "the limits of the process apply even with every scope",
    ],
  },
  "The issuer's keys are found": {
    "test/server/access/issuer-keys.test.ts": [
      "are found for the path %j through %s",
      "are fetched again when a token names an unknown key",
      "are fetched again when old, so that a withdrawn key is dropped",
    ],
  },
  "While the issuer does not respond": {
    "test/server/access/issuer-keys.test.ts": ["are used for a limited time when the issuer is down"],
  },

  // People in a browser
  "The pages below": {
    "test/accounts/sessions.test.ts": ["signs in after a button is pressed, and opens the account page"],
  },
  "The session cookie": {
    "test/accounts/sessions.test.ts": [
      "has a cookie that scripts, other paths and other sites cannot read",
      "does not let its cookie call the API",
    ],
  },
  "`/v1` and `/mcp` accept no cookies": { "test/accounts/sessions.test.ts": ["does not let its cookie call the API"] },
  "Sessions and links are stored": { "test/accounts/sessions.test.ts": ["is kept as a hash"] },
  "Each sign-in starts a new session": {
    "test/accounts/sessions.test.ts": [
      "is new after each sign-in, and the one before ends",
      "never has a secret that was planted in the browser",
    ],
  },
  "Forms must come": { "test/accounts/sessions.test.ts": ["is refused %s", "is refused if it is of another session"] },
  "Pages have no script": {
    "test/accounts/sessions.test.ts": [
      "forbids scripts, frames and storing: %s",
      "has a style that its own policy allows",
    ],
    "test/cli/login.test.ts": ["serves pages only under its own names, which prevents DNS rebinding"],
  },
  "A sign-in at a provider must be completed": {
    "test/accounts/saml.test.ts": ["signs nobody in", "continues nowhere else"],
    "test/accounts/saml-attacks.test.ts": [
      "a response works once: neither it nor its assertion signs in again",
      "a response after 15 minutes is rejected",
    ],
    "test/accounts/openid.test.ts": [
      "is refused at an address that another browser was sent to, or that was used before",
      "continues only to a page of this server",
    ],
    "test/accounts/sessions.test.ts": ["is a page of this server and nothing else: %.40s"],
  },
  "They accept only the `Host` names": {
    "test/cli/login.test.ts": ["serves pages only under its own names, which prevents DNS rebinding"],
  },
  "After signing in, the browser": {
    "test/accounts/sessions.test.ts": ["is a page of this server and nothing else: %.40s"],
    "test/accounts/saml.test.ts": ["continues nowhere else"],
    "test/accounts/openid.test.ts": ["continues only to a page of this server"],
  },
  "It must be for this service": { "test/accounts/saml-attacks.test.ts": ["a response with %s signs nobody in"] },
  "Document types, comments": { "test/accounts/saml-attacks.test.ts": ["a response with %s signs nobody in"] },
  "In a SAML response": { "test/accounts/saml-attacks.test.ts": ["a response with %s signs nobody in"] },
  "In an OpenID provider's response": {
    "test/accounts/openid.test.ts": ["is refused for a response with %s", "is refused at an address with %s"],
  },
  "A request for a link by e-mail": {
    "test/accounts/email.test.ts": ["gives the same response for an unknown address, before either is looked up"],
  },

  // What one caller may use up
  "requests of one caller |": {
    "test/docs/safety-limits.test.ts": ["match the number of requests that a caller may send, and that may fail"],
    "test/cli/credentials.test.ts": ["limits one caller's requests to /mcp and /v1 together"],
    "test/server/access/rate-limit.test.ts": ["lets each caller send a minute's requests at once, then one per refill"],
  },
  "registrations of agents |": {
    "test/accounts/authorization-server.test.ts": [
      "are limited to ten a minute for one address, and not for the next",
      "are limited by the address that a proxy reports if it is not declared, so one client stops no other",
      "are limited to 300 a minute for all whose address nothing tells",
    ],
  },
  "registrations that nobody has agreed to |": {
    "test/accounts/authorization-server.test.ts": [
      "of one address beyond 50 replace its oldest, and nobody else's",
      "of many addresses beyond 5,000 replace the oldest of the address that has most",
      "without consent end after 24 hours",
    ],
  },
  "invalid tokens and signatures |": {
    "test/docs/safety-limits.test.ts": ["match the number of requests that a caller may send, and that may fail"],
    "test/cli/behind-a-proxy.test.ts": [
      "is delayed for a repeated wrong token at %s",
      "is delayed for links with wrong signatures, while a valid one still works from there",
      "is delayed for a guessing client, which cannot guess in another's name",
    ],
    "test/cli/credentials.test.ts": ["checks a wrong token no more often than a caller may send requests"],
  },
  "a request to `/mcp`": {
    "test/docs/safety-limits.test.ts": ["match the size and duration of a request"],
    "test/server/transports/http.test.ts": ["a request that cannot be served"],
    "test/cli/http-server.test.ts": [
      "loses the connection when it is slow with the headers",
      "loses the connection when it is slow with the body",
    ],
  },
  "a request to `/v1`": {
    "test/platform/http/request-body.test.ts": ["gets 413 based on Content-Length alone", "is allowed up to 16 MB"],
    "test/cli/http-server.test.ts": [
      "loses the connection when it is slow with the headers",
      "loses the connection when it is slow with the body",
    ],
  },
  "sessions of 2025-era clients": {
    "test/docs/safety-limits.test.ts": ["match the number and duration of sessions and streams"],
    "test/server/transports/sessions.test.ts": [
      "end only after being idle long enough",
      "are evicted only for new ones of the same caller when it is at its limit, the longest idle first",
      "are evicted for a caller that has none, from whoever has the most",
    ],
  },
  "streams of notifications": {
    "test/docs/safety-limits.test.ts": ["match the number and duration of sessions and streams"],
    "test/server/watches/subscriptions.test.ts": ["may open a limited number of streams"],
    "test/server/fair-share.test.ts": ["leave everyone else a first stream of notifications"],
  },
  "watched resources": {
    "test/server/watches/resource-watches.test.ts": [
      "at most two thousand watches are accepted",
      "at most a thousand watches of one caller are accepted, which leaves room for others",
    ],
    "test/server/watches/subscriptions.test.ts": [
      "may subscribe to two hundred resources and no more",
      "cannot name more than two hundred resources",
    ],
  },
  "a response that the client does not read": {
    "test/docs/safety-limits.test.ts": [
      "match how long a response waits to be read, and how long a stopping server waits for calls",
    ],
    "test/cli/http-server.test.ts": ["loses the connection when it is slow to read, and the answer is not kept for it"],
  },
  "Heavy callers lock": {
    "test/server/fair-share.test.ts": [
      "leave everyone else a first session, and lose none of their own in use",
      "leave everyone else a first stream of notifications",
      "leave everyone else a first resource to watch",
      "hasCapacity",
    ],
  },
  "The total never exceeds": {
    "test/server/fair-share.test.ts": ["keeps the total bounded when more and more callers take their maximum"],
  },
  "A failed attempt beyond": {
    "test/cli/behind-a-proxy.test.ts": ["is delayed for a repeated wrong token at %s"],
    "test/server/access/failed-attempts.test.ts": [
      "a client that sends many invalid tokens is told to wait, and others are not",
    ],
  },
  "The same token or signature": {
    "test/server/access/failed-attempts.test.ts": [
      "an invalid token is not checked again and again, wherever it comes from",
    ],
  },
  "Others are still checked": {
    "test/server/access/failed-attempts.test.ts": [
      "a valid token is accepted from an address without attempts left, even one not seen before",
    ],
    "test/cli/behind-a-proxy.test.ts": [
      "stays possible for others at %s despite a stranger's wrong tokens",
      "is delayed for links with wrong signatures, while a valid one still works from there",
    ],
  },
  "Guessing is infeasible": {
    "test/docs/safety-limits.test.ts": ["match the length of tokens and signatures"],
  },
  "A client's address": {
    "test/server/access/client-address.test.ts": [
      "the client behind a trusted proxy",
      "is the client if no proxy is declared and no header mentions one",
      "is a client by its network: %s and %s are one network: %s",
    ],
  },
  "The address is unknown": {
    "test/server/access/client-address.test.ts": [
      "may speak for many if it is local, forwards, or the server has a public URL",
      "the client behind a trusted proxy",
    ],
    "test/server/access/failed-attempts.test.ts": [
      "behind a proxy that hides its clients, a stranger's tokens use up nobody's attempts",
    ],
  },
  "This way, one client's failed attempts": {
    "test/server/access/failed-attempts.test.ts": [
      "behind a proxy that hides its clients, a stranger's tokens use up nobody's attempts",
    ],
    "test/cli/behind-a-proxy.test.ts": ["stays possible for others at %s despite a stranger's wrong tokens"],
  },
  "A stream of notifications ends": {
    "test/server/transports/while-allowed.test.ts": [
      "ends when the token that opened it expires",
      "ends when the token is revoked, but not when that cannot be checked",
    ],
    "test/cli/callers.test.ts": ["gets no notifications on its open stream once the token is revoked"],
    "test/docs/safety-limits.test.ts": ["match how soon a stream ends after its token was revoked"],
  },
  "A caller is a token": {
    "test/cli/behind-a-proxy.test.ts": ["requests over the limit wait per caller, whatever address they come from"],
    "test/server/access/oauth.test.ts": [
      "admits its subject, as the server's own client, if it is of the issuer and for this server",
    ],
    "test/server/access/oauth-endpoint.test.ts": ["is each caller's own"],
  },
  "Only the caller that opened": {
    "test/server/access/oauth-endpoint.test.ts": [
      "is served only to the caller that opened it, with a newer token too",
      "cannot be read or ended by another caller",
      "grants nothing that a request's token does not",
    ],
  },
  "`SIGTERM` and `SIGINT`": {
    "test/cli/shutdown.test.ts": ["ends the server with %s only after a %s client has its complete answer"],
    "test/cli/http-server.test.ts": [
      "finishes the answers under way and accepts no new connection",
      "does not wait forever for what never ends",
    ],
    "test/server/drain.test.ts": [
      "opens no session and no stream, and tells clients to come back on another connection",
    ],
    "test/docs/safety-limits.test.ts": [
      "match how long a response waits to be read, and how long a stopping server waits for calls",
    ],
  },
  "A second signal": { "test/cli/shutdown.test.ts": ["a second signal ends the server immediately"] },
  "After an uncaught error": {
    "test/cli/uncaught.test.ts": [
      "stops a server over stdio after its running call was answered",
      "stops a server over HTTP after the running call of a %s client was answered",
      "a job that crashed two processes is set aside by the third",
    ],
    "test/server/uncaught.test.ts": ["after an uncaught error the process exits within two seconds, whatever hangs"],
  },

  // What a token may do
  "A platform token acts": {
    "test/cli/callers.test.ts": ["acts as the token's own user"],
    "test/platform/access/tokens-of-a-user.test.ts": [
      "a token acts in every organization of its user, with the role the user has there",
    ],
  },
  "On the embedded platform `copydesk token create`": {
    "test/platform/access/tokens-of-a-user.test.ts": [
      "a token without a narrower scope may do everything its user may",
    ],
    "test/cli/token.test.ts": ["prints only the new token, which works until it is revoked"],
  },
  "`--read-only` and `--propose-only` limit": {
    "test/cli/serve.test.ts": ["limits its tools with --read-only and --propose-only, but no token at /v1"],
  },
  "What each role may do": whoMayRunWhat,
  "`read` |": whoMayRunWhat,
  "`comment` |": whoMayRunWhat,
  "`edit` |": whoMayRunWhat,
  "`review` |": whoMayRunWhat,
  "`create` |": whoMayRunWhat,
  "`admin` |": whoMayRunWhat,
  "Requests for something the caller may not see": {
    "test/platform/access/operations.test.ts": ["$id"],
    "test/platform/access/guests.test.ts": ["finds only the granted space in lists, counts and search"],
    "test/platform/http/other-organization.test.ts": [
      "deletes nothing, and gets the same response as for a missing space",
    ],
  },

  // Files and addresses of others
  "Stored secrets are encrypted": {
    "test/platform/kernel/secrets/stored-secrets.test.ts": [
      "no secret is stored as it is, neither in rows nor in the bytes of files",
      "a value that was moved to another row, or changed, is refused",
    ],
  },
  "URLs that users give": {
    "test/platform/kernel/outbound/outbound.test.ts": [
      "is not %s",
      "follows redirects, and checks each of them",
      "rejects the machine itself, written as %s",
      "does not reveal the private address of a name",
      "rejects credentials in the URL without repeating them",
    ],
  },
  "archives |": {
    "test/platform/exchange/space-files/unpack.test.ts": [
      "a hostile archive",
      "is rejected because it leaves its folder, as .tar.gz",
      "is rejected because it contains a %s, as .tar.gz",
      "is rejected because it unpacks to too much, long before it is completely unpacked",
      "is rejected because it contains too many files",
    ],
    "test/platform/exchange/space-files/damaged-archive.test.ts": [
      "is rejected with the name of an entry that inflates to more than it declares",
      "is rejected with the name of the entry with a changed byte, deflated: %s",
    ],
  },
  "pictures in a PDF": {
    "test/platform/exchange/pdf/hostile-pictures.test.ts": [
      "a PDF has the good picture and shows the others as missing",
      "%s is missing, and does not cost as much as a large picture",
      "a picture that takes too long is missing, and the next one is drawn",
    ],
    "test/platform/kernel/request-thread.test.ts": [
      "a thread that exceeds its memory limit fails its question, and the process continues",
    ],
  },
  "OpenAPI specifications |": {
    "test/platform/content/openapi/processing.test.ts": [
      "includes the files it refers to, only from its own origin, each fetched once",
      "may have 25 MB with all of its files, and is rejected with more",
      "is read in a thread if it is large, and reports where something is wrong",
    ],
    "test/platform/kernel/request-thread.test.ts": [
      "a thread that exceeds its memory limit fails its question, and the process continues",
    ],
  },
  "Git repositories |": {
    "test/platform/exchange/git/limits.test.ts": [
      "is ended if it takes too long",
      "is ended if it writes too much",
      "is ended by the system if it allocates too much memory in many small parts",
    ],
    "test/platform/exchange/git/hostile.test.ts": ["is not followed when it redirects"],
    "test/platform/exchange/git/remote-redirects.test.ts": ["%s is not followed, neither to read nor to write"],
    "test/platform/exchange/git/credentials.test.ts": [
      "a repository that requires credentials",
      "does not run hooks that the operator's templates, settings or variables name",
    ],
  },
  "answers of models": {
    "test/docs/safety-limits.test.ts": ["match the size of a service's response"],
    "test/platform/kernel/language-model/model.test.ts": [
      "is reported because it %s",
      "takes neither key nor question to another server",
    ],
    "test/platform/kernel/outbound/service-request.test.ts": ["is ignored if it %s, at less cost than parsing it"],
    "test/platform/knowledge/translations/providers/service-call.test.ts": [
      "follows redirects only within the service, so that neither key nor text goes elsewhere",
    ],
  },
  "The user name and token": {
    "test/platform/exchange/git/hostile.test.ts": [
      "is not followed when it redirects",
      "is not followed to another address for parts of its pack, and credentials are not sent there",
      "grant access, and are not stored anywhere",
    ],
  },
  "Over `https` a [proxy](../configuration.md#git-repositories)": {
    "test/platform/exchange/git/trusted-remotes.test.ts": [
      "gets only its own user name and password, once, whatever it requires",
      "sees the user name and token of a repository over http, like everyone on the way",
    ],
  },
  "The proxy's user name and password": {
    "test/platform/exchange/git/trusted-remotes.test.ts": [
      "gets only its own user name and password, once, whatever it requires",
      "does not get its credentials sent to a repository that is contacted directly",
    ],
  },

  // When data is damaged
  "When the embedded platform reads": {
    "test/platform/kernel/database/engine/sqlite/damage.test.ts": [
      "is reported as damage that a backup repairs, and is not read again automatically",
      "a changed page title is reported as damage",
    ],
  },
  "Once it has found damage": {
    "test/platform/kernel/database/engine/sqlite/damage.test.ts": [
      "stops writing in this process, in others and after a restart; undamaged data can still be read",
    ],
  },
  "Titles of spaces, names": {
    "test/platform/kernel/database/engine/sqlite/damage.test.ts": [
      "a changed space title, name, setting or comment is not reported as damage, because these have no hash",
    ],
  },

  // What can be taken back
  "an edit in a change request": {
    "test/tools/catalog/write-pages.test.ts": [
      "creates, replaces, moves, renames, deletes and reverts, and says where each page is now",
      "deletes a page with its subpages, and restores them by a revert",
    ],
    "test/platform/content/revert-page.test.ts": ["undoes an edit of text, title, slug and place"],
  },
  "a merge |": {
    "test/tools/catalog/review-history.test.ts": [
      "undoes a change request on one page, and keeps later edits",
      "undoes every page of it, and deletes those it created",
    ],
  },
  "a deleted space": {
    "test/platform/http/deleted-spaces.test.ts": [
      "can be restored completely after 6 days, 23 hours and 59 minutes",
      "is permanently deleted after 7 days and a second",
    ],
  },
  "a revoked token": {
    "test/cli/token.test.ts": ["prints only the new token, which works until it is revoked"],
  },
};

/** Statements about the page itself, others' behavior or what to do, and why there is nothing to test. */
export const scope: Readonly<Record<string, string>> = {
  "A proxy or tunnel that adds no header": "says what a server cannot know, and what the operator sets",
  "Pages, titles, subjects": "says what the section is about: people, not the product",
  "A page can say": "an example of what people write",
  "A fence helps a model": "says what models do; whether one obeys differs from model to model",
  "It guarantees nothing": "says what models do; no promise of the product",
  "Rule: let an agent": "advice to whoever runs or sets up an agent",
  "[Which calls ask]": "a link, which the test of links follows",
  "Rules:": "introduces the list",
  "Do not copy it": "advice to whoever runs or sets up an agent",
  "Put the token of another": "advice; who sees a command line is up to the operating system",
  "On another address put": "advice about what stands in front of the product",
  "It must not buffer": "advice about what stands in front of the product",
  "Configure your process manager": "advice about what runs the product",
  "For where a role comes from": "a link, which the test of links follows",
  "Another service has its own": "says that the product decides nothing there, and advises",
  "[Back up and restore]": "a link, which the test of links follows",
};

import { randomBytes } from "node:crypto";
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, it } from "vitest";
import { putOauthRecord } from "../../../../src/platform/access/oauth-records-rows.ts";
import { createSession } from "../../../../src/platform/access/sessions-rows.ts";
import { createLink } from "../../../../src/platform/access/sign-in-links-rows.ts";
import { createRequest, takeRequest } from "../../../../src/platform/identity/sign-in/requests-rows.ts";
import { type Database, openDatabase } from "../../../../src/platform/kernel/database/database.ts";
import { getEngineWords } from "../../../../src/platform/kernel/database/engine/engine.ts";
import { openColumn, sealedColumns, secretSettings } from "../../../../src/platform/kernel/secrets/sealed-columns.ts";
import { SecretKeys } from "../../../../src/platform/kernel/secrets/secret-keys.ts";
import { countUnsealed, rotateSecretKeys } from "../../../../src/platform/kernel/secrets/secrets-rows.ts";
import { secretSettingOr } from "../../../../src/platform/kernel/settings-rows.ts";
import { type Service, startService } from "../../../pins/service.ts";
import { makeSpace, text } from "../../http/content.ts";
import { SiteMaker } from "../../publishing/sites/site-maker.ts";

const keysOf = (...texts: string[]) => SecretKeys.parse(texts, "--secret-key");

const [first, second, third] = [1, 2, 3].map(() => randomBytes(32).toString("base64")) as [string, string, string];

const folders: string[] = [];

function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-secrets-"));
  folders.push(folder);
  return folder;
}

afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
});

const open = (folder: string, keys?: SecretKeys) =>
  startService(folder, keys === undefined ? {} : { secretKeys: keys });

const send = async (service: Service, line: string, body: object, headers: Record<string, string> = {}) => {
  const answer = await service.send(line, { body: JSON.stringify(body), headers });
  expect(answer.status, `${line}: ${answer.text}`).toBeLessThan(300);
  return answer;
};

/** Uses every feature that stores a secret, and returns the secrets by what they are. */
async function storeSecrets(service: Service): Promise<Record<string, string>> {
  const { organization, platform, user } = service;
  const { database } = platform;
  const now = platform.now();
  const form = (name: string) => ({ properties: { key: { type: "string", title: "Key", default: name } } });
  const integration = {
    ...{ title: "Chat", description: "Posts.", script: "", organization, scopes: ["space:content:read"] },
    endpoint: "http://127.0.0.1:9/",
    secrets: { CLIENT: "planted-integration-secret" },
    configurations: { account: form("planted-default-of-account"), space: form("planted-default-of-space") },
  };
  await send(service, "POST /v1/integrations/chat", integration);
  const installed = await send(service, "POST /v1/integrations/chat/installations", { organization });
  const installation = `/v1/integrations/chat/installations/${text(installed, "id")}`;
  await send(service, `PATCH ${installation}`, { configuration: { key: "planted-configuration" } });
  await send(service, `PATCH ${installation}`, { configuration: { key: "planted-next-configuration" } });
  await send(service, `POST ${installation}/spaces`, { space: await makeSpace(service) });
  const site = await SiteMaker.make(service, { title: "Room", visibility: "share-link" });
  await site.addVariant("Manual");
  await site.done("POST publish");
  const link = await site.done("POST share-links", { name: "Reviewers" });
  await send(service, `PATCH /v1/orgs/${organization}`, { inviteLinks: true });
  const links = `POST /v1/orgs/${organization}/link-invites`;
  const invite = await send(service, links, { role: "read" }, { "idempotency-key": "planted-idempotency-key" });
  const space = await makeSpace(service);
  await service.send(`POST /v1/spaces/${space}/git/import`, {
    body: JSON.stringify({
      ...{ url: "https://ada:planted-git-password@127.0.0.1/docs.git", ref: "refs/heads/main", standalone: true },
    }),
  });
  await service.send(`POST /v1/org/${organization}/imports`, {
    body: JSON.stringify({
      source: { type: "website", url: "https://ada:planted-import-password@127.0.0.1/docs.git" },
      target: { space },
    }),
  });
  const url = "https://ada:planted-url-password@127.0.0.1/";
  for (const [line, body] of [
    [`POST /v1/orgs/${organization}/openapi`, { slug: "api", source: { url } }],
    ["POST /v1/integrations/chat", { ...integration, endpoint: url }],
    ["PUT /v1/integrations/chat/dev", { tunnelUrl: url }],
  ] as const) {
    const refused = await service.send(line, { body: JSON.stringify(body) });
    expect([refused.status, refused.text]).toEqual([400, expect.stringMatching(/must not contain a user name/)]);
    expect(refused.text).not.toContain("planted-url-password");
  }
  const invited = await send(service, `POST /v1/orgs/${organization}/invites`, {
    emails: ["grace@masts.example"],
    role: "read",
  });
  const expiresAt = "2026-01-03T00:00:00.000Z";
  const made = await database.write(async (queries) => {
    const request = { provider: "oidc", browser: "planted-browser", returnTo: undefined };
    await createRequest(queries, { ...request, nonce: "planted-nonce", verifier: "planted-verifier" }, now);
    await putOauthRecord(queries, {
      ...{ kind: "Interaction", id: "planted-record-id", agent: undefined, uid: undefined, expiresAt },
      payload: JSON.stringify({ state: "planted-payload" }),
    });
    const session = await createSession(queries, { user, signInMethod: "link", userAgent: undefined, now });
    const signIn = await createLink(queries, { user, purpose: "operator" }, now);
    const settings: string[] = [];
    for (const name of secretSettings) {
      settings.push(await secretSettingOr(queries, name, () => `planted-${name}`));
    }
    const row = await queries.selectFrom("integration").selectAll().executeTakeFirstOrThrow();
    return {
      session: session.secret,
      signIn: signIn.secret,
      settings,
      signing: openColumn(queries, "integration.signing_secret", row),
    };
  });
  await platform.jobsSettled();
  const shareKey = /sites\/[^/]+\/([^/]+)\/$/.exec(text(link, "urls.published"))?.[1] ?? "";
  const invitation = (text(invited, "invitations.0.url").match(/[\w-]{43}/) ?? [""])[0];
  return {
    "integration secret": "planted-integration-secret",
    "signing secret": made.signing,
    configuration: "planted-configuration",
    "next configuration": "planted-next-configuration",
    "visitors' key": text(await site.send("GET publishing/auth"), "privateKey"),
    "share link": shareKey,
    "invite link": text(invite, "id"),
    "Idempotency-Key": "planted-idempotency-key",
    "Git password": "planted-git-password",
    "import password": "planted-import-password",
    "URL password": "planted-url-password",
    invitation,
    nonce: "planted-nonce",
    verifier: "planted-verifier",
    browser: "planted-browser",
    "authorization record": "planted-payload",
    "authorization record id": "planted-record-id",
    session: made.session,
    "sign-in link": made.signIn,
    token: service.token,
    ...Object.fromEntries(made.settings.map((value, index) => [`setting ${secretSettings[index]}`, value])),
  };
}

/** The share key that the address of the shared site resolves to. */
async function shareKeyIn(service: Service, secrets: Readonly<Record<string, string>>): Promise<string> {
  const url = `https://docs.example.com/sites/room/${secrets["share link"]}/`;
  return text(await send(service, "POST /v1/urls/published", { url }), "shareKey");
}

/** Everything that a database stores, in rows and, if it has files in the data folder, in their bytes. */
async function stored(database: Database, folder: string): Promise<string> {
  const rows: string[] = [];
  await database.read(async (queries) => {
    const { catalogue } = getEngineWords(queries);
    for (const table of await catalogue.tables(queries)) {
      for await (const batch of catalogue.batches(queries, table, 1000)) {
        rows.push(...batch.map((row) => `${table.name} ${JSON.stringify(row)}`));
      }
    }
  });
  return [...rows, bytesIn(folder)].join("\n");
}

/** The token file is for the owner of the folder, and holds what it is named after. */
function bytesIn(folder: string): string {
  return readdirSync(folder, { recursive: true })
    .map(String)
    .filter((name) => name !== "token" && statSync(join(folder, name)).isFile())
    .map((name) => readFileSync(join(folder, name), "latin1"))
    .join("\n");
}

const foundIn = (all: string, secrets: Readonly<Record<string, string>>) =>
  Object.entries(secrets)
    .filter(([, secret]) => secret === "" || all.includes(secret))
    .map(([name]) => name);

describe("with a secret key", () => {
  it("no secret is stored as it is, neither in rows nor in the bytes of files", async () => {
    const folder = temporaryFolder();
    const service = await open(folder, keysOf(first));
    const secrets = await storeSecrets(service);
    expect(Object.keys(secrets)).toHaveLength(24);
    const all = await stored(service.platform.database, folder);
    expect(foundIn(all, secrets)).toEqual([]);
    expect(await service.platform.database.read(countUnsealed)).toBe(0);
    await service.platform.close();
    expect(foundIn(bytesIn(folder), secrets)).toEqual([]);
  }, 120_000);

  it("everything works as without one, also after a restart", async () => {
    const folder = temporaryFolder();
    const before = await open(folder, keysOf(first));
    const secrets = await storeSecrets(before);
    await before.platform.close();
    const service = await open(folder, keysOf(first));
    const { organization } = service;
    const invites = await service.send(`GET /v1/orgs/${organization}/link-invites`);
    expect(invites.text).toContain(secrets["invite link"]);
    const installations = await service.send("GET /v1/integrations/chat/installations");
    expect(installations.text).toContain("planted-next-configuration");
    const events = await service.send("GET /v1/integrations/chat/events?status=waiting");
    expect(events.text).toContain('"previous":{"status":"active","configuration":{"key":"planted-configuration"}}');
    const site = (await service.send(`GET /v1/orgs/${organization}/sites`)).json as { items: { id: string }[] };
    const links = `/v1/orgs/${organization}/sites/${site.items[0]?.id}/share-links`;
    expect((await service.send(`GET ${links}`)).text).toContain(secrets["share link"]);
    expect((await service.send(`GET ${links}?search=${secrets["share link"]}`)).text).toContain("Reviewers");
    expect((await service.send(`GET ${links}?search=another`)).text).not.toContain("Reviewers");
    expect(await shareKeyIn(service, secrets)).toBe(secrets["share link"]);
    const again = await service.send(`POST /v1/orgs/${organization}/link-invites`, {
      body: JSON.stringify({ role: "read" }),
      headers: { "idempotency-key": "planted-idempotency-key" },
    });
    expect(text(again, "id")).toBe(secrets["invite link"]);
    const joined = await service.send(`POST /v1/orgs/${organization}/invites/${secrets["invite link"]}`, {
      body: "{}",
    });
    expect(joined.status).toBe(200);
    await service.close();
  });

  it("an encrypted share link does not open its site", async () => {
    const service = await open(temporaryFolder(), keysOf(first));
    await storeSecrets(service);
    const { rows } = await service.platform.database.read((queries) =>
      sql<{ key: string }>`select key from site_share_link`.execute(queries),
    );
    const stored = rows[0]?.key ?? "";
    expect(stored).toMatch(/^sealed:/);
    const url = `https://docs.example.com/sites/room/${stored}/`;
    const answer = await service.send("POST /v1/urls/published", { body: JSON.stringify({ url }) });
    expect(answer.status).toBe(404);
    await service.close();
  });

  it("a value that was moved to another row, or changed, is refused", async () => {
    const folder = temporaryFolder();
    const service = await open(folder, keysOf(first));
    const { database } = service.platform;
    const path = `/v1/orgs/${service.organization}/sites`;
    const [one, other] = [
      await SiteMaker.make(service, { title: "One" }),
      await SiteMaker.make(service, { title: "Two" }),
    ];
    const keyOf = (site: SiteMaker) => service.send(`GET ${path}/${site.id}/publishing/auth`);
    expect((await keyOf(one)).status).toBe(200);
    await database.write((queries) =>
      sql`update site set auth_key = (select auth_key from site where id = ${one.id}) where id = ${other.id}`.execute(
        queries,
      ),
    );
    expect((await keyOf(one)).status).toBe(200);
    const moved = await keyOf(other);
    expect([moved.status, moved.text.includes("sealed:")]).toEqual([500, false]);
    await database.write((queries) =>
      sql`update site set auth_key = ${"sealed:"} || substr(auth_key, 8, 40) where id = ${one.id}`.execute(queries),
    );
    expect((await keyOf(one)).status).toBe(500);
    expect(service.log.join("\n")).toContain("site.auth_key was changed outside of Copydesk");
    await service.close();
  });
});

describe("the first start with a secret key", () => {
  it("encrypts what is there, and leaves nothing of it in the files", async () => {
    const folder = temporaryFolder();
    const plain = await open(folder);
    const secrets = await storeSecrets(plain);
    const hashed = [
      "Idempotency-Key",
      "invitation",
      "browser",
      "authorization record id",
      "session",
      "sign-in link",
      "token",
    ];
    const never = [...hashed, "Git password", "import password", "URL password"];
    const found = foundIn(await stored(plain.platform.database, folder), secrets);
    expect(found.toSorted()).toEqual(
      Object.keys(secrets)
        .filter((name) => !never.includes(name))
        .toSorted(),
    );
    await plain.platform.close();

    const service = await open(folder, keysOf(first));
    expect(foundIn(await stored(service.platform.database, folder), secrets)).toEqual([]);
    const links = await service.send(`GET /v1/orgs/${service.organization}/link-invites`);
    expect(links.text).toContain(secrets["invite link"]);
    await service.platform.close();
    expect(foundIn(bytesIn(folder), secrets)).toEqual([]);
  });

  it("finds share links of a build that stored no hash of them", async () => {
    const folder = temporaryFolder();
    const plain = await open(folder);
    const secrets = await storeSecrets(plain);
    await plain.platform.database.write((queries) => sql`update site_share_link set key_hash = null`.execute(queries));
    expect(await shareKeyIn(plain, secrets)).toBe(secrets["share link"]);
    await plain.platform.close();
    const service = await open(folder, keysOf(first));
    expect(await shareKeyIn(service, secrets)).toBe(secrets["share link"]);
    await service.close();
  });

  it("continues where an interrupted one stopped", async () => {
    const folder = temporaryFolder();
    const plain = await open(folder);
    await storeSecrets(plain);
    const { database } = plain.platform;
    const keys = keysOf(first);
    // What the first start does first: nothing is encrypted yet.
    await database.write((queries) =>
      queries.insertInto("setting").values({ name: "secret-keys", value: keys.current.id }).execute(),
    );
    expect(await database.read(countUnsealed)).toBeGreaterThan(10);
    await plain.platform.close();
    const service = await open(folder, keysOf(first));
    expect(await service.platform.database.read(countUnsealed)).toBe(0);
    await service.close();
  });
});

describe("a database with encrypted secrets", () => {
  async function encrypted() {
    const folder = temporaryFolder();
    const service = await open(folder, keysOf(first));
    const secrets = await storeSecrets(service);
    await service.platform.close();
    return { folder, secrets };
  }

  it("is not opened without a key", async () => {
    const { folder } = await encrypted();
    await expect(open(folder)).rejects.toThrow(
      `The secrets in this database are encrypted with the secret key ${keysOf(first).current.id}, and no key was given. Give it with --secret-key, --secret-key-file or --secret-key-command.`,
    );
  });

  it("is not opened with another key, which it says at once", async () => {
    const { folder } = await encrypted();
    await expect(open(folder, keysOf(second))).rejects.toThrow(
      `The secrets in this database are encrypted with the secret key ${keysOf(first).current.id}, and the keys given are ${keysOf(second).current.id}. Give the missing key as well, after the one to encrypt with.`,
    );
    const service = await open(folder, keysOf(first));
    await service.close();
  });

  it("is read by a process with a new key and the old one, beside a process with the old one and the new", async () => {
    const { folder, secrets } = await encrypted();
    const old = await open(folder, keysOf(first, second));
    const next = await open(folder, keysOf(second, first));
    const invite = async (service: Service) => {
      const line = `POST /v1/orgs/${service.organization}/link-invites`;
      return text(await send(service, line, { role: "read" }), "id");
    };
    const made = [await invite(old), await invite(next), secrets["invite link"] ?? ""];
    for (const service of [old, next]) {
      const listed = await service.send(`GET /v1/orgs/${service.organization}/link-invites`);
      for (const id of made) expect(listed.text).toContain(id);
    }
    await old.platform.close();
    await next.platform.close();
  });

  it("needs only the new key once everything is encrypted with it, also while it is used and written", async () => {
    const { folder, secrets } = await encrypted();
    const used = await open(folder, keysOf(second, first));
    const { organization } = used;
    const writes = Array.from({ length: 20 }, () =>
      send(used, `POST /v1/orgs/${organization}/link-invites`, { role: "read" }),
    );
    const database = await openDatabase(folder);
    const keys = keysOf(second, first);
    expect(await rotateSecretKeys(database, keys)).toBeGreaterThan(10);
    const invites = (await Promise.all(writes)).map((answer) => text(answer, "id"));
    expect(await rotateSecretKeys(database, keys)).toBe(0);
    await database.close();
    await used.platform.close();
    const service = await open(folder, keysOf(second));
    const listed = await service.send(`GET /v1/orgs/${organization}/link-invites?limit=100`);
    for (const id of [...invites, secrets["invite link"]]) expect(listed.text).toContain(id);
    await expect(open(folder, keysOf(third))).rejects.toThrow("the keys given are");
    await expect(open(folder, keysOf(first))).rejects.toThrow("the keys given are");
    await service.close();
  });

  it("says which key is missing if a process without it finds what another encrypted meanwhile", async () => {
    const folder = temporaryFolder();
    const plain = await open(folder);
    const invite = () => send(plain, `POST /v1/orgs/${plain.organization}/link-invites`, { role: "read" });
    await send(plain, `PATCH /v1/orgs/${plain.organization}`, { inviteLinks: true });
    await invite();
    const other = await open(folder, keysOf(first));
    const listed = await plain.send(`GET /v1/orgs/${plain.organization}/link-invites`);
    expect([listed.status, listed.text.includes("sealed")]).toEqual([500, false]);
    expect(plain.log.join("\n")).toContain(
      `invite_link.id is encrypted with the secret key ${keysOf(first).current.id}, which this process does not have. Start it with --secret-key`,
    );
    expect((await other.send(`GET /v1/orgs/${plain.organization}/link-invites`)).status).toBe(200);
    await plain.platform.close();
    await other.close();
  });

  it("keeps a sign-in under way", async () => {
    const { folder } = await encrypted();
    const service = await open(folder, keysOf(first));
    const now = service.platform.now();
    const request = { provider: "oidc", browser: "b", nonce: "n", verifier: "v", returnTo: undefined };
    const taken = await service.platform.database.write(async (queries) => {
      const id = await createRequest(queries, request, now);
      return takeRequest(queries, { id, provider: "oidc", browser: "b" }, now);
    });
    expect([taken?.nonce, taken?.verifier]).toEqual(["n", "v"]);
    await service.close();
  });
});

it("every column is known to be sealed (*), a hash (#), or no secret", async () => {
  const folder = temporaryFolder();
  const service = await open(folder);
  const tables = await service.platform.database.read(async (queries) =>
    getEngineWords(queries).catalogue.tables(queries),
  );
  await service.close();
  const known = new Map(
    columns
      .trim()
      .split("\n")
      .map((line) => {
        const [table = "", names = ""] = line.split(": ");
        return [table, names.replaceAll(/[*#]/g, "").split(" ").toSorted()] as const;
      }),
  );
  expect(Object.fromEntries(tables.map(({ name, columns: of }) => [name, of.toSorted()]))).toEqual(
    Object.fromEntries(known),
  );
  const marked = columns
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [table, names = ""] = line.split(": ");
      return [...names.matchAll(/(\w+)\*/g)].map(([, name]) => `${table}.${name}`);
    });
  expect(marked.toSorted()).toEqual(Object.keys(sealedColumns).toSorted());
});

/**
 * A new column goes here. If its value admits somebody, signs something or is a credential, and is only compared, store
 * its hash; if it must be read again, add it to `sealedColumns` and to `storeSecrets` above.
 */
const columns = `
act: id at user program agent tool operation organization space change_request
agent: id user client name scope created_at last_used_at last_tool
agent_instructions: organization instructions updated_at updated_by
blob: address data
change_request: id space number status subject description revision revision_initial revision_merged_ancestor revision_merged issues_cluster created_by created_at updated_at merged_by merged_at
collection: id organization parent position title description default_level level created_at updated_at
comment: id place number page node cell_record cell_definition lost_revision review author posted_at edited_at status resolved_at resolved_by body
comment_place: place revision last_number
comment_reaction: post emoji user reacted_at
comment_reply: id comment number author posted_at edited_at body
comment_tally: place page open resolved
commenter: place user posts
computed_page: place page space spec job
content_installation: installation kind content status configuration* external_ids created_at updated_at
contributor: change_request user count updated_at
conversation: organization id subject source metadata parts version pending analysis model_attempts impact processed_at created_at ingested_at ingested_by
conversation_issue: id organization conversation position title details impact source terms cluster created_at ingested_at
email_invite: id hash# organization email role sso proven delivery failure created_by created_at expires_at
git_blob: oid content reading used_at
git_sync: space url ref directory provider tree_url files_url root commit exported summary caused_at updated_at planned
glossary_entry: id organization translations created_at updated_at
glossary_term: entry organization language sort_key
identity: issuer subject user confirmed created_at
import_run: id organization space change_request page source job created_by created_at
installation: id integration organization status space_selection site_selection configuration* external_ids created_by created_at updated_at scopes
integration: name id organization version title description summary visibility target runtime scopes categories blocks block_domains content_sources configurations external_links content_security_policy script endpoint events secrets* signing_secret* tunnel_url tunnel_all previews created_at updated_at
integration_event: id integration installation organization type payload* status attempts logs* created_at due_at settled_at
integration_picture: integration place content_type bytes
invite_link: hash# id* organization role level space collection created_by created_at
issue_cluster: id organization label summary icon described_by described_issues muted impact sources issues conversations merged_into created_at updated_at former_labels
issue_grouping: organization changed_issues
job: id kind lane ordered_at input state due_at attempts_left lease_owner lease_until cancel_requested done total message result error origin created_by created_at started_at ended_at updated_at failures crashes deaths furthest member_of
link_index: space root total broken
link_portion: space root after
member: organization user role joined_at last_seen_at disabled sso
node: address data
oauth_record: kind hash# payload* agent uid expires_at consumed_at
openapi_file: version position path format text content
openapi_given: spec text
openapi_spec: id organization slug source_url visibility public_key version job processed_at error_code errors error_count etag last_modified created_by created_at updated_at
openapi_version: id spec number digest title changes created_at
organization: id title default_role created_at merge_rules settings
page_feedback: id site site_space space page rating comment url created_at
page_link: space page position target relation status href anchor by_source by_path
question_allowance: user whole_at
repeatable_request: user name# request# answer* created_at
requested_reviewer: change_request user requested_by revision created_at
review: agent id change_request reviewer requested_by revision status outdated comment created_at updated_at
revision: id space root parents type merged_from created_at created_by git source_revision
saml_provider: id organization label entity_id certificate sso_url default_team default_role created_at
search_word: word length backward
section: id space page position anchor title page_title body page_path
section_space: number space
section_space_part: number space
serving_process: id url seen_at
session: id hash# user made_by user_agent created_at last_used_at expires_at
setting: name value*
sign_in_link: hash# user purpose return_to created_at expires_at
sign_in_request: id provider browser# nonce* verifier* return_to answer created_at expires_at
site: id organization type title basename hostname proxy visibility published adaptive_content agents_context default_section default_site_space customization adaptive_schema adaptive_schema_at auth_backend auth_fallback_url auth_logout_url auth_key* version created_at updated_at
site_redirect: id site source source_key draft capture_wildcard permanent destination created_at updated_at
site_section: id site section_group title localized_title description localized_description path icon condition draft default_site_space position
site_section_group: id site section_group title icon position
site_share_link: id site key* name active created_at key_hash#
site_space: id site section space path title condition page draft hidden customization position
space: id organization parent title emoji visibility edit_mode default_level language merge_rules revision last_number created_at updated_at deleted_at position level
spending: what day amount
team: id organization title created_at
team_grant: space team role granted_at
team_member: team user role joined_at
token: id hash# user name created_at expires_at revoked_at scope last_used_at
translation: id organization source_space source_language language instructions target_space change_request revision source_root base_root taken_source_root taken_base_root terms run_root run_started_at job runs total_words total_duration latest_words latest_duration created_by created_at updated_at
translation_memory: translation key text created_at maker
translation_page: translation page run
translation_share: translation run maker segments characters
translation_task: translation position key segment terms page title problem
upload: key user name data expires_at
used_confirmation: nonce expires_at
user: id display_name email created_at disabled
user_grant: space user role granted_at
`;

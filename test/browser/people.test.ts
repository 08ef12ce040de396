import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { Client as McpClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { type SamlpPerson, type SamlpProvider, startSamlpProvider } from "../accounts/samlp-provider.ts";
import { freePort } from "../cli/free-port.ts";
import { copydesk, type Served, serve, temporaryFolder } from "../cli/program.ts";
import { textOf } from "../server/clients.ts";
import { handbook, writeFiles } from "../stories/handbook.ts";
import { runningBrowser } from "./browser.ts";

const browser = runningBrowser();
const folder = temporaryFolder();
const data = join(folder, "data");
const space = "Tern handbook";

let address = "";
let server: Served;
let identityProvider: SamlpProvider;
let acsURL = "";
/** Where the agent waits for the browser. */
let redirect = "";
const agentsDoor = createServer((_request, response) => response.end("You may close this window."));
let admin: Client;
const windows: BrowserContext[] = [];

beforeAll(async () => {
  await writeFiles(join(folder, "docs"), handbook);
  await copydesk(["import", join(folder, "docs"), "--data", data]);
  await new Promise<void>((resolve) => agentsDoor.listen(0, "127.0.0.1", resolve));
  redirect = `http://127.0.0.1:${(agentsDoor.address() as AddressInfo).port}/callback`;
  const port = await freePort();
  address = `http://127.0.0.1:${port}`;
  server = await serve(["--data", data, "--confirm", "never", "--port", String(port), "--public-url", address]);
  identityProvider = await startSamlpProvider(() => acsURL);
  admin = clientOf((await copydesk(["token", "create", "--name", "admin", "--data", data])).stdout.trim());
});
afterAll(async () => {
  for (const window of windows) await window.close();
  await identityProvider.close();
  agentsDoor.closeAllConnections();
  agentsDoor.close();
  await server.stop();
});

const clientOf = (token: string) => createClient({ baseUrl: address, token });

async function openWindow(): Promise<Page> {
  const window = await browser().newContext();
  windows.push(window);
  return window.newPage();
}

async function signInBySaml(person: SamlpPerson): Promise<Page> {
  identityProvider.person = person;
  const page = await openWindow();
  await page.goto(`${address}/app/sign-in`);
  await page.click("text=Sign in with Mast works");
  await page.waitForURL(`${address}/app/account`);
  return page;
}

/** Makes a token in the account page, which shows it once. */
async function makeToken(page: Page, scope: string): Promise<Client> {
  await page.goto(`${address}/app/account`);
  await page.fill("#token-name", "Scripts");
  await page.selectOption("#token-scope", scope);
  await page.click("text=Create a token");
  const token = await page.inputValue("#token");
  await page.click("text=Back to your account");
  expect(await page.content()).not.toContain(token);
  return clientOf(token);
}

/** What a host does with only the address of the server; the page is for the person. */
async function connectAgent(page: Page, scope: string): Promise<McpClient> {
  const kept: { client?: unknown; tokens?: unknown; verifier?: string; state?: unknown; authorize?: URL } = {};
  const authProvider = {
    redirectUrl: redirect,
    clientMetadata: { client_name: "Robot", redirect_uris: [redirect], token_endpoint_auth_method: "none" },
    clientInformation: () => kept.client,
    saveClientInformation: (client: unknown) => {
      kept.client = client;
    },
    tokens: () => kept.tokens,
    saveTokens: (tokens: unknown) => {
      kept.tokens = tokens;
    },
    redirectToAuthorization: (url: URL) => {
      kept.authorize = url;
    },
    saveCodeVerifier: (verifier: string) => {
      kept.verifier = verifier;
    },
    codeVerifier: () => kept.verifier ?? "",
    saveDiscoveryState: (state: unknown) => {
      kept.state = state;
    },
    discoveryState: () => kept.state,
  };
  const connect = async () => {
    const client = new McpClient(
      { name: "Robot", version: "1.0.0" },
      { versionNegotiation: { mode: { pin: "2026-07-28" } } },
    );
    const transport = new StreamableHTTPClientTransport(new URL(`${address}/mcp`), {
      authProvider: authProvider as never,
    });
    return { client, transport };
  };
  const first = await connect();
  await expect(first.client.connect(first.transport)).rejects.toThrow();
  await page.goto(kept.authorize?.href ?? "");
  await page.check(`input[value=${scope}]`);
  await page.click("button:text-is('Connect')");
  await page.waitForURL((url) => url.href.startsWith(redirect));
  const back = new URL(page.url());
  await first.transport.finishAuth(back.searchParams);
  const second = await connect();
  await second.client.connect(second.transport);
  return second.client;
}

async function call(agent: McpClient, name: string, input: Record<string, unknown> = {}) {
  const answer = await agent.callTool({ name, arguments: input });
  return { text: textOf(answer), failed: answer.isError === true };
}

it("three people and an agent work in a browser, over the API and over MCP", async () => {
  const organizationId = (await admin.organizations.list({})).items[0]?.id ?? "";
  const spaceId = (await admin.spaces.list({ organizationId })).items[0]?.id ?? "";

  // Invite: Ana accepts a link in her browser.
  await admin.organizations.update({ organizationId, inviteLinks: true, emailDomains: ["tern.example"] });
  const { id: invite } = await admin.invites.create({ organizationId, role: "edit" });
  const ana = await openWindow();
  await ana.goto(`${address}/app/invite/${invite}`);
  await ana.fill("#name", "Ana Lima");
  await ana.click("button:text-is('Join')");
  await ana.waitForURL(`${address}/app/account`);
  expect(await ana.textContent("main")).toContain("Ana Lima");

  // Sign in by SAML: Bo and Cleo are new, and become members with the provider's role.
  const provider = await admin.samlProviders.create({
    organizationId,
    label: "Mast works",
    entityID: identityProvider.entityID,
    ssoURL: identityProvider.ssoURL,
    certificate: identityProvider.certificate,
    defaultRole: "read",
  });
  acsURL = provider.service?.acsURL ?? "";
  const bo = await signInBySaml({ id: "u-2", email: "bo@tern.example", givenName: "Bo", familyName: "Ek" });
  const cleo = await signInBySaml({ id: "u-3", email: "cleo@tern.example", givenName: "Cleo", familyName: "Sand" });
  const members = (await admin.members.list({ organizationId })).items;
  const idOf = (name: string) => members.find(({ user }) => user.displayName === name)?.id ?? "";
  expect(members.map(({ user, role }) => [user.displayName, role])).toEqual(
    expect.arrayContaining([
      ["Ana Lima", "edit"],
      ["Bo Ek", "read"],
      ["Cleo Sand", "read"],
    ]),
  );

  // Group and grant: Bo's team may review in the space. Forbid: Cleo does not see it any more.
  const { id: teamId } = await admin.teams.create({ organizationId, title: "Editors" });
  await admin.teams.updateMembers({ organizationId, teamId, add: ["bo@tern.example"] });
  await admin.spacePermissions.grant({ spaceId, teams: [teamId], role: "review" });
  await admin.spacePermissions.grant({ spaceId, users: [idOf("Cleo Sand")], role: null });
  const [boClient, cleoClient] = [await makeToken(bo, "merge"), await makeToken(cleo, "admin")];
  await expect(cleoClient.spaces.get({ spaceId })).rejects.toMatchObject({ status: 404 });
  await admin.spaces.update({
    spaceId,
    mergeRules: { type: "rules", rules: [{ rule: "require_at_least_one_approved_review" }] },
  });

  // Propose: Ana's agent signs in through her browser, and does what she agreed to.
  const agent = await connectAgent(ana, "propose");
  const opened = await call(agent, "open_change_request", { space, subject: "Add a note" });
  const change_request = /#(\d+)/.exec(opened.text)?.[1] ?? "";
  const named = { space, change_request };
  await call(agent, "write_pages", { ...named, pages: [{ action: "create", title: "Note" }] });
  const asked = await call(agent, "post_comment", { ...named, text: "@Bo, please look at this." });
  expect([asked.failed, asked.text]).toEqual([false, expect.stringContaining("In ")]);
  const names = { spaceId, changeRequestId: change_request };
  const [comment] = (await boClient.changeRequestComments.list(names)).items;
  expect(comment?.body.markdown).toBe(`[@Bo Ek](/users/${idOf("Bo Ek")}), please look at this.`);
  // Beyond her consent, the host is sent back to her.
  await expect(call(agent, "post_comment", { ...named, verdict: "approved" })).rejects.toThrow("Unauthorized");
  await expect(call(agent, "merge_change_request", named)).rejects.toThrow("Unauthorized");
  const reach = await call(agent, "show_organization", { about: "members", name: "me" });
  expect(reach.text).toContain("edit, by the role in the organization");

  // Approve and merge: a later edit ends the approval, and Bo is asked again.
  await boClient.reviews.submit({ ...names, status: "approved" });
  await call(agent, "write_pages", { ...named, pages: [{ action: "create", title: "Second note" }] });
  await expect(boClient.changeRequests.merge(names)).rejects.toMatchObject({
    status: 409,
    message: expect.stringContaining("approved it before it was last edited"),
  });
  await boClient.reviews.submit({ ...names, status: "approved" });
  expect((await boClient.changeRequests.merge(names)).result).toBe("merge");

  // Remove: Ana's browser and agent end at once, and so does a token that Bo revokes in his.
  await ana.goto(`${address}/app/account`);
  expect(await ana.textContent("main")).toContain("Robot");
  await admin.members.remove({ organizationId, userId: idOf("Ana Lima") });
  await expect(agent.callTool({ name: "list_spaces", arguments: {} })).rejects.toThrow();
  await agent.close();
  await bo.reload();
  await bo.click("button[aria-label='Revoke Scripts']");
  await expect(boClient.users.getAuthenticated({})).rejects.toMatchObject({ status: 401 });
});

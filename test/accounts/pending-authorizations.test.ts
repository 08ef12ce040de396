import { describe, expect, it } from "vitest";
import { putOauthRecord } from "../../src/platform/access/oauth-records-rows.ts";
import { openAccounts, type WorkspaceSettings } from "./accounts-workspace.ts";
import type { Browser } from "./browser.ts";
import { decide, OAuthAgent, openConsent } from "./oauth-agent.ts";

const base = "https://docs.example.com";

/** Browsers that begin to connect a registered agent, each from an address. */
async function connecting(settings: WorkspaceSettings = {}) {
  let time = Date.parse("2026-01-02T03:04:05.000Z");
  const accounts = await openAccounts({
    publicUrl: base,
    now: () => new Date(time),
    clientAddress: (request) => request.headers.get("test-address") ?? undefined,
    ...settings,
  });
  const agent = new OAuthAgent((path, init) => accounts.sendByProgram(path, init), base);
  await agent.register();
  const { database } = accounts.platform;
  return {
    accounts,
    agent,
    begin: (headers: Record<string, string>, parameters: Record<string, string> = {}) =>
      accounts.sendByProgram(agent.authorizePath(parameters), { headers }),
    later: (seconds: number) => {
      time += seconds * 1000;
    },
    /** Stores authorizations that browsers at an address began. */
    store: (address: string, count: number, began: number) =>
      database.write(async (queries) => {
        for (let made = 0; made < count; made += 1) {
          const expiresAt = new Date(time - (began - made / 1000) * 1000 + 15 * 60_000).toISOString();
          const id = `${address} ${made}`;
          await putOauthRecord(queries, {
            ...{ kind: "Interaction", id, payload: "{}", agent: undefined, uid: address, expiresAt },
          });
        }
      }),
    stored: () =>
      database.read(async (queries) => {
        const rows = await queries
          .selectFrom("oauth_record")
          .select("uid")
          .where("kind", "in", ["Interaction", "Session"])
          .execute();
        return rows.length;
      }),
  };
}

/** Whether the browser still sees the page on which a person decides. */
async function isOpen(browser: Browser, page: string): Promise<boolean> {
  return (await browser.open(page)).status === 200;
}

describe("authorizations that nobody has decided about", () => {
  it("are limited to 30 a minute for one address, and not for the next", async () => {
    const { begin, stored } = await connecting();
    const statuses: number[] = [];
    let last = new Response();
    for (let count = 0; count < 40; count += 1) {
      last = await begin({ "test-address": "192.0.2.1" });
      statuses.push(last.status);
    }
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 303), ...Array.from({ length: 10 }, () => 429)]);
    expect(last.headers.get("retry-after")).toMatch(/^\d+$/);
    expect(await last.text()).toContain("Too many attempts");
    expect(await stored()).toBe(30);
    expect((await begin({ "test-address": "192.0.2.2" })).status).toBe(303);
  });

  it("are limited by the address that an undeclared proxy reports, so one browser stops no other", async () => {
    const { begin } = await connecting({ clientAddress: () => undefined });
    const statuses: number[] = [];
    for (let count = 0; count < 40; count += 1) {
      statuses.push((await begin({ "X-Forwarded-For": "203.0.113.7, 192.0.2.1" })).status);
    }
    expect(statuses.filter((status) => status === 303)).toHaveLength(30);
    expect((await begin({ "X-Forwarded-For": "192.0.2.2" })).status).toBe(303);
  });

  it("are limited to 300 a minute for all whose address nothing tells", async () => {
    const { begin, stored } = await connecting({ clientAddress: () => undefined });
    const statuses: number[] = [];
    while (statuses.at(-1) !== 429 && statuses.length < 2000) statuses.push((await begin({})).status);
    expect(statuses.length).toBeGreaterThan(300);
    expect(statuses.at(-1)).toBe(429);
    expect(await stored()).toBeLessThan(statuses.length);
  });

  it("beyond 5,000 replace the oldest of the address that has most", async () => {
    const { accounts, agent, begin, store, stored } = await connecting();
    const browser = await accounts.signedIn();
    const sent = await browser.open(agent.authorizePath(), { "test-address": "192.0.2.9" });
    const page = new URL(sent.headers.get("location") ?? "", base).pathname;
    await store("attacker", 5_000, 60);
    expect((await begin({ "test-address": "192.0.2.1" })).status).toBe(303);
    expect(await stored()).toBe(5_000);
    expect(await isOpen(browser, page)).toBe(true);
  });

  it("that a person is looking at are not replaced", async () => {
    const { accounts, agent, begin, store, stored, later } = await connecting({ clientAddress: () => "192.0.2.1" });
    const browser = await accounts.signedIn();
    const page = await openConsent(browser, agent.authorizePath());
    later(60);
    await store("192.0.2.1", 5_000, 30);
    expect((await begin({})).status).toBe(303);
    expect(await stored()).toBe(5_000);
    const back = await decide(browser, page, { scope: "read", decision: "agree" });
    expect((await agent.exchange(back.searchParams.get("code") ?? "")).status).toBe(200);
  });
});

describe("metadata documents of clients", () => {
  async function fetching() {
    const fetched = new Set<string>();
    const fetchDocument = (url: string) => {
      fetched.add(url);
      return Promise.reject(new Error("It is not there."));
    };
    return { fetched, ...(await connecting({ clientAddress: () => "192.0.2.1", fetchDocument })) };
  }

  const documentAt = (count: number) => `https://agent.example.com/${count}.json`;

  it("are fetched for no more authorizations than one address may begin", async () => {
    const { begin, fetched } = await fetching();
    for (let count = 0; count < 32; count += 1) await begin({}, { client_id: documentAt(count) });
    expect(fetched.size).toBe(30);
  });

  it.each(["token", "revoke"])("are fetched 30 times a minute for one address that asks for a %s", async (path) => {
    const { accounts, fetched } = await fetching();
    const statuses: number[] = [];
    for (let count = 0; count < 32; count += 1) {
      const form = new URLSearchParams({ grant_type: "refresh_token", refresh_token: "none", token: "none" });
      form.set("client_id", documentAt(count));
      const headers = { "Content-Type": "application/x-www-form-urlencoded" };
      const init = { method: "POST", headers, body: form.toString() };
      statuses.push((await accounts.sendByProgram(`/app/oauth/${path}`, init)).status);
    }
    expect(fetched.size).toBe(30);
    expect(statuses.slice(29)).toEqual([expect.any(Number), 429, 429]);
    expect(statuses[29]).toBeLessThan(429);
  });
});

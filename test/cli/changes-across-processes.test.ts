import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Client, createClient } from "../../src/client/client.ts";
import { Browser } from "../accounts/browser.ts";
import { connectSubscriber } from "../stories/subscribers.ts";
import { type PostgresServer, startPostgres } from "../support/postgres-server.ts";
import { copydesk, type Served, serve, temporaryFolder } from "./program.ts";

const folder = temporaryFolder();
const placeOf = (name: string) => join(folder, name);

let postgres: PostgresServer;
let writing: Served;
let showing: Served;
let client: Client;
let organizationId = "";
let spaceId = "";
let pageId = "";
let written = 0;

const originOf = ({ ready }: Served) => new URL(ready.mcp ?? "").origin;

const beginAt = (name: string) => serve(["--data", placeOf(name)], { COPYDESK_DATABASE: postgres.url });

/** Gives the page a new text through the process that writes. Returns the text. */
async function edit(): Promise<string> {
  written += 1;
  const markdown = `Text number ${written}.`;
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: markdown });
  await client.changeRequestContent.apply({
    spaceId,
    changeRequestId,
    changes: [{ operation: "update_page", page: pageId, document: { markdown: `# Start\n\n${markdown}\n` } }],
  });
  await client.changeRequests.merge({ spaceId, changeRequestId });
  return markdown;
}

beforeAll(async () => {
  postgres = await startPostgres();
  writing = await beginAt("writing");
  showing = await beginAt("showing");
  organizationId = writing.ready.organization ?? "";
  const token = readFileSync(join(placeOf("writing"), "token"), "utf8").trim();
  client = createClient({ baseUrl: originOf(writing), token });
  spaceId = (await client.spaces.create({ organizationId, title: "Rigging" })).id;
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "First" });
  const document = { markdown: "# Start\n\nThe first text.\n" };
  await client.changeRequestContent.apply({
    spaceId,
    changeRequestId,
    changes: [{ operation: "insert_page", title: "Start", document }],
  });
  await client.changeRequests.merge({ spaceId, changeRequestId });
  pageId = (await client.pages.list({ spaceId })).pages[0]?.id ?? "";
});

afterAll(async () => {
  await Promise.all([writing?.stop(), showing?.stop()]);
  await postgres?.stop();
});

describe("a change by one process on a database", () => {
  it.each(["SDK v1", "SDK v2, modern"] as const)(
    "is noticed by another, which notifies its subscribed agents (%s)",
    async (kind) => {
      const subscriber = await connectSubscriber(kind, { url: showing.ready.mcp ?? "" });
      try {
        const uri = `docs://spaces/${spaceId}/pages/${pageId}`;
        await subscriber.subscribe([uri]);
        // A watch checks once when it begins, so the first of two changes may be seen without a notification.
        for (let turn = 0; turn < 2; turn += 1) {
          const before = subscriber.told.length;
          const text = await edit();
          await expect.poll(() => subscriber.told.slice(before)).toContain(uri);
          expect(await subscriber.read(uri)).toContain(text);
        }
      } finally {
        await subscriber.close();
      }
    },
  );

  it("is noticed by another, which serves the new text of a page it had cached", async () => {
    const options = { title: "Manual", visibility: "public" as const, spaces: [spaceId] };
    const { id: siteId } = await client.sites.create({ organizationId, ...options });
    await client.sitePublishing.publish({ organizationId, siteId });
    const { urls } = await client.sites.get({ organizationId, siteId });
    const { pathname } = new URL(urls.published ?? "");
    const read = async () => (await fetch(originOf(showing) + pathname)).text();
    const before = await edit();
    expect(await read()).toContain(before);
    expect(await read()).toContain(before);
    const after = await edit();
    expect(await read()).toContain(after);
  });

  it("is noticed by another, which updates an open page of the desk", async () => {
    const { stdout } = await copydesk(["login", "--data", placeOf("showing")], { COPYDESK_DATABASE: postgres.url });
    const link = new URL(stdout.trim());
    const browser = new Browser((request) => fetch(request), originOf(showing));
    await browser.open(link.pathname + link.search);
    await browser.submit("/app/sign-in/link");
    const at = `/app/${organizationId}/s/${spaceId}`;
    const leaving = new AbortController();
    const stream = await fetch(`${originOf(showing)}/app/~live?at=${encodeURIComponent(at)}`, {
      headers: { cookie: browser.cookiesFor("/app/~live") },
      signal: leaving.signal,
    });
    expect([stream.status, stream.headers.get("content-type")]).toEqual([200, "text/event-stream; charset=utf-8"]);
    const versions: string[] = [];
    const following = (async () => {
      let text = "";
      const decoder = new TextDecoder();
      for await (const chunk of stream.body ?? []) {
        text += decoder.decode(chunk as Uint8Array, { stream: true });
        versions.splice(0, versions.length, ...[...text.matchAll(/^data: (.+)\n\n/gm)].map(([, one = ""]) => one));
      }
    })().catch(() => undefined);
    try {
      await expect.poll(() => versions.length).toBe(1);
      await edit();
      await expect.poll(() => new Set(versions).size).toBeGreaterThan(1);
    } finally {
      leaving.abort();
      await following;
    }
  });
});

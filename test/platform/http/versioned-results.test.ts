import { gunzipSync } from "node:zlib";
import type { KyselyPlugin } from "kysely";
import { describe, expect, it, vi } from "vitest";
import { revokeToken } from "../../../src/platform/access/tokens-rows.ts";
import type { Platform } from "../../../src/platform/index.ts";
import { clientOf, ways } from "../../support/client-ways.ts";
import { addColleague } from "../../support/colleague.ts";
import { openWorkspace, openWorkspaceAt } from "../../support/platform-workspace.ts";

async function opened() {
  const workspace = await openWorkspace();
  const { platform, client, organization } = workspace;
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Guide" });
  const edit = async (change: object) => {
    const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
    await client.changeRequestContent.apply({ spaceId, changeRequestId, changes: [change as never] });
    await client.changeRequests.merge({ spaceId, changeRequestId });
  };
  await edit({ operation: "insert_page", title: "Start", document: { markdown: "# Start\n\nText.\n" } });
  const { pages } = await client.pages.list({ spaceId });
  const pageId = pages[0]?.id ?? "";
  const colleague = await addColleague(platform, organization, { role: "read" });
  return { ...workspace, spaceId, pageId, edit, colleague };
}

const address = (spaceId: string, pageId: string) =>
  `http://localhost/v1/spaces/${spaceId}/content/page/${pageId}?format=markdown`;

function ask(platform: Platform, url: string, token: string, headers: Record<string, string> = {}): Promise<Response> {
  return platform.fetch(new Request(url, { headers: { authorization: `Bearer ${token}`, ...headers } }));
}

/** The number of database queries. */
async function questions(platform: Platform, work: () => Promise<unknown>): Promise<number> {
  let count = 0;
  const counting: KyselyPlugin = {
    transformQuery: ({ node }) => node,
    async transformResult({ result }) {
      count += 1;
      return result;
    },
  };
  const { read } = platform.database;
  const spy = vi
    .spyOn(platform.database, "read")
    .mockImplementation((inside) => read((queries) => inside(queries.withPlugin(counting) as never)));
  try {
    await work();
  } finally {
    spy.mockRestore();
  }
  return count;
}

/** Whether the engine can say without a query if anything was written. */
const saysChanges = async ({ database }: Platform) => (await database.describe()).startsWith("SQLite");

/** Reads until the use of the token is recorded and the platform knows the last change. */
async function readUntilSettled(platform: Platform, read: () => Promise<unknown>): Promise<void> {
  await read();
  if (await saysChanges(platform)) await expect.poll(() => questions(platform, read)).toBe(0);
}

async function write({ client, organization }: Awaited<ReturnType<typeof opened>>): Promise<void> {
  await client.spaces.create({ organizationId: organization, title: "Another" });
}

describe("a page that was read before", () => {
  it.each(ways)("costs no query by %s while nothing is written, and one after a write", async (way) => {
    const at = await opened();
    const { platform, token, spaceId, pageId } = at;
    const client = clientOf(platform, token, { way });
    const read = () => client.pages.get({ spaceId, pageId, format: "markdown" });
    await readUntilSettled(platform, read);
    await write(at);
    expect(await questions(platform, read)).toBe(1);
  });

  it.each(ways)("is read for each caller by %s", async (way) => {
    const at = await opened();
    const { platform, token, spaceId, pageId, colleague } = at;
    const read = (by: string) => clientOf(platform, by, { way }).pages.get({ spaceId, pageId });
    await readUntilSettled(platform, () => read(token));
    const page = await read(token);
    expect(await questions(platform, async () => expect(await read(colleague.token)).toEqual(page))).toBe(1);
    await expect(read("cpd_nobody")).rejects.toMatchObject({ status: 401 });
  });

  it("costs a member who is not an administrator one query after a write, too", async () => {
    const at = await opened();
    const { platform, colleague, spaceId, pageId } = at;
    const url = address(spaceId, pageId);
    await readUntilSettled(platform, () => ask(platform, url, colleague.token));
    await write(at);
    expect(await questions(platform, () => ask(platform, url, colleague.token))).toBe(1);
  });

  it("is not sent again to a caller who has it, which costs no more", async () => {
    const at = await opened();
    const { platform, token, spaceId, pageId } = at;
    const url = address(spaceId, pageId);
    const first = await ask(platform, url, token);
    const etag = first.headers.get("etag") ?? "";
    expect(etag).toMatch(/^"[\w-]{22}"$/);
    expect(first.headers.get("cache-control")).toBe("private, no-cache");
    const again = async () => {
      const second = await ask(platform, url, token, { "if-none-match": `"other", W/${etag}` });
      expect([second.status, second.headers.get("etag"), await second.text()]).toEqual([304, etag, ""]);
    };
    await readUntilSettled(platform, again);
    await write(at);
    expect(await questions(platform, again)).toBe(1);
  });

  it("is found changed when another process on the data folder changed it", async () => {
    const { platform, folder, token, spaceId } = await opened();
    const other = await openWorkspaceAt(folder);
    try {
      const title = async () => (await clientOf(platform, token).spaces.get({ spaceId })).title;
      await readUntilSettled(platform, title);
      await other.client.spaces.update({ spaceId, title: "Renamed" });
      expect(await title()).toBe("Renamed");
    } finally {
      await other.platform.close();
    }
  });

  it("is found changed although another read is under way that began before the change", async () => {
    const { platform, token, spaceId } = await opened();
    const title = async () => (await clientOf(platform, token).spaces.get({ spaceId })).title;
    await readUntilSettled(platform, title);
    let read: Promise<string> | undefined;
    await platform.database.read(async (queries) => {
      await queries.selectFrom("space").select("id").execute();
      await platform.database.write((writing) =>
        writing.updateTable("space").set({ title: "Renamed" }).where("id", "=", spaceId).execute(),
      );
      read = title();
    });
    expect(await read).toBe("Renamed");
  });

  it("is refused as soon as the token has expired", async () => {
    let now = Date.parse("2026-03-04T05:06:07.000Z");
    const { platform, organization, client } = await openWorkspace({ now: () => new Date(now) });
    const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Guide" });
    const expiresAt = "2026-03-04T05:07:07.000Z";
    const { token } = await addColleague(platform, organization, { role: "read", expiresAt });
    const read = () => ask(platform, `http://localhost/v1/spaces/${spaceId}`, token);
    await readUntilSettled(platform, read);
    expect((await read()).status).toBe(200);
    now = Date.parse(expiresAt) + 1;
    expect((await read()).status).toBe(401);
  });

  it("is compressed if it is long and the caller accepts that, with a tag for that encoding", async () => {
    const { platform, token, spaceId, pageId, edit } = await opened();
    const url = address(spaceId, pageId);
    const encoded = (accepted: string, more = {}) =>
      ask(platform, url, token, { "accept-encoding": accepted, ...more });
    expect((await encoded("gzip")).headers.get("content-encoding")).toBe(null);
    const markdown = `# Start\n\n${"Some words of text. ".repeat(2000)}\n`;
    await edit({ operation: "update_page", page: pageId, document: { markdown } });
    const plain = await encoded("gzip;q=0");
    const short = await encoded("gzip");
    expect([plain, short].map((answer) => answer.headers.get("content-encoding"))).toEqual([null, "gzip"]);
    expect(short.headers.get("vary")).toBe("Accept-Encoding");
    const [whole, packed] = [await plain.text(), Buffer.from(await short.arrayBuffer())];
    expect(gunzipSync(packed).toString()).toBe(whole);
    expect(packed.length).toBeLessThan(whole.length / 10);
    const etag = short.headers.get("etag") ?? "";
    expect(etag).not.toBe(plain.headers.get("etag"));
    const again = await encoded("gzip", { "if-none-match": etag });
    expect([again.status, again.headers.get("etag")]).toEqual([304, etag]);
  });

  it("is returned in its new form after an edit, with another tag", async () => {
    const { platform, token, spaceId, pageId, edit } = await opened();
    const url = address(spaceId, pageId);
    const etag = (await ask(platform, url, token)).headers.get("etag") ?? "";
    await edit({ operation: "update_page", page: pageId, document: { markdown: "# Start\n\nNew.\n" } });
    const answer = await ask(platform, url, token, { "if-none-match": etag });
    expect(answer.status).toBe(200);
    expect(answer.headers.get("etag")).not.toBe(etag);
    expect(await answer.json()).toMatchObject({ markdown: "# Start\n\nNew.\n" });
  });

  it("contains the URLs at which its readers reach it", async () => {
    const { platform, token, spaceId, pageId } = await opened();
    const at = async (origin: string) => {
      const url = address(spaceId, pageId).replace("http://localhost", origin);
      return ((await (await ask(platform, url, token)).json()) as { urls: { app: string } }).urls.app;
    };
    expect(await at("http://localhost")).toMatch(/^http:\/\/localhost\/app\//);
    expect(await at("https://docs.example.com")).toMatch(/^https:\/\/docs\.example\.com\/app\//);
  });
});

describe.each(ways)("the end of access between two reads of a page, by %s,", (way) => {
  type Opened = Awaited<ReturnType<typeof opened>>;

  const ends: Readonly<Record<string, readonly [number, (at: Opened) => Promise<unknown>]>> = {
    "the token": [
      401,
      ({ platform, colleague }) =>
        platform.database.write((queries) => revokeToken(queries, colleague.tokenId, platform.now())),
    ],
    "the user": [
      401,
      ({ platform, colleague }) =>
        platform.database.write((queries) =>
          queries.updateTable("user").set({ disabled: 1 }).where("id", "=", colleague.user).execute(),
        ),
    ],
    // The last membership; the user's tokens end with it.
    "the membership": [
      401,
      ({ client, organization, colleague }) =>
        client.members.remove({ organizationId: organization, userId: colleague.user }),
    ],
    "the level of the space": [
      404,
      ({ client, spaceId }) => client.spaces.update({ spaceId, defaultLevel: null as never }),
    ],
    "the user's way into the space": [
      404,
      ({ platform, spaceId, colleague }) =>
        platform.database.write((queries) =>
          queries
            .insertInto("user_grant")
            .values({ space: spaceId, user: colleague.user, role: null, granted_at: platform.now() })
            .execute(),
        ),
    ],
    "the space": [404, ({ client, spaceId }) => client.spaces.remove({ spaceId })],
  };

  it.each(Object.entries(ends))("prevents the second read: %s", async (_, [status, end]) => {
    const at = await opened();
    const { platform, colleague, spaceId, pageId } = at;
    const client = clientOf(platform, colleague.token, { way });
    const read = () => client.pages.get({ spaceId, pageId, format: "markdown" });
    await read();
    await read();
    await end(at);
    await expect(read()).rejects.toMatchObject({ status });
    const etagged = await ask(platform, address(spaceId, pageId), colleague.token, { "if-none-match": "*" });
    expect(etagged.status).toBe(status);
  });
});

it("a change request costs no query while nothing is written, and shows what was written since", async () => {
  const at = await opened();
  const { platform, client, spaceId } = at;
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Before" });
  const read = () => client.changeRequests.get({ spaceId, changeRequestId });
  await readUntilSettled(platform, read);
  await client.changeRequests.update({ spaceId, changeRequestId, subject: "After" });
  expect(await read()).toMatchObject({ subject: "After" });
  await client.changeRequestComments.create({ spaceId, changeRequestId, body: { markdown: "Why?" } });
  expect(await read()).toMatchObject({ comments: 1 });
});

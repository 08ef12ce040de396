import { createAccounts } from "../src/accounts/index.ts";
import { createApp } from "../src/app/index.ts";
import { createLink } from "../src/platform/access/sign-in-links-rows.ts";
import { createAppRecords } from "../src/platform/app-records.ts";
import { changeStamp } from "../src/platform/kernel/database/database.ts";
import { createFailedAttempts, createRateLimit } from "../src/server/access/limits.ts";
import { generatePages } from "./generated-docs.ts";
import { againstGoal, type Measurement, type MeasureOptions, median, percentile, type Row } from "./measurement.ts";
import { openWorkspace, storePages, type Workspace, withFolder } from "./workspace.ts";

const origin = "http://127.0.0.1";

/** The goals for a page of the desk: p95 in milliseconds, and its markup in bytes. */
interface Page {
  readonly name: string;
  readonly path: string;
  readonly slowest: number;
  readonly largest: number;
}

/** The cost of desk pages: time to first byte, including the session check, and size. */
export function measureDesk({ quick }: MeasureOptions): Promise<Measurement> {
  const [pages, rounds] = quick ? [100, 5] : [1_000, 60];
  return withFolder("desk", async (folder) => {
    const workspace = await openWorkspace(folder);
    try {
      const open = await signedIn(workspace);
      const shown = await fill(workspace, pages);
      const rows: Row[] = [];
      for (const page of shown) rows.push(...(await measurePage(open, page, rounds)));
      const assets = await assetsOf(open, shown[0]?.path ?? "");
      rows.push(againstGoal("style sheet and script, uncompressed", assets, 60_000, "bytes"));
      return {
        rows,
        notes: [`${pages} pages in the space, ${rounds} rounds of each page, one at a time; 20 pages are changed.`],
      };
    } finally {
      await workspace.platform.close();
    }
  });
}

export type Open = (path: string) => Promise<Response>;

async function measurePage(open: Open, { name, path, slowest, largest }: Page, rounds: number): Promise<Row[]> {
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < rounds + 3; round += 1) {
    const started = performance.now();
    const response = await open(path);
    const { value } = (await response.body?.getReader().read()) ?? {};
    // The first rounds warm up the compiler.
    if (round >= 3) times.push(performance.now() - started);
    if (response.status !== 200 || value === undefined) throw new Error(`${path} answered ${response.status}`);
    if (round === 0) bytes = (await (await open(path)).arrayBuffer()).byteLength;
  }
  return [
    againstGoal(`${name}: first byte, p50`, median(times), slowest / 2, "ms"),
    againstGoal(`${name}: first byte, p95`, percentile(times, 0.95), slowest, "ms"),
    againstGoal(`${name}: markup`, bytes, largest, "bytes"),
  ];
}

async function assetsOf(open: Open, path: string): Promise<number> {
  const html = await (await open(path)).text();
  const addresses = [...html.matchAll(/(?:href|src)="([^"]+\.(?:css|js))"/g)].map(([, address = ""]) => address);
  if (addresses.length === 0) throw new Error("The page names no style sheet");
  const sizes = await Promise.all(
    [...new Set(addresses)].map(async (address) => (await (await open(address)).arrayBuffer()).byteLength),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

/** A space with pages and a change request that edits 20 of them. */
async function fill(workspace: Workspace, count: number): Promise<Page[]> {
  const { client, organization } = workspace;
  const space = await storePages(workspace, generatePages(count));
  const { revision } = await client.spaces.get({ spaceId: space });
  const { pages } = await client.revisions.listPages({ spaceId: space, revisionId: revision, metadata: false });
  const all = pages.flatMap((page) => [page, ...(page.pages ?? [])]).filter(({ type }) => type === "document");
  const { id, number } = await client.changeRequests.create({ spaceId: space, subject: "Say more" });
  const names = { spaceId: space, changeRequestId: id };
  for (const { id: page } of all.slice(0, 20)) {
    const read = await client.revisions.getPage({
      spaceId: space,
      revisionId: revision,
      pageId: page,
      format: "markdown",
    });
    const markdown = `${read.markdown ?? ""}\nOne more paragraph.\n`;
    await client.changeRequestContent.apply({
      ...names,
      changes: [{ operation: "update_page", page, document: { markdown } }],
    });
  }
  await client.changeRequests.update({ ...names, status: "open" });
  const base = `/app/${organization}`;
  const at = `${base}/s/${space}`;
  return [
    { name: "home", path: "/app/", slowest: 60, largest: 20_000 },
    { name: "change requests", path: `${base}/changes`, slowest: 60, largest: 30_000 },
    { name: "a change request of 20 pages", path: `${at}/~/changes/${number}`, slowest: 600, largest: 1_500_000 },
    { name: "its Markdown", path: `${at}/~/changes/${number}?show=markdown`, slowest: 400, largest: 600_000 },
    { name: "a space", path: at, slowest: 150, largest: 500_000 },
    { name: "a page", path: `${at}/${all[0]?.path ?? ""}`, slowest: 150, largest: 400_000 },
    { name: "its history", path: `${at}/${all[0]?.path ?? ""}?view=history`, slowest: 150, largest: 400_000 },
    { name: "jobs", path: `${base}/jobs`, slowest: 60, largest: 30_000 },
  ];
}

/** Requests pages like a browser in which the local user is signed in. */
export async function signedIn({ platform, organization, user }: Workspace): Promise<Open> {
  const clientAddress = () => undefined;
  const accounts = createAccounts({
    platform,
    organization,
    attempts: createFailedAttempts({ ofAddress: createRateLimit(30), ofPresented: createRateLimit(30), clientAddress }),
    clientAddress,
    isAuthorizationServer: false,
    publicSites: async () => [],
    fetchDocument: (url) => Promise.reject(new Error(`${url} is not to be read here.`)),
    log: (line) => {
      throw new Error(line);
    },
    pages: createApp({
      stamp: () => platform.database.read(changeStamp),
      closing: new AbortController().signal,
      createService: (who, origin) => (call, signal) =>
        platform.call(call, { origin, signal, acting: { user: who, scope: "admin" }, through: { program: "browser" } }),
      records: createAppRecords(platform.database, platform.now),
    }),
  });
  const { secret } = await platform.database.write((queries) =>
    createLink(queries, { user, purpose: "operator" }, platform.now()),
  );
  const cookies = new Map<string, string>();
  const send = async (request: Request): Promise<Response> => {
    request.headers.set("Cookie", [...cookies].map(([name, value]) => `${name}=${value}`).join("; "));
    const response = (await accounts.fetch(request)) ?? new Response(null, { status: 404 });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies.set(name, value);
    }
    return response;
  };
  const form = await (await send(new Request(`${origin}/app/sign-in/link?code=${secret}`))).text();
  const fields = [...form.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
  await send(
    new Request(`${origin}/app/sign-in/link`, {
      method: "POST",
      headers: { Origin: origin, "Sec-Fetch-Site": "same-origin" },
      body: new URLSearchParams(fields.map(([, name = "", value = ""]) => [name, value])),
    }),
  );
  return (path) => send(new Request(new URL(path, origin)));
}

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { type Client, createClient } from "../src/client/client.ts";
import { constructs } from "../test/support/hostile-text.ts";
import { McpSession } from "./mcp-session.ts";
import { copydesk } from "./stdio-server.ts";
import { openWorkspace, withFolder } from "./workspace.ts";

/**
 * Writes a page of one construct through `copydesk serve`, reads, compares, searches, merges and exports it, and prints
 * for each request how long it took and the longest time that the event loop of the server was held:
 *
 *     npm run build && npx tsx bench/page-stalls.ts [--megabytes 5] [--construct <part of a name>] [--step <part>]
 */
const option = (name: string) => {
  const at = process.argv.indexOf(`--${name}`);
  return at === -1 ? undefined : process.argv[at + 1];
};
const megabytes = Number(option("megabytes") ?? 5);
/** UTF-8: the limit of a page is in bytes. */
const size = megabytes * 1_000_000 - 100;
/** What is worth a line of its own in the summary. */
const goal = 300;

const usual = [
  "headings",
  "ideographs",
  "ideographs in lines",
  "words",
  "lines of words",
  "a long table",
  "numbered links",
  "list items",
  "includes",
  "email addresses",
  "hints",
  "fences and code",
];

await withFolder("page-stalls", async (folder) => {
  const workspace = await openWorkspace(folder);
  const { token, organization } = workspace;
  await workspace.platform.close();
  const { argv } = copydesk(folder, ["serve", "--port", "0"]);
  const preload = fileURLToPath(new URL("loop-delay.mjs", import.meta.url));
  const child = spawn(process.execPath, ["--import", preload, ...argv], { stdio: ["ignore", "pipe", "ignore", "ipc"] });
  try {
    const [line] = (await once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line")) as string[];
    const { api, mcp } = JSON.parse(line ?? "{}") as { api: string; mcp: string };
    const client = createClient({ baseUrl: api, token, timeouts: { call: 600_000 } });
    const session = await McpSession.open(mcp);
    const wanted = option("construct");
    for (const { name, text } of constructs) {
      if (wanted === undefined ? !usual.includes(name) : !name.includes(wanted)) continue;
      await stalls(child, { client, session, token, organization }, name, withinBytes(text(size)));
    }
  } finally {
    child.kill("SIGKILL");
  }
});

function withinBytes(text: string): string {
  const bytes = Buffer.byteLength(text);
  return bytes <= size ? text : text.slice(0, Math.floor((text.length * size) / bytes));
}

interface Desk {
  readonly client: Client;
  readonly session: McpSession;
  readonly token: string;
  readonly organization: string;
}

async function stalls(child: ChildProcess, desk: Desk, name: string, markdown: string): Promise<void> {
  const { client, session, organization, token } = desk;
  const only = option("step");
  const step = async <Result>(
    what: string,
    work: () => Promise<Result>,
    needed = false,
  ): Promise<Result | undefined> => {
    if (!needed && only !== undefined && !what.includes(only)) return undefined;
    await heldUntilNow(child);
    const started = performance.now();
    let failure = "";
    const result = await work().catch((error: unknown) => {
      failure = String(error).split("\n")[0]?.slice(0, 140) ?? "";
      return undefined;
    });
    const ms = performance.now() - started;
    const { longest, rss } = await heldUntilNow(child);
    const mark = longest > goal ? "  <--" : "";
    const figures = `${Math.round(ms)} ms, held ${Math.round(longest)} ms, ${Math.round(rss)} MB`;
    process.stdout.write(`${name}: ${what}: ${figures}${mark} ${failure}\n`);
    return result;
  };
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Stalls" });
  const change = async (changes: Changes) => {
    const { id: changeRequestId } = await client.changeRequests.create({ spaceId, subject: "Change" });
    await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
    return changeRequestId;
  };
  const first = await step("insert", () => change([{ operation: "insert_page", document: { markdown } }]), true);
  if (first === undefined) return;
  await step("merge", () => client.changeRequests.merge({ spaceId, changeRequestId: first }), true);
  await settle(child);
  const { pages } = await client.pages.list({ spaceId });
  const pageId = pages[0]?.id ?? "";
  await step("markdown", () => client.pages.get({ spaceId, pageId, format: "markdown" }));
  const read = await step("document", () => client.pages.get({ spaceId, pageId, format: "document" }), true);
  await step("links", () => client.spaces.listLinks({ spaceId }));
  await step("search", () => client.search.space({ spaceId, query: "word a" }));
  await step("read_page", () => session.call("read_page", { space: spaceId, page: pageId }));
  await step("outline", () => session.call("read_page", { space: spaceId, page: pageId, format: "outline" }));
  await step("comment", () => commentOn(client, spaceId, pageId, read));
  const edited = `${markdown.slice(0, markdown.length / 2)}\n\nAn edit.\n\n${markdown.slice(markdown.length / 2)}`;
  const second = await step(
    "update",
    () => change([{ operation: "update_page", page: pageId, document: { markdown: edited.slice(0, -40) } }]),
    true,
  );
  if (second !== undefined) {
    await step("changes", () => client.changeRequestContent.changes({ spaceId, changeRequestId: second }));
    await step("diff in a tool", () => session.call("show_changes", { space: spaceId, change_request: second }));
    const other = `First.\n\n${markdown.slice(0, -40)}`;
    const third = await step("update alongside", () =>
      change([{ operation: "update_page", page: pageId, document: { markdown: other } }]),
    );
    await step("merge second", () => client.changeRequests.merge({ spaceId, changeRequestId: second }));
    if (third !== undefined) {
      await step("merge of three", () => client.changeRequests.merge({ spaceId, changeRequestId: third }));
    }
    await step("indexing", () => settle(child));
  }
  await step("pdf", async () => {
    const { url } = (await client.spaces.getPdf({ spaceId })) as { url: string };
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.status}, ${byteLength} bytes`);
  });
}

type Changes = Parameters<Client["changeRequestContent"]["apply"]>[0]["changes"];

async function commentOn(client: Client, spaceId: string, page: string, read: unknown): Promise<void> {
  const nodes = (read as { document?: { nodes?: { key?: string }[] } } | undefined)?.document?.nodes ?? [];
  const node = nodes[Math.floor(nodes.length / 2)]?.key;
  await client.spaceComments.create({
    spaceId,
    page,
    ...(node === undefined ? {} : { node }),
    body: { markdown: "A comment." },
  });
}

/** Until what was queued is done: nothing holds the loop for a while. */
async function settle(child: ChildProcess): Promise<void> {
  for (let quiet = 0; quiet < 3; ) {
    await new Promise((resolve) => setTimeout(resolve, 100));
    quiet = (await heldUntilNow(child)).longest < 50 ? quiet + 1 : 0;
  }
}

async function heldUntilNow(child: ChildProcess): Promise<{ readonly longest: number; readonly rss: number }> {
  const answer = once(child, "message");
  child.send("held");
  const [held] = (await answer) as [{ longest: number; rss: number }];
  return held;
}

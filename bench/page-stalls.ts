import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { type Client, createClient } from "../src/client/client.ts";
import { pageLimits } from "../src/markdown/versions/page-limits.ts";
import { constructs } from "../test/support/hostile-text.ts";
import { startInstantTranslator } from "./instant-translator.ts";
import { McpSession } from "./mcp-session.ts";
import { copydesk } from "./stdio-server.ts";
import { importDocs, openWorkspace, withFolder } from "./workspace.ts";

/**
 * Writes a page of one construct through `copydesk serve`, reads, compares, searches, merges, undoes, translates and
 * exports it, and prints for each request how long it took and the longest time, of the processor, that the event loop
 * of the server was held. A construct is cut to what a page may hold:
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
const goal = 250;

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

const wanted = option("construct");
const chosen = constructs.filter(({ name }) => (wanted === undefined ? usual.includes(name) : name.includes(wanted)));

await withFolder("page-stalls", async (temporary) => {
  const folder = join(temporary, "data");
  const workspace = await openWorkspace(folder);
  const { token, organization } = workspace;
  const pages: Subject[] = [];
  for (const [index, { name, text }] of chosen.entries()) {
    const markdown = withinLimits(text(size));
    const docs = join(temporary, String(index));
    mkdirSync(join(docs, ".gitbook/includes"), { recursive: true });
    writeFileSync(join(docs, "README.md"), '# Start\n\n{% include ".gitbook/includes/passage.md" %}\n');
    writeFileSync(join(docs, ".gitbook/includes/passage.md"), `---\ntitle: Passage\n---\n\n${markdown.slice(0, -60)}`);
    pages.push({ name, markdown, including: await importDocs(workspace, docs) });
  }
  await workspace.platform.close();
  const translator = await startInstantTranslator();
  const { argv } = copydesk(folder, [
    ...["serve", "--port", "0", "--translation-provider", "deepl", "--translation-key", "none-needed"],
    ...["--translation-url", translator.url, "--translation-characters", "0", "--translation-characters-per-day", "0"],
  ]);
  const preload = fileURLToPath(new URL("loop-delay.mjs", import.meta.url));
  const child = spawn(process.execPath, ["--import", preload, ...argv], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  try {
    const lines = once(createInterface({ input: child.stdout as NodeJS.ReadableStream }), "line");
    const ended = once(child, "exit").then(() => Promise.reject(new Error("The server ended.")));
    const [line] = (await Promise.race([lines, ended])) as string[];
    const { api, mcp } = JSON.parse(line ?? "{}") as { api: string; mcp: string };
    const client = createClient({ baseUrl: api, token, timeouts: { call: 600_000 } });
    const session = await McpSession.open(mcp);
    for (const page of pages) await stalls(child, { client, session, token, organization, folder }, page);
  } finally {
    child.kill("SIGKILL");
    translator.close();
  }
});

/** The limits of a page, less what the steps add to it. */
function withinLimits(text: string): string {
  const lines = text.split("\n", pageLimits.lines - 100).join("\n");
  const bytes = Buffer.byteLength(lines);
  return bytes <= size ? lines : lines.slice(0, Math.floor((lines.length * size) / bytes));
}

interface Subject {
  readonly name: string;
  readonly markdown: string;
  /** The space with a page that takes the text in as a reusable content. */
  readonly including: string;
}

interface Desk {
  /** The data folder. */
  readonly folder: string;
  readonly client: Client;
  readonly session: McpSession;
  readonly token: string;
  readonly organization: string;
}

async function stalls(child: ChildProcess, desk: Desk, { name, markdown, including }: Subject): Promise<void> {
  const { client, session, organization, token, folder } = desk;
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
      failure = String(error).replaceAll("\n", " ").slice(0, 240);
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
    const { number } = await client.changeRequests.get({ spaceId, changeRequestId: second });
    await step("undo", () =>
      session.call("open_change_request", { space: spaceId, subject: "Undo", undo: String(number) }),
    );
    await step("revert", () => change([{ operation: "revert_page", page: pageId }]));
  }
  const { pages: includingPages } = await client.pages.list({ spaceId: including });
  const inIncluding = { spaceId: including, pageId: includingPages[0]?.id ?? "", dereferenced: true } as const;
  await step("with a reusable content", () => client.pages.get({ ...inIncluding, format: "markdown" }));
  await step("document with a reusable content", () => client.pages.get({ ...inIncluding, format: "document" }));
  await step("translation", () => translate(client, organization, spaceId));
  await step("export", async () => {
    const { argv } = copydesk(folder, ["export", spaceId, join(folder, "..", `export-${spaceId}`)]);
    await promisify(execFile)(process.execPath, [...argv]);
  });
  await step("pdf", async () => {
    const { url } = (await client.spaces.getPdf({ spaceId })) as { url: string };
    const answer = await fetch(url, { headers: { authorization: `Bearer ${token}` } });
    const { byteLength } = await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${answer.status}, ${byteLength} bytes`);
  });
}

async function translate(client: Client, organizationId: string, space: string): Promise<void> {
  const { id: translationId } = await client.translations.create({
    organizationId,
    source: { space, language: "en" },
    language: "de",
  });
  const names = { organizationId, translationId };
  await client.translations.run(names);
  for (;;) {
    const { status, work } = await client.translations.get(names);
    if (status === "completed") return;
    // A paragraph too long for a service is left to people.
    if (work?.problem?.includes("returned no usable translation")) return;
    if (work?.problem !== undefined) throw new Error(work.problem);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
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

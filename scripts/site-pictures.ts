// Takes the pictures of published pages and of the desk that the manual shows: `npm run pictures`.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";
import { createAdaptorServer } from "@hono/node-server";
import type { Browser, Cookie } from "playwright-core";
import { storeFolder } from "../src/cli/preview.ts";
import { createClient } from "../src/client/client.ts";
import type { ContentChange } from "../src/contract/models/content-change.ts";
import { previewFolder } from "../src/platform/publishing/published/preview-folder.ts";
import { openBrowser } from "../test/browser/open-browser.ts";
import { everyBlock, everyBlockFolder } from "../test/site/every-block.ts";
import { petstore, petstorePage } from "../test/site/petstore.ts";

const root = join(import.meta.dirname, "..");
const pictures = join(root, "docs/pictures");

/** Bytes of one picture. */
const maxBytes = 150_000;

const spec = ".gitbook/assets/petstore.json";

/** Groups of blocks, each on a page of its own that is shown whole. */
const groups: Readonly<Record<string, readonly string[]>> = {
  text: ["text", "colors", "lists", "quote", "hints", "math", "icons", "buttons"],
  code: ["code", "tabs", "expandable", "prompt", "stepper"],
  layout: ["columns", "table", "typedTable", "cards", "image", "file", "embed", "contentRef", "updates"],
  diagrams: ["diagrams"],
};

interface Picture {
  readonly name: string;
  readonly path: string;
  readonly scheme: "light" | "dark";
  readonly width: number;
  /** The page's own height when absent. */
  readonly height?: number;
  /** The only element shown; the window if absent. */
  readonly element?: string;
  /** Cookies of the signed-in user. */
  readonly cookies?: readonly Cookie[];
}

const limits = `Ten requests a second are allowed for each token.

| Plan | Requests per minute |
| --- | --- |
| Free | 30 |
| Team | 100 |

{% hint style="warning" %}
After a 429, wait a second before the next request.
{% endhint %}
`;

const blocks = Object.fromEntries(
  Object.entries(groups).map(([name, members]) => [
    `${name}.md`,
    `# ${name.slice(0, 1).toUpperCase()}${name.slice(1)}\n\n${members.map((member) => everyBlock[member] ?? "").join("\n\n")}\n`,
  ]),
);

// Without a table of contents, every file is a page.
const { "SUMMARY.md": _, ...pages } = everyBlockFolder;

await shoot({ ...pages, ...blocks, "api.md": petstorePage(spec), [spec]: petstoreText() }, [
  ...Object.keys(groups).flatMap((name) =>
    (["light", "dark"] as const).map((scheme) => ({
      name: `blocks-${name}-${scheme}`,
      path: name,
      scheme,
      width: 860,
      element: ".content",
    })),
  ),
  { name: "api-reference", path: "api", scheme: "dark", width: 1280, height: 1100 },
  { name: "phone", path: "layout", scheme: "dark", width: 390, height: 844 },
]);
await shoot(join(root, "docs"), [
  { name: "site-light", path: "guides/publish-a-site", scheme: "light", width: 1280, height: 860 },
  { name: "site-dark", path: "concepts/sites", scheme: "dark", width: 1280, height: 860 },
]);

await shootReview();

/** What an agent proposes, as a person reviews it at the desk of a server that was just started. */
async function shootReview(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-pictures-"));
  const program = join(root, "dist/cli.js");
  const child = spawn(process.execPath, [program, "serve", "--port", "0", "--data", folder], { stdio: "pipe" });
  const browser = await openBrowser();
  try {
    const link = await lineOf(child.stderr, /^https?:\S+\/app\/\S+$/);
    const { origin } = new URL(link);
    const token = readFileSync(join(folder, "token"), "utf8").trim();
    const client = createClient({ baseUrl: origin, token });
    const { items } = await client.organizations.list({});
    const { id: spaceId } = await client.spaces.create({ organizationId: items[0]?.id ?? "", title: "API handbook" });
    const open = (subject: string) => client.changeRequests.create({ spaceId, subject });
    const apply = (changeRequestId: string, changes: ContentChange[]) =>
      client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
    const first = await open("Limits");
    await apply(first.id, [{ operation: "insert_page", title: "Rate limits", document: { markdown: limits } }]);
    await client.changeRequests.merge({ spaceId, changeRequestId: first.id });
    const { pages } = await client.pages.list({ spaceId });
    const { id, number } = await open("Raise the limits of paid plans");
    const names = { spaceId, changeRequestId: id };
    const markdown = limits
      .replace("Ten requests", "Twenty requests")
      .replace("| Team | 100 |", "| Team | 200 |\n| Enterprise | 1,000 |")
      .replace("wait a second", "wait as long as `Retry-After` says");
    await apply(id, [{ operation: "update_page", page: pages[0]?.id ?? "", document: { markdown } }]);
    await client.changeRequests.update({ ...names, status: "open" });
    await client.changeRequestComments.create({ ...names, body: { markdown: "Is **Enterprise** public already?" } });
    const context = await browser.newContext();
    const page = await context.newPage();
    await page.goto(link);
    await page.getByRole("button").click();
    await page.waitForURL(/\/app\/(?!.*link)/);
    await take(browser, `${origin}/`, {
      name: "review",
      path: `app/${items[0]?.id}/s/${spaceId}/~/changes/${number}`,
      scheme: "light",
      width: 1280,
      height: 1400,
      cookies: await context.cookies(),
    });
  } finally {
    await browser.close();
    child.kill();
    await once(child, "exit");
    rmSync(folder, { recursive: true, force: true });
  }
}

async function lineOf(stream: Readable, pattern: RegExp): Promise<string> {
  for await (const line of createInterface({ input: stream })) if (pattern.test(line)) return line;
  throw new Error("The server ended without saying where it is.");
}

function petstoreText(): string {
  // The tests' description holds a script, to see that it stays text.
  return JSON.stringify(petstore("https://api.example.com")).replace(" <script>alert(1)</script>", "");
}

async function shoot(source: string | Readonly<Record<string, string>>, wanted: readonly Picture[]): Promise<void> {
  const folder = typeof source === "string" ? source : mkdtempSync(join(tmpdir(), "copydesk-pictures-"));
  if (typeof source !== "string") {
    for (const [path, text] of Object.entries(source)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }
  const preview = await previewFolder(folder, storeFolder);
  const server = createAdaptorServer({ fetch: (request: Request) => preview.fetch(request) });
  const browser = await openBrowser();
  try {
    await preview.refresh();
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    for (const picture of wanted) await take(browser, base, picture);
  } finally {
    await browser.close();
    server.close();
    if ("closeAllConnections" in server) server.closeAllConnections();
    await preview.close();
    if (typeof source !== "string") rmSync(folder, { recursive: true });
  }
}

async function take(browser: Browser, base: string, { name, path, scheme, width, height, element, cookies }: Picture) {
  const context = await browser.newContext({ colorScheme: scheme, viewport: { width, height: height ?? 900 } });
  await context.addCookies([...(cookies ?? [])]);
  const page = await context.newPage();
  const answer = await page.goto(base + path, { waitUntil: "load" });
  if (answer?.status() !== 200) throw new Error(`${path} was answered with ${answer?.status()}`);
  const box = element === undefined ? undefined : await page.locator(element).boundingBox();
  const clip = box === undefined || box === null ? undefined : { ...box, scale: 1 };
  const session = await context.newCDPSession(page);
  const file = join(pictures, `${name}.webp`);
  mkdirSync(pictures, { recursive: true });
  for (let quality = 80; quality >= 30; quality -= 10) {
    const { data } = await session.send("Page.captureScreenshot", {
      format: "webp",
      quality,
      ...(clip !== undefined && { clip, captureBeyondViewport: true }),
    });
    const bytes = Buffer.from(data, "base64");
    if (bytes.length > maxBytes && quality > 30) continue;
    writeFileSync(file, bytes);
    break;
  }
  const { length } = readFileSync(file);
  if (length > maxBytes) throw new Error(`${file} has ${length} bytes`);
  console.log(`${name}.webp: ${length} bytes`);
  await context.close();
}

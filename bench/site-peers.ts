import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { dirname, join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { Pool } from "undici";
import { encode } from "../src/platform/kernel/encoded-bytes.ts";
import { pack } from "../src/platform/publishing/published/rendered.ts";
import { type GeneratedPage, generatePages, writeDocs } from "./generated-docs.ts";
import type { Measurement, MeasureOptions, Row } from "./measurement.ts";
import { installPeers } from "./peers.ts";
import { withService } from "./service.ts";
import { copydesk } from "./stdio-server.ts";
import { openWorkspace, storePages, withFolder } from "./workspace.ts";

const peers = join(import.meta.dirname, "site-peers");

/** What a page of a site takes to send, compressed alike, with all that its HTML names. */
interface PageBytes {
  readonly html: number;
  readonly css: number;
  readonly scripts: number;
}

interface BuiltSite {
  /** Milliseconds of processor time, of all its processes. */
  readonly build: number;
  readonly page: PageBytes;
}

interface ServedSite {
  /** Milliseconds of the server's processor time for a page that was not asked for before. */
  readonly first: number;
  /** The same for one that was. */
  readonly again: number;
  readonly page: PageBytes;
}

/** Published sites beside a static generator (VitePress) and a server (Starlight on Astro), on the same pages. */
export async function measureSitePeers({ quick }: MeasureOptions): Promise<Measurement> {
  if (process.platform !== "linux") return { rows: [], notes: ["Processor time of other programs is read on Linux."] };
  const { versions, failure } = await installPeers(peers);
  const [vitepress, starlight] = ["vitepress", "@astrojs/starlight"].map((name) => versions.get(name));
  if (vitepress === undefined || starlight === undefined) {
    return { rows: [], notes: [`Left out: the peers could not be installed. ${failure}`] };
  }
  const pages = generatePages(quick ? 20 : 200);
  return withFolder("site-peers", async (folder) => {
    const docs = join(folder, "docs");
    writeDocs(docs, pages);
    const own = await buildWithCopydesk(folder, docs, pages);
    const generator = await besidePeers((at) => buildWithVitePress(at, pages));
    const served = await serveWithCopydesk(join(folder, "data"), pages);
    const server = await besidePeers((at) => serveWithStarlight(at, pages));
    const [static_, dynamic] = [`VitePress ${vitepress}`, `Starlight ${starlight}, Astro ${versions.get("astro")}`];
    const row = (what: string, value: number, name: string, against: number, unit: Row["unit"]): Row => {
      return { what, value, against: { name, value: against }, unit };
    };
    const bytes = (what: string, page: PageBytes, name: string, against: PageBytes): Row[] => [
      row(`${what}: HTML`, page.html, name, against.html, "bytes"),
      row(`${what}: CSS`, page.css, name, against.css, "bytes"),
      row(`${what}: scripts`, page.scripts, name, against.scripts, "bytes"),
    ];
    return {
      rows: [
        row(`build of ${pages.length} pages`, own.build, static_, generator.build, "ms"),
        ...bytes("static page", own.page, static_, generator.page),
        row("page served for the first time", served.first, dynamic, server.first, "ms"),
        row("page served again", served.again, dynamic, server.again, "ms"),
        row("pages a second of processor time", 1_000 / served.again, dynamic, 1_000 / server.again, "pages/s"),
        ...bytes("served page", served.page, dynamic, server.page),
      ],
      notes: [
        "Times are processor time of all threads and processes. Sizes are of one page and what its HTML names, Brotli 5.",
        "Starlight renders on request (prerender: false), from Markdown that its build has compiled, and does not compress.",
        "The static build of Copydesk includes pictures of pages for shared links. The HTML of Starlight has scripts in it.",
      ],
    };
  });
}

async function buildWithCopydesk(folder: string, docs: string, pages: readonly GeneratedPage[]): Promise<BuiltSite> {
  const out = join(folder, "built");
  const [program = ""] = copydesk(folder).argv;
  const build = await processorTime([program, "build", `${docs}/`, out, "--url", "https://docs.example/"], folder);
  const read = (path: string) => Promise.resolve(readFileSync(join(out, path), "utf8"));
  return { build, page: await bytesOfPage(`/${slugOf(pages[1])}`, (path) => read(fileOf(path))) };
}

async function buildWithVitePress(folder: string, pages: readonly GeneratedPage[]): Promise<BuiltSite> {
  writePages(folder, pages, ({ text }) => text);
  write(
    join(folder, ".vitepress/config.mjs"),
    `export default ${JSON.stringify({
      title: "Docs",
      ignoreDeadLinks: true,
      cleanUrls: true,
      themeConfig: {
        search: { provider: "local" },
        sidebar: pages.map((page) => ({ text: page.title, link: `/${slugOf(page)}` })),
      },
    })}`,
  );
  const program = join(peers, "node_modules/vitepress/bin/vitepress.js");
  const build = await processorTime([program, "build", folder], folder);
  const read = (path: string) => Promise.resolve(readFileSync(join(folder, ".vitepress/dist", path), "utf8"));
  const page = `/${slugOf(pages[1])}`;
  return { build, page: await bytesOfPage(page, (path) => read(path === page ? `${path}.html` : path)) };
}

async function serveWithCopydesk(data: string, pages: readonly GeneratedPage[]): Promise<ServedSite> {
  const workspace = await openWorkspace(data);
  const { client, organization: organizationId } = workspace;
  const spaces = [await storePages(workspace, pages)];
  const site = await client.sites.create({ organizationId, title: "Docs", visibility: "public", spaces });
  await client.sitePublishing.publish({ organizationId, siteId: site.id });
  await workspace.platform.jobsSettled();
  await workspace.platform.close();
  return withService(copydesk(data, ["serve", "--port", "0"]), async ({ api, pid }) => {
    const { origin } = new URL(api);
    const sitemap = await (await fetch(`${origin}/sites/docs/sitemap.xml`)).text();
    const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
    return measureServer(origin, paths, pid);
  });
}

async function serveWithStarlight(folder: string, pages: readonly GeneratedPage[]): Promise<ServedSite> {
  const withTitle = ({ title, text }: GeneratedPage) =>
    `---\ntitle: ${JSON.stringify(title)}\n---\n${text.slice(text.indexOf("\n"))}`;
  writePages(join(folder, "src/content/docs"), pages, withTitle);
  write(join(folder, "package.json"), '{"type":"module"}');
  write(
    join(folder, "astro.config.mjs"),
    `import { defineConfig, passthroughImageService } from "astro/config";
import starlight from "@astrojs/starlight";
import node from "@astrojs/node";
export default defineConfig({
  output: "server",
  adapter: node({ mode: "standalone" }),
  image: { service: passthroughImageService() },
  integrations: [starlight({ title: "Docs", prerender: false, pagefind: false })],
});
`,
  );
  write(
    join(folder, "src/content.config.mjs"),
    `import { defineCollection } from "astro:content";
import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`,
  );
  await processorTime([join(peers, "node_modules/astro/astro.js"), "build", "--root", folder], folder);
  const port = await freePort();
  const environment = { ...process.env, HOST: "127.0.0.1", PORT: String(port) };
  const child = spawn(process.execPath, [join(folder, "dist/server/entry.mjs")], {
    cwd: folder,
    env: environment,
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  try {
    const origin = `http://127.0.0.1:${port}`;
    await answers(origin);
    const paths = pages.map((page) => `/${slugOf(page)}/`);
    return await measureServer(origin, paths, child.pid ?? 0);
  } finally {
    child.kill("SIGKILL");
    await ended;
  }
}

/** Pages are asked for until the code that draws them is compiled, those that are measured left out. */
async function measureServer(origin: string, paths: readonly string[], pid: number): Promise<ServedSite> {
  const pool = new Pool(origin, { connections: 8 });
  const headers = { accept: "text/html", "accept-encoding": "br, gzip", "user-agent": "Mozilla/5.0" };
  const get = async (path: string) => {
    const { statusCode, body } = await pool.request({ path, method: "GET", headers });
    await body.arrayBuffer();
    if (statusCode !== 200) throw new Error(`${origin}${path}: ${statusCode}`);
  };
  const costOf = async (asked: readonly string[]) => {
    const before = processorOf(pid);
    for (let at = 0; at < asked.length; at += 8) await Promise.all(asked.slice(at, at + 8).map(get));
    return (processorOf(pid) - before) / asked.length;
  };
  try {
    const half = Math.floor(paths.length / 2);
    await costOf(paths.slice(0, half));
    const first = await costOf(paths.slice(half));
    const many = Array.from({ length: 10 }, () => paths.slice(half)).flat();
    await costOf(many);
    const again = await costOf(many);
    const text = async (path: string) => (await fetch(origin + path, { headers: { accept: "text/html" } })).text();
    return { first, again, page: await bytesOfPage(paths[1] ?? "/", text) };
  } finally {
    await pool.close();
  }
}

async function bytesOfPage(path: string, read: (path: string) => Promise<string>): Promise<PageBytes> {
  const html = await read(path);
  const tags = [...html.matchAll(/<(?:link|script)\b[^>]*>/g)].map(([tag]) => tag);
  const named = (pattern: RegExp, attribute: string) =>
    tags
      .filter((tag) => pattern.test(tag))
      .flatMap((tag) => new RegExp(`\\s${attribute}="(/[^"]*)"`).exec(tag)?.[1] ?? []);
  const sum = async (paths: readonly string[]) => {
    const sizes = [...new Set(paths)].map(async (one) => compressed(await read(one)));
    return (await Promise.all(sizes)).reduce((total, size) => total + size, 0);
  };
  return {
    html: await compressed(html),
    css: await sum(named(/rel="(?:preload )?stylesheet"/, "href")),
    scripts: await sum([...named(/^<script/, "src"), ...named(/rel="modulepreload"/, "href")]),
  };
}

const compressed = async (text: string): Promise<number> =>
  (await encode(await pack({ status: 200, type: "text/plain", text }), "br")).length;

/** Runs a program to its end. Returns the milliseconds of processor time of all its processes. */
async function processorTime(argv: readonly string[], cwd: string): Promise<number> {
  const command = 'TIMEFORMAT="%U %S"; time "$@" > /dev/null 2> output.log';
  const child = spawn("bash", ["-c", command, "bash", process.execPath, ...argv], {
    cwd,
    env: { ...process.env, ASTRO_TELEMETRY_DISABLED: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  let told = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    told += text;
  });
  const [code] = (await once(child, "close")) as [number];
  if (code !== 0) throw new Error(`${argv.join(" ")}: ${readFileSync(join(cwd, "output.log"), "utf8").slice(-500)}`);
  const [user = Number.NaN, system = Number.NaN] = told.trim().split(" ").map(Number);
  return (user + system) * 1_000;
}

/** Milliseconds of processor time that a running process has used; ticks are hundredths of a second. */
function processorOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10;
}

/** Pages at the addresses that they have with each program. */
function writePages(folder: string, pages: readonly GeneratedPage[], textOf: (page: GeneratedPage) => string): void {
  for (const page of pages) write(join(folder, `${slugOf(page)}.md`), textOf(page));
}

const slugOf = (page: GeneratedPage | undefined): string =>
  (page?.path ?? "").replace(/README\.md$/, "start").replace(/\.md$/, "");

/** The file of an address in a static build of Copydesk. */
const fileOf = (path: string): string => (/\.\w+$/.test(path) ? path : join(path, "index.html"));

function write(path: string, text: string): void {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

/** Runs `work` in a folder that finds the installed peers, and removes it. */
async function besidePeers<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
  const folder = mkdtempSync(join(peers, "site-"));
  try {
    return await work(folder);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  return typeof address === "object" && address !== null ? address.port : 0;
}

async function answers(origin: string): Promise<void> {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    const response = await fetch(origin).catch(() => undefined);
    await response?.arrayBuffer();
    if (response !== undefined) return;
    await sleep(200);
  }
  throw new Error(`${origin} did not answer`);
}

import { join } from "node:path";
import { createAdaptorServer } from "@hono/node-server";
import { builtAssets } from "../generated/site/built-assets.ts";
import { encode } from "../src/platform/kernel/encoded-bytes.ts";
import { pack } from "../src/platform/publishing/published/rendered.ts";
import { generatePages } from "./generated-docs.ts";
import { againstGoal, type Measurement, type MeasureOptions, median, percentile, type Row } from "./measurement.ts";
import { importDocs, openWorkspace, storePages, type Workspace, withFolder } from "./workspace.ts";

const origin = "http://127.0.0.1";

const browser = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36";

/** Pages that are asked for of each site, spread over it. */
const asked = 400;

/** The cost of pages of published sites: one of 10,000 pages, a small one, and the manual. */
export function measureSites({ quick }: MeasureOptions): Promise<Measurement> {
  const [many, requests] = quick ? [1_000, 2_000] : [10_000, 40_000];
  return withFolder("sites", async (folder) => {
    // Puts the responses in place that the program serves with; it never listens.
    createAdaptorServer({ fetch: () => new Response() });
    const workspace = await openWorkspace(folder);
    const { platform } = workspace;
    try {
      const large = await publish(workspace, "large", await storePages(workspace, generatePages(many)));
      const small = await publish(workspace, "small", await storePages(workspace, generatePages(100)));
      const manual = await publish(
        workspace,
        "manual",
        await importDocs(workspace, join(import.meta.dirname, "../docs")),
      );
      // Code that runs for the first time is compiled meanwhile.
      for (const site of [small, manual, large]) await uncached(workspace, site);
      const fresh = { large: await uncached(workspace, large), small: await uncached(workspace, small) };
      const written = await uncached(workspace, manual);
      const [path = ""] = large.paths;
      const kept = await keptPages(platform, path, requests);
      const unchanged = await keptPages(platform, path, requests, await tagOf(platform, path));
      const rows: Row[] = [
        againstGoal(`page made anew, of ${many}: p50`, median(fresh.large.times), 3, "ms"),
        againstGoal(`page made anew, of ${many}: p95`, percentile(fresh.large.times, 0.95), 15, "ms"),
        againstGoal("page of the manual made anew: p50", median(written.times), 3, "ms"),
        againstGoal("page of the manual made anew: p95", percentile(written.times, 0.95), 15, "ms"),
        {
          what: `page made anew, of ${many}`,
          value: median(fresh.large.times),
          against: { name: "of 100", value: median(fresh.small.times) },
          unit: "ms",
          goal: { atMost: 1.25 },
        },
        againstGoal("kept pages, one process", kept, 15_000, "pages/s"),
        {
          what: "kept pages that the reader has",
          value: unchanged,
          against: { name: "sent whole", value: kept },
          unit: "pages/s",
        },
        againstGoal("HTML of a page of the manual: p50", median(written.sizes), 15_000, "bytes"),
        againstGoal("HTML of a page of the manual: p95", percentile(written.sizes, 0.95), 15_000, "bytes"),
        againstGoal("style sheet", await assetBytes(".css", ["site"]), 8_000, "bytes"),
        againstGoal("scripts of every page", await assetBytes(".js", ["page", "theme"]), 10_000, "bytes"),
        againstGoal("scripts with search and try-it", await assetBytes(".js"), 30_000, "bytes"),
      ];
      return {
        rows,
        notes: [
          `From Markdown to Brotli, without a socket, in processor time of all threads; ${asked} pages of each site.`,
          "Made anew after a change of the site, so that no answer and nothing made of the site is kept.",
        ],
      };
    } finally {
      await platform.close();
    }
  });
}

interface PublishedSite {
  readonly id: string;
  readonly base: string;
  readonly paths: readonly string[];
}

async function publish(
  { client, organization, platform }: Workspace,
  name: string,
  space: string,
): Promise<PublishedSite> {
  const site = await client.sites.create({
    organizationId: organization,
    title: name,
    visibility: "public",
    spaces: [space],
  });
  await client.sitePublishing.publish({ organizationId: organization, siteId: site.id });
  const base = `/sites/${name}/`;
  const sitemap = await (await get(platform, `${base}sitemap.xml`, "identity")).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
  const step = Math.max(1, Math.floor(paths.length / asked));
  return { id: site.id, base, paths: paths.filter((_, index) => index % step === 0) };
}

/** Milliseconds and compressed bytes of each page of a site, of which nothing is kept. */
async function uncached(
  { client, organization, platform }: Workspace,
  { id, base, paths }: PublishedSite,
): Promise<{ times: number[]; sizes: number[] }> {
  await client.sites.update({ organizationId: organization, siteId: id, title: `At ${Date.now()}` });
  // The first answer of a site reads its navigation, which the others share.
  await get(platform, `${base}robots.txt`);
  const times: number[] = [];
  const sizes: number[] = [];
  for (const path of paths) {
    const before = processor();
    const response = await get(platform, path);
    times.push(processor() - before);
    sizes.push((await response.arrayBuffer()).byteLength);
  }
  return { times, sizes };
}

/** Answers a second of processor time. */
async function keptPages(platform: Workspace["platform"], path: string, count: number, etag?: string): Promise<number> {
  const requests = Array.from({ length: 16 }, () => requestOf(path, "br", etag));
  const round = () => Promise.all(requests.map((request) => platform.serveReader(request, true)));
  for (let done = 0; done < count / 10; done += requests.length) await round();
  const begun = processor();
  for (let done = 0; done < count; done += requests.length) await round();
  return (count * 1_000) / (processor() - begun);
}

const tagOf = async (platform: Workspace["platform"], path: string) =>
  (await get(platform, path)).headers.get("etag") ?? undefined;

async function get(platform: Workspace["platform"], path: string, encoding = "br"): Promise<Response> {
  const response = await platform.serveReader(requestOf(path, encoding), true);
  if (response?.status !== 200) throw new Error(`${path}: ${response?.status ?? "no site"}`);
  return response;
}

function requestOf(path: string, encoding: string, etag?: string): Request {
  const headers = { "accept-encoding": encoding, accept: "text/html", "user-agent": browser };
  return new Request(origin + path, { headers: { ...headers, ...(etag !== undefined && { "if-none-match": etag }) } });
}

/** Milliseconds of processor time, compression in other threads included: a busy machine does not change them. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

async function assetBytes(ending: string, names?: readonly string[]): Promise<number> {
  const chosen = Object.values(builtAssets).filter(
    ({ name }) => name.endsWith(ending) && (names?.some((one) => name.startsWith(one)) ?? true),
  );
  if (chosen.length === 0) throw new Error(`No asset is a ${ending} of ${names?.join(", ") ?? "any name"}.`);
  const sizes = await Promise.all(
    chosen.map(async ({ type, text }) => (await encode(await pack({ status: 200, type, text }), "br")).length),
  );
  return sizes.reduce((sum, size) => sum + size, 0);
}

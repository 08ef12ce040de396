// What a page of a published site costs: `tsx bench/published-pages.ts [folder of Markdown]`, the manual when left out.
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { inProcessClient } from "../src/cli/connection.ts";
import { storePlan } from "../src/platform/imports/store-plan.ts";
import { openPlatform } from "../src/platform/index.ts";
import { bytesOf } from "../src/platform/kernel/packed-bytes.ts";
import { pack } from "../src/platform/published/rendered.ts";
import { planImport } from "../src/platform/space-files/plan.ts";
import { ensureLocalToken, ensureWorkspace } from "../src/platform/spaces/local-workspace.ts";
import { builtAssets } from "../src/site/generated/built-assets.ts";

const folder = process.argv[2] ?? join(import.meta.dirname, "../docs");
const scratch = await mkdtemp(join(tmpdir(), "copydesk-bench-"));
const platform = await openPlatform({ folder: scratch });
try {
  const { organization, user } = await ensureWorkspace(platform.database, platform.now());
  const token = await ensureLocalToken(platform.database, scratch, user, platform.now());
  const { space } = await storePlan(platform, await planImport(folder, {}), { organization, user });
  const client = inProcessClient(platform, token, origin());
  const site = await client.sites.create({
    organizationId: organization,
    title: "Bench",
    visibility: "public",
    spaces: [space],
  });
  await client.sitePublishing.publish({ organizationId: organization, siteId: site.id });

  const base = "/sites/bench/";
  const sitemap = await (await get(`${base}sitemap.xml`, "identity")).text();
  const paths = [...sitemap.matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) => new URL(url ?? "").pathname);
  for (const path of paths) await get(path);
  // Renaming the site makes every kept answer one of another version.
  await client.sites.update({ organizationId: organization, siteId: site.id, title: "Bench again" });
  const times: number[] = [];
  const sizes: number[] = [];
  for (const path of paths) {
    const before = processor();
    const response = await get(path);
    times.push(processor() - before);
    sizes.push((await response.arrayBuffer()).byteLength);
  }
  report("uncached page, text to compressed bytes", times, "ms");
  report("compressed page", sizes, "B");
  for (const { name, type, text } of Object.values(builtAssets)) {
    const { length } = await bytesOf(await pack({ status: 200, type, text }), "br");
    console.log(`${name}: ${length} B compressed`);
  }
  const [path = base] = paths;
  await get(path);
  const count = 10_000;
  const begun = processor();
  for (let done = 0; done < count; done += 16) await Promise.all(Array.from({ length: 16 }, () => get(path)));
  const each = (processor() - begun) / count;
  console.log(`kept page, without a socket: ${(each * 1_000).toFixed(0)} us, ${Math.round(1_000 / each)} a second`);
} finally {
  await platform.close();
  await rm(scratch, { recursive: true });
}

/** Milliseconds of processor time, compression in other threads included: a busy machine does not change them. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}

function origin(): string {
  return "http://127.0.0.1";
}

async function get(path: string, encoding = "br"): Promise<Response> {
  const request = new Request(origin() + path, { headers: { "accept-encoding": encoding, accept: "text/html" } });
  const response = await platform.serveReader(request, true);
  if (response?.status !== 200) throw new Error(`${path}: ${response?.status ?? "no site"}`);
  return response;
}

function report(what: string, values: number[], unit: string): void {
  const sorted = values.toSorted((one, other) => one - other);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]?.toFixed(1);
  console.log(
    `${what}: p50 ${at(0.5)}, p95 ${at(0.95)}, max ${sorted.at(-1)?.toFixed(1)} ${unit} (${values.length} pages)`,
  );
}

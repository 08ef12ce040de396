import { execFile } from "node:child_process";
import { once } from "node:events";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { createAdaptorServer } from "@hono/node-server";
import { afterAll, beforeAll, expect, it } from "vitest";
import { servedFolder } from "../../../browser/served-folder.ts";

const paragraph = "Keys are rotated twice a year, by whoever is on duty, and the old one stays valid for a day. ";

const page = (title: string) =>
  `# ${title}\n\n${paragraph.repeat(2)}\n\n## When\n\n${paragraph}\n\n## How\n\n${paragraph}\n\n\`\`\`sh\nrotate --now\n\`\`\`\n`;

const site = servedFolder({
  "README.md": page("Handbook"),
  "keys.md": `---\ndescription: How keys are rotated, and by whom, when nobody is on duty.\n---\n\n${page("Keys")}`,
  "on-call.md": page("On call"),
  "SUMMARY.md": "# Table of contents\n\n* [Handbook](README.md)\n* [Keys](keys.md)\n* [On call](on-call.md)\n",
});

/** The audit picks pages of the sitemap and appends `.md` to their addresses, which cannot work for a host's root. */
const server = createAdaptorServer({
  async fetch(request: Request) {
    const { origin, pathname } = new URL(request.url);
    if (pathname !== "/sitemap.xml") return site.preview().fetch(request);
    const sitemap = await site.preview().fetch(new Request(request.url));
    const entries = (await sitemap.text()).split("\n").filter((line) => !line.includes(`<loc>${origin}/</loc>`));
    return new Response(entries.join("\n"), { headers: { "Content-Type": "application/xml" } });
  },
});

beforeAll(async () => {
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
});
afterAll(() => {
  server.close();
  if ("closeAllConnections" in server) server.closeAllConnections();
});

interface Audit {
  readonly score: number;
  readonly categories: Readonly<
    Record<string, { readonly checks: readonly { name: string; passed: boolean; skipped: boolean; detail?: string }[] }>
  >;
}

it("a site gets 100 of 100 in an audit of how well agents can read it", async () => {
  const manifest = createRequire(import.meta.url).resolve("@vercel/agent-readability");
  const program = join(dirname(manifest), "cli/index.cjs");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { stdout } = await promisify(execFile)(process.execPath, [program, "audit", url, "--json"]);
  const { score, categories } = JSON.parse(stdout) as Audit;
  const failed = Object.values(categories)
    .flatMap(({ checks }) => checks)
    .filter(({ passed, skipped }) => !passed && !skipped);
  expect(failed.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([]);
  expect(score).toBe(100);
});

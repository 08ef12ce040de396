import { execFile } from "node:child_process";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { servedFolder } from "../../browser/served-folder.ts";

const paragraph = "Keys are rotated twice a year, by whoever is on duty, and the old one stays valid for a day. ";

const site = servedFolder({
  "README.md": `# Handbook\n\n${paragraph.repeat(3)}\n\n## Where to begin\n\n${paragraph}\n`,
  "keys.md": `---\ndescription: How keys are rotated.\n---\n\n# Keys\n\n${paragraph.repeat(2)}\n\n## Rotate one\n\n\`\`\`sh\nrotate --now\n\`\`\`\n`,
  "on-call.md": `# On call\n\n${paragraph.repeat(2)}\n\n## Shifts\n\n${paragraph}\n`,
  "SUMMARY.md": "# Table of contents\n\n* [Handbook](README.md)\n* [Keys](keys.md)\n* [On call](on-call.md)\n",
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
  const { stdout } = await promisify(execFile)(process.execPath, [program, "audit", site.url(), "--json"]);
  const { score, categories } = JSON.parse(stdout) as Audit;
  const failed = Object.values(categories)
    .flatMap(({ checks }) => checks)
    .filter(({ passed, skipped }) => !passed && !skipped);
  expect(failed.map(({ name, detail }) => `${name}: ${detail}`)).toEqual([]);
  expect(score).toBe(100);
});

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inProcessClient, openEmbedded } from "../../src/cli/connection.ts";
import type { Client } from "../../src/client/client.ts";
import { readCommandLine } from "../../src/config/config.ts";
import { storePlan } from "../../src/platform/exchange/imports/store-plan.ts";
import { planImport } from "../../src/platform/exchange/space-files/plan.ts";
import { parseToolArguments } from "../../src/tools/arguments.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";
import { documentPaths, project, readText } from "./project-files.ts";

type Arguments = Readonly<Record<string, unknown>>;

let folder: string;

let client: Client;

let close: () => Promise<void>;

/** The manual as the first start imports it. */
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "manual-"));
  const embedded = await openEmbedded(readCommandLine(["--data", folder], {}).config);
  const { platform, organization, user, token } = embedded;
  await storePlan(platform, await planImport(join(project, "docs")), { organization, user, title: "Copydesk" });
  client = inProcessClient(platform, token);
  close = () => platform.close();
});

afterAll(async () => {
  await close();
  await rm(folder, { recursive: true, force: true });
});

async function call(name: string, given: Arguments): Promise<string> {
  const tool = await generatedRegistry.load(name);
  if (tool === undefined) throw new Error(`There is no tool ${name}.`);
  const checked = parseToolArguments(tool, given);
  if (!checked.ok) throw new Error(checked.problem);
  const context = { client, answerTokens: 6000, signal: new AbortController().signal, progress: () => undefined };
  return (await tool.run(checked.parsed, context)).text;
}

/** Calls that a page writes as `tool` with `{…}`, in order. */
function inlineCalls(markdown: string): Map<string, Arguments> {
  const found = markdown.matchAll(/`([a-z_]+)` with `(\{[^`]*\})`/g);
  return new Map([...found].map(([, name = "", text = ""]) => [name, JSON.parse(text) as Arguments]));
}

/** The blocks of JSON on a page. */
function jsonBlocks(markdown: string): Arguments[] {
  return [...markdown.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = ""]) => JSON.parse(text) as Arguments);
}

describe("the manual's examples", () => {
  it("lead from a question to a merged change, as in docs/getting-started/first-edit.md", async () => {
    const page = readText("docs/getting-started/first-edit.md");
    const calls = inlineCalls(page);
    const [edit = {}] = jsonBlocks(page);
    const make = (name: string) => call(name, calls.get(name) ?? {});

    expect([...calls.keys()]).toEqual([
      "search_docs",
      "read_page",
      "open_change_request",
      "show_changes",
      "merge_change_request",
    ]);
    expect(await make("search_docs")).toContain("path reference/configuration,");
    const revision = /revision (\w+)\./.exec(await make("read_page"))?.[1];
    expect(await make("open_change_request")).toContain("Change request #1 ");
    const edited = await call("edit_page", { ...edit, revision });
    expect(edited).toContain("+To back it up, stop every process that uses it and copy it.");
    expect(await make("show_changes")).toContain('Page edited: "Configuration"');
    expect(await make("merge_change_request")).toContain("Merged change request #1 ");
    expect(await make("read_page")).toContain("\nTo back it up, stop every process that uses it and copy it.\n");
  });

  it("work with write_pages, as in docs/guides/edit-pages.md", async () => {
    const batch = jsonBlocks(readText("docs/guides/edit-pages.md")).find((block) => "pages" in block);
    const opened = await call("open_change_request", { space: "Copydesk", subject: "Try a batch" });
    const number = /#(\d+)/.exec(opened)?.[1];
    const answer = await call("write_pages", { ...batch, change_request: number });
    expect(answer).toContain('- created "Backups" (path "getting-started/backups"');
    expect(answer).toContain('- renamed "Install and start"');
    expect(answer).toContain('- moved "Work in CI"');
    expect(answer).toContain('- deleted "Errors"');
  });

  it("are JSON wherever they are marked as JSON", () => {
    const blocks = documentPaths().flatMap((page) => jsonBlocks(readText(page)));
    expect(blocks.length).toBeGreaterThan(8);
  });
});

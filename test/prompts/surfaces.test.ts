import { describe, expect, it } from "vitest";
import { prompts } from "../../src/prompts/prompts.ts";
import { generatedEntries } from "../../src/tools/generated-entries.ts";
import { createSurface, type Selection } from "../../src/tools/surface.ts";
import { ask } from "./ask.ts";
import { docsService } from "./docs-service.ts";

const given: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  update_docs_from_code_change: { change: "-a\n+b" },
  write_page: { subject: "Refunds" },
  review_change_request: { change_request: "9" },
  triage_issue_clusters: {},
  translate_space: { space: "guides", language: "de" },
  publish_api_reference: { slug: "pets", url_or_file: "pets.yaml" },
  find_broken_links_and_stale_pages: { space: "guides" },
};
const names = generatedEntries.map(({ definition }) => definition.name);
const selections: Readonly<Record<string, Selection>> = {
  "the usual surface": {},
  "a read-only surface": { readOnly: true },
  "all toolsets": { toolsets: ["all"] },
  "the sites alone": { toolsets: ["sites"] },
  "one tool": { tools: ["read_page"] },
  "a surface without search": { excludeTools: ["search_docs", "list_spaces"] },
};

describe.each(Object.entries(selections))("a prompt on %s", (_what, selection) => {
  const surface = createSurface(generatedEntries, selection);

  it.each(prompts.map(({ name }) => name))("names only listed tools: %s", async (name) => {
    const [instructions = ""] = await ask(docsService().client, name, given[name], { selection });
    const words = new Set(instructions.match(/\b[a-z]+(?:_[a-z]+)+\b/g));
    const hidden = names.filter((tool) => words.has(tool) && surface.hidden(tool) !== undefined);
    expect(hidden).toEqual([]);
  });
});

describe("the instructions of a prompt", () => {
  it("name the tools in the order of use, with the one that publishes after the person's decision", async () => {
    const [text = ""] = await ask(docsService().client, "update_docs_from_code_change", {
      change: "x",
      space: "guides",
    });
    const tools = text.match(
      /\b(?:search_docs|read_page|open_change_request|edit_page|write_pages|show_changes|merge_change_request)\b/g,
    );
    expect(tools).toEqual([
      "search_docs",
      "read_page",
      "open_change_request",
      "edit_page",
      "write_pages",
      "show_changes",
      "merge_change_request",
    ]);
    expect(text).toMatch(/The person decides whether to merge\. Only after that, if at all: merge_change_request\./);
  });

  it("name an operation instead of a missing tool, or say that none can do it", async () => {
    const step = async (selection: Selection) => {
      const [text = ""] = await ask(docsService().client, "write_page", { subject: "Refunds" }, { selection });
      return { open: /^6\. .*$/m.exec(text)?.[0], end: /The person decides.*$/m.exec(text)?.[0] };
    };
    expect(await step({ toolsets: ["sites"] })).toEqual({
      open: '6. Open a change request: find_operations with "task": "start a change request" names the operation.',
      end: "The person decides whether to merge. Leave it to them.",
    });
    expect(await step({ readOnly: true })).toEqual({
      open: "6. Open a change request: no tool does that here, so say what it would be.",
      end: "The person decides whether to merge. Leave it to them.",
    });
  });

  it("come without data if no tool can be used, but with the person's own text", async () => {
    const selection = { tools: ["edit_page"] };
    expect(await ask(docsService().client, "translate_space", given.translate_space, { selection })).toHaveLength(1);
    const texts = await ask(docsService().client, "update_docs_from_code_change", { change: "-a\n+b" }, { selection });
    expect(texts).toHaveLength(2);
    expect(texts[1]).toContain("-a\n+b\n");
  });

  it("are written without making a change", async () => {
    const service = docsService();
    for (const { name } of prompts) await ask(service.client, name, given[name]);
    expect(service.writes()).toEqual([]);
    expect(service.requests.length).toBeGreaterThan(20);
  });

  it("report progress while they are written, and stop when they are cancelled", async () => {
    const seen: unknown[] = [];
    const abort = new AbortController();
    const progress = (done: number, total: number | undefined) => {
      seen.push([done, total]);
      if (done === 1) abort.abort(new Error("not wanted"));
    };
    const asked = ask(
      docsService().client,
      "review_change_request",
      { change_request: "9" },
      { progress, signal: abort.signal },
    );
    await expect(asked).rejects.toThrow("not wanted");
    expect(seen).toEqual([
      [0, 3],
      [1, 3],
    ]);
  });

  it("do not call an operation that is disabled", async () => {
    const service = docsService();
    const selection = { toolsets: ["all"], excludeTools: ["list_space_links"] };
    const texts = await ask(service.client, "find_broken_links_and_stale_pages", { space: "guides" }, { selection });
    expect(texts[1]).toContain("is switched off here (--exclude-tools)");
    expect(service.requests.filter(({ line }) => line.includes("/links"))).toEqual([]);
  });
});

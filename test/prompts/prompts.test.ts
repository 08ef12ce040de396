import { readFileSync } from "node:fs";
import { dirname, relative, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { listPrompts, prompts } from "../../src/prompts/prompts.ts";

const source = resolve(import.meta.dirname, "../../src");

describe("the list of prompts", () => {
  it("contains each with its arguments, and marks the required ones", () => {
    const shown = listPrompts().map(({ name, arguments: all = [] }) => {
      const names = all.map(({ name, required }) => (required === true ? name : `${name}?`));
      return `${name}(${names.join(", ")})`;
    });
    expect(shown).toEqual([
      "update_docs_from_code_change(change, space?)",
      "write_page(subject, space?, audience?)",
      "review_change_request(change_request, space?)",
      "triage_issue_clusters(organization?, cluster?)",
      "translate_space(space, language)",
      "publish_api_reference(slug, url_or_file)",
      "find_broken_links_and_stale_pages(space)",
    ]);
  });

  it("describes each in one sentence, and each argument in a few words", () => {
    for (const { title = "", description = "", arguments: all = [] } of listPrompts()) {
      expect(title).toMatch(/^[A-Z][\w ]{5,40}$/);
      expect(description).toMatch(/^[A-Z][^.]{20,140}\.$/);
      for (const { description: meaning = "" } of all) expect(meaning).toMatch(/^[A-Z].{5,80}[^.]$/);
    }
  });

  it("has a file named after each prompt", () => {
    for (const { name } of prompts) {
      const file = resolve(source, "prompts", `${name.replaceAll("_", "-")}.ts`);
      expect(readFileSync(file, "utf8")).toContain(`name: "${name}"`);
    }
    expect(prompts).toHaveLength(7);
  });

  it("is loaded without the contract, the client, a tool or a package", () => {
    expect(loadedWith(resolve(source, "prompts/prompts.ts")).sort()).toEqual([
      "markdown/text/invisible.ts",
      "markdown/text/lines.ts",
      "markdown/text/occurrences.ts",
      "present/wording.ts",
      "prompts/find-broken-links-and-stale-pages.ts",
      "prompts/prompt.ts",
      "prompts/prompts.ts",
      "prompts/publish-api-reference.ts",
      "prompts/review-change-request.ts",
      "prompts/translate-space.ts",
      "prompts/triage-issue-clusters.ts",
      "prompts/update-docs-from-code-change.ts",
      "prompts/write-page.ts",
    ]);
  });
});

/** A module and all that it imports at once, from `src`; a package by its name. */
function loadedWith(file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const statements = readFileSync(file, "utf8").matchAll(/^import (?!type\b)[^;]*?"([^"]+)";/gm);
  const imported = [...statements].map((match) => match[1] ?? "");
  return [
    relative(source, file),
    ...imported.flatMap((target) =>
      target.startsWith(".") ? loadedWith(resolve(dirname(file), target), seen) : [target],
    ),
  ];
}

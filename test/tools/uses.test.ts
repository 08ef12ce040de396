import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { CallOptions } from "../../src/client/call.ts";
import type { Client } from "../../src/client/client.ts";
import { listOperations } from "../../src/contract/index.ts";
import { catalog } from "../../src/tools/catalog.ts";
import type { Tool } from "../../src/tools/tool.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../support/workspace.ts";
import { callTool } from "./catalog/call-tool.ts";
import { type Input, scriptedCalls, scriptedOrganization } from "./scripted-calls.ts";

let workspace: Workspace;
let guides: SeededSpace;
let draft: { id: string; number: number; revision: string };

beforeAll(async () => {
  workspace = await openWorkspace();
  guides = await workspace.makeSpace("Guides", [
    { markdown: "# Old news\n", slug: "news" },
    {
      markdown: "# First steps\n\nOne.\n",
      slug: "start",
      pages: [{ markdown: "# Set up\n\nTwo.\n", slug: "install" }],
    },
  ]);
  await workspace.client.openapiSpecs.set({
    organizationId: workspace.organization,
    specSlug: "tides",
    source: { text: '{"openapi":"3.1.0","info":{"title":"Tides","version":"1"},"paths":{}}' },
  });
  const handbook = await workspace.makeSpace("Handbook", [{ markdown: "# Gone\n" }]);
  const passage = { name: ".gitbook/includes/help.md", contentType: "text/markdown", base64: "SGVscC4K" };
  const changes = [
    { operation: "delete_page" as const, page: handbook.page("gone") },
    { operation: "insert_files" as const, files: [passage] },
  ];
  await workspace.openChangeRequest(handbook.id, changes, "draft");
  draft = await workspace.openChangeRequest(guides.id, [
    { operation: "update_page", page: guides.page("start"), document: { markdown: "# First steps\n\nNew.\n" } },
    { operation: "delete_page", page: guides.page("news") },
    { operation: "insert_files", files: [passage] },
  ]);
});
afterAll(() => workspace.close());

interface Noted {
  /** Ids of the operations that were called. */
  readonly called: Set<string>;
  /** The signals of the calls of the tool. */
  readonly signals: Set<unknown>;
  /** Ids of the operations that were called with another signal, or without one. */
  readonly strays: Set<string>;
}

/** The same client, which notes what is called. */
function recording(client: Client, { called, signals, strays }: Noted): Client {
  const groups: Record<string, Record<string, unknown>> = {};
  for (const { group, name, operation } of listOperations()) {
    const call = Reflect.get(client[group], name) as (...given: unknown[]) => Promise<unknown>;
    groups[group] ??= {};
    groups[group][name] = (...given: unknown[]) => {
      called.add(operation.id);
      const { signal } = (given[1] ?? {}) as CallOptions;
      if (!signals.has(signal)) strays.add(operation.id);
      return call(...given);
    };
  }
  return groups as object as Client;
}

/** A service that does not preview merges, so they are judged from reads. */
const withoutPreviews = () =>
  workspace.clientThrough(async (request, send) => {
    const answer = await send(request);
    if (!answer.ok || !new URL(request.url).pathname.endsWith("/changes")) return answer;
    const { merge: _merge, ...rest } = (await answer.json()) as Record<string, unknown>;
    return Response.json(rest);
  });

/** What a tool called over several calls, and the operations that it declares. */
async function compare(name: keyof typeof catalog) {
  const tool: Tool = (await catalog[name]()) as object as Tool;
  const noted: Noted = { called: new Set(), signals: new Set(), strays: new Set() };
  // Later content of the space, which makes the change request outdated.
  await workspace.edit(guides.id, [{ operation: "insert_page", document: { markdown: `# For ${name}\n` } }]);
  const embedded = recording(withoutPreviews(), noted);
  for (const input of calls[name]?.() ?? []) await confirmAndCall(tool, embedded, input, noted);
  const scripted = recording(scriptedOrganization(), noted);
  for (const input of scriptedCalls[name] ?? []) await confirmAndCall(tool, scripted, input, noted);
  const { called, strays } = noted;
  return { called: [...called].sort(), strays: [...strays], uses: tool.uses.map(({ id }) => id).sort() };
}

/** Calls a tool, after computing the question to a person about the call. */
async function confirmAndCall(tool: Tool, client: Client, input: Input, { signals }: Noted): Promise<void> {
  const noting =
    (run: Tool["run"]): Tool["run"] =>
    (given, context) => {
      signals.add(context.signal);
      return run(given, context);
    };
  const ask: Tool["run"] = async (...given) => ({ text: (await tool.consequence?.(...given)) ?? "" });
  await callTool({ ...tool, run: noting(ask) }, client, input);
  await callTool({ ...tool, run: noting(tool.run) }, client, input);
}

/** A page between two revisions, and from one to the draft and to now. */
const diffs = () => [
  { space: "Guides", page: "start", revisions: `${guides.revision}..${draft.revision}` },
  ...[{ space: "Guides" }, ...contents()].map((content) => ({ ...content, page: "start", revisions: guides.revision })),
];

/** Every way of naming a space and a change request. */
const contents = () => [
  { space: guides.id, change_request: String(draft.number) },
  { space: "Guides", change_request: "Seed" },
];

/** Inputs that together cover every path of a tool that calls an operation; the rest are in `scriptedCalls`. */
const calls: Readonly<Record<string, () => readonly Input[]>> = {
  search_docs: () => [
    { query: "steps" },
    { query: "steps", space: "Guides" },
    ...[{ space: "Guides" }, ...contents()].map((content) => ({ ...content, query: "steps", match: "any_case" })),
  ],
  list_spaces: () => [{}],
  list_pages: () =>
    [{ space: "Guides" }, ...contents()].flatMap((content) => [content, { ...content, headings: true }]),
  read_page: () =>
    [{ space: "Guides" }, ...contents()].flatMap((content) => [
      { ...content, page: guides.page("start") },
      { ...content, page: "start/install" },
      { ...content, page: "Set up" },
      { ...content, page: guides.page("start"), revision: guides.revision },
    ]),
  edit_page: () =>
    contents().flatMap((content) =>
      [guides.page("start/install"), "start/install", "Set up"].map((page) => ({
        ...content,
        page,
        revision: guides.revision,
        dry_run: page !== "Set up" || content.change_request !== "Seed",
        // A heading that is removed, and a link that may lead to a file.
        edits: [{ old_text: "# Set up\n\nTwo.", new_text: "# Installed\n\n[Three](3.png)." }],
      })),
    ),
  write_pages: () =>
    contents().map((content) => ({
      ...content,
      dry_run: content.change_request !== "Seed",
      pages: [
        { action: "create", title: "More" },
        { action: "create", openapi: "Tides" },
        { action: "revert", page: "Old news" },
        { action: "replace", page: "start", markdown: "# Next steps\n\n[Newer](n.png).\n", revision: draft.revision },
      ],
    })),
  show_changes: () => [...contents(), { space: "Handbook", change_request: "2" }, { space: "Guides" }, {}, ...diffs()],
  open_change_request: () => [
    { space: "Guides", subject: "Another" },
    { space: "Guides", subject: "Back", undo: "1" },
  ],
  update_change_request: () => contents().map((content) => ({ ...content, update_from_space: true, status: "open" })),
  merge_change_request: () => [{ space: "Guides", change_request: "Seed", update_first: true }],
};

/** They reach every operation of an effect, or none; the arguments say which they call. */
const longTail = ["find_operations", "read_operation", "write_operation", "delete_operation"];

describe("the operations that a tool declares", () => {
  const compared = [...new Set([...Object.keys(calls), ...Object.keys(scriptedCalls)])] as (keyof typeof catalog)[];

  it.each(compared)("are those that %s calls, each with the signal of its own call", async (name) => {
    const { called, strays, uses } = await compare(name);
    expect(uses).toEqual(called);
    expect(strays).toEqual([]);
  });

  it("are compared for every hand-made tool", () => {
    expect([...compared, ...longTail].sort()).toEqual(Object.keys(catalog).sort());
  });

  it("are none for the three tools that call any operation, which declare their effect", async () => {
    const tools = await Promise.all([catalog.read_operation(), catalog.write_operation(), catalog.delete_operation()]);
    expect(tools.map(({ effect, uses }) => [effect, uses])).toEqual([
      ["read", []],
      ["run", []],
      ["delete", []],
    ]);
  });
});

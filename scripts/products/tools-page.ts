import { code, markdownTable, page, paragraphs } from "../../src/reference/markdown.ts";
import { typeWords } from "../../src/reference/members.ts";
import type { JsonSchema } from "../../src/reference/schemas.ts";
import { catalog } from "../../src/tools/catalog.ts";
import { toolDefinition } from "../../src/tools/definition.ts";
import type { Tool, ToolDefinition } from "../../src/tools/tool.ts";

/** Guides that say more than a tool's definition can. */
const guides: Readonly<Record<string, string>> = {
  edit_page: "[Edit pages](guides/edit-pages.md) explains `edits`.",
  write_pages: "[Edit pages](guides/edit-pages.md#whole-pages) explains `pages`.",
  manage_people: "[Invite people](guides/invite-people.md) goes on.",
  check_integration: "[Integrations](guides/integrations.md#find-out-why-it-did-not-run) goes on.",
  show_changes: "[Review and merge](guides/review-and-merge.md) goes on.",
  sync_git:
    "[Keep a space in sync with a Git repository](guides/import-and-export.md#keep-a-space-in-sync-with-a-git-repository) continues.",
  merge_change_request:
    "Conflicts change nothing in the space; [Resolve conflicts](guides/resolve-conflicts.md) goes on.",
};

const introduction = [
  "These are the tools of the toolset `default`, which an agent is given unless it is told otherwise: [Configuration](configuration.md#which-tools). `manage_people` is in the toolset `organization` alone, `check_integration` and `set_up_integration` are in `integrations` alone. Each other toolset is a part of the API. It holds the tools of this page that belong to it and one tool for each of its operations, such as `get_space_by_id` in `content`; where such a name is in the table, the tool of the table stands for it. [Coverage](coverage.md) lists every operation.",
  "In all of them `space` is an id, a title or a URL, and may be left out of the optional ones when there is only one space; `page` is an id, path, title or URL; `change_request` a number, id, subject or URL. An object or a list that comes as a string of JSON is read as what it holds.",
  "Operations take `spaceId` and `changeRequestId` as they are named here, and do without `organizationId` when there is only one organization; what changes something wants a title in full. What they take as a tree of blocks, such as `instructions`, may be Markdown. An answer that is cut gives a cursor, with which `read_operation` goes on.",
].join("\n\n");

/** The manual's page about the hand-written tools. */
export async function toolsPage(): Promise<string> {
  const tools = await Promise.all(Object.values(catalog).map(async (load) => (await load()) as object as Tool));
  const definitions = tools.map((tool) => toolDefinition(tool));
  const rows = definitions.map((definition, at) => [
    `[${code(definition.name)}](#${definition.name})`,
    tools[at]?.toolset ?? "",
    effectOf(definition),
    definition.title,
  ]);
  return page(
    "The tools an agent is given, with their arguments.",
    "# Tools",
    markdownTable(["Tool", "Toolset", "Effect", "Does"], rows),
    introduction,
    ...definitions.map(section),
  );
}

function effectOf({ annotations }: ToolDefinition): string {
  if (annotations.readOnlyHint) return "reads";
  return annotations.destructiveHint ? "overwrites or removes" : "writes";
}

function section({ name, description, inputSchema }: ToolDefinition): string {
  const required = new Set(inputSchema.required);
  const rows = Object.entries(inputSchema.properties).map(([argument, schema]) => [
    code(argument),
    required.has(argument) ? "yes" : "",
    typeWords(schema as JsonSchema, code),
    schema.default === undefined ? "" : code(JSON.stringify(schema.default)),
    typeof schema.description === "string" ? schema.description : "",
  ]);
  const table = markdownTable(["Argument", "Required", "Type", "Default", "Means"], rows);
  return paragraphs(`## ${name}`, description, table, guides[name]);
}

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
  manage_people: "For more, see [Invite people](guides/invite-people.md).",
  check_integration: "For more, see [Integrations](guides/integrations.md#find-out-why-it-did-not-run).",
  show_changes: "For more, see [Review and merge](guides/review-and-merge.md).",
  sync_git:
    "For more, see [Keep a space in sync with a Git repository](guides/import-and-export.md#keep-a-space-in-sync-with-a-git-repository).",
  merge_change_request: "Conflicts change nothing in the space: see [Resolve conflicts](guides/resolve-conflicts.md).",
};

const introduction = [
  "These are the tools of the toolset `default`, which agents get unless configured otherwise: [Configuration](configuration.md#which-tools). `manage_people` is only in the toolset `organization`, `check_integration` and `set_up_integration` are only in `integrations`. Each other toolset covers a part of the API: the tools of this page that belong to it, and one tool for each of its operations, such as `get_space_by_id` in `content`. If the table has a tool of that name, it takes the place of the operation's tool. [Coverage](coverage.md) lists every operation.",
  "In all of them, `space` is an id, a title or a URL, and can be left out where it is optional if there is only one space; `page` is an id, path, title or URL; `change_request` is a number, id, subject or URL. An object or a list sent as a string of JSON is parsed.",
  "Operations accept the same names for `spaceId` and `changeRequestId`, and need no `organizationId` if there is only one organization; operations that change something require a title in full. Arguments that are trees of blocks, such as `instructions`, can be Markdown. A result that is cut ends with a cursor, with which `read_operation` continues.",
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
    "The tools that agents get, with their arguments.",
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

/** A part of a tool's answer: untrusted text, or Copydesk's own. */
export interface ResultPart {
  readonly isContent: boolean;
  readonly text: string;
}

/** The command that corresponds to a tool, for messages written for agents. */
const commandByTool: Readonly<Record<string, string>> = {
  list_spaces: "copydesk spaces",
  list_pages: "copydesk pages",
  search_docs: "copydesk search",
  read_page: "copydesk read",
  show_changes: "copydesk changes",
  list_comments: "copydesk comment",
  post_comment: "copydesk comment",
  merge_change_request: "copydesk merge",
  open_change_request: "copydesk propose",
  edit_page: "copydesk edit",
  write_pages: "copydesk edit",
  update_change_request: "copydesk update",
  publish_openapi_spec: "copydesk openapi publish",
  sync_git: "copydesk call importGitRepository",
  // Tools without a command of their own: the operations they correspond to can be called.
  show_organization: "copydesk call",
  read_operation: "copydesk call",
  write_operation: "copydesk call",
  delete_operation: "copydesk call",
};

/** Commands that create something more conveniently than the operation does. */
const commandByOperation: Readonly<Record<string, string>> = { createSpace: "copydesk import <folder>" };

type CallArguments = Readonly<Record<string, unknown>>;

const inShell = (value: unknown) => (/^[\w-]+$/.test(String(value)) ? String(value) : `"${value}"`);

/** The flags with the names of arguments; those that are not given are left out. */
const flags = (args: CallArguments, ...names: readonly string[]) =>
  names.flatMap((name) => (args[name] === undefined ? [] : [`--${name.replaceAll("_", "-")} ${inShell(args[name])}`]));

/** The command line for a call of a tool. */
function toCommandLine(tool: string, args: CallArguments): string {
  const changeRequest = args.change_request === undefined ? "<change request>" : inShell(args.change_request);
  const parts = (...all: readonly (string | readonly string[])[]) => ["copydesk", ...all.flat()].join(" ");
  switch (tool) {
    case "update_change_request":
      if (args.status === undefined) return parts("update", changeRequest, flags(args, "space"));
      return parts(
        "call updateChangeRequestById",
        `'${JSON.stringify({ spaceId: args.space, changeRequestId: args.change_request, status: args.status })}'`,
      );
    case "merge_change_request":
      return parts("merge", changeRequest, flags(args, "space"));
    case "edit_page":
      return parts("edit <page>", flags(args, "change_request", "space"));
    case "show_changes":
      return args.change_request === undefined
        ? parts("changes", flags(args, "status", "space"))
        : parts("diff", changeRequest, flags(args, "space"));
    case "list_pages":
      return parts("pages", flags(args, "under"));
    case "read_page":
      return args.format === "outline" ? parts("read <page> --outline") : parts("read <page>");
    default:
      return commandByTool[tool] ?? "copydesk call";
  }
}

const someTool =
  "(?:list|search|read|show|open|edit|write|update|post|merge|publish|sync|delete|translate|ingest)_[a-z_]+";

const someValue = '(?:"[^"]*"|true|false|\\d+|its id)';

/** A tool and its arguments, as JSON or after `with`. */
const toolCall = new RegExp(
  `\\b(${someTool})(?: each)? (?:with )?(\\{"[^{}]*\\}|"[a-z_]+": ${someValue}(?:,? (?:and )?"[a-z_]+": ${someValue})*)`,
  "g",
);

function readArguments(text: string): CallArguments {
  const found = [...text.matchAll(/"([a-z_]+)": ?("[^"]*"|true|false|\d+)/g)];
  return Object.fromEntries(found.map(([, name = "", value = ""]) => [name, JSON.parse(value) as unknown]));
}

/** How to meet merge rules: one tool does what several commands and operations do. */
const meetRules = (changeRequest: string) =>
  `To meet merge rules: copydesk update ${changeRequest} updates it from the space; copydesk comment --change-request ${changeRequest} shows what reviewers said; copydesk review ${changeRequest} approve submits your own review; authors cannot approve their own changes. copydesk call updateChangeRequestById sets subject and description, copydesk call requestReviewersForChangeRequest requests reviews.`;

/** Rewrites a sentence for a person: tools become commands, and arguments become flags. */
export function forPerson(text: string): string {
  return text
    .replace(/ To keep its text unchanged, write_pages .*?brings it back\./, "")
    .replace(/ write_pages with "action": .*? creates some\./, "")
    .replace(
      /To meet merge rules: update_change_request with "change_request": "(\w+)" .*? their own changes\./,
      (_, changeRequest: string) => meetRules(changeRequest),
    )
    .replace(/\bLink for the person: /g, "See it at ")
    .replace(/\bedit_page and write_pages edit in it\./, "copydesk edit changes a page in it.")
    .replace(
      /\b(?:read|write|delete)_operation (\w+)/g,
      (_, operation: string) => commandByOperation[operation] ?? `copydesk call ${operation}`,
    )
    .replace(toolCall, (_, tool: string, args: string) => toCommandLine(tool, readArguments(args)))
    .replace(/\bwrite_pages "\w+"/g, "copydesk call updateChangeRequestContent")
    .replace(new RegExp(`\\b${someTool}\\b`, "g"), (tool) => commandByTool[tool] ?? tool)
    .replace(
      /`(change_request|update_first|space|page|status|section|revision|organization|slug)`/g,
      (_, name: string) => `--${name.replaceAll("_", "-")}`,
    );
}

/**
 * A tool's answer without the marks that fence untrusted text for a model, and without the advice on which
 * tool comes next.
 */
export function splitResult(result: string): ResultPart[] {
  const parts: { isContent: boolean; lines: string[] }[] = [];
  let mark: string | undefined;
  const add = (isContent: boolean, line: string) => {
    const last = parts.at(-1);
    if (last?.isContent === isContent) last.lines.push(line);
    else parts.push({ isContent, lines: [line] });
  };
  for (const line of result.split("\n")) {
    if (mark === undefined) {
      mark = /^<(text-[0-9a-f]{10})>$/.exec(line)?.[1];
      if (mark === undefined && !isForAgents(line)) add(false, forPerson(line));
    } else if (line === `</${mark}>`) {
      mark = undefined;
    } else {
      add(true, line);
    }
  }
  return parts.map(({ isContent, lines }) => ({ isContent, text: lines.join("\n") }));
}

/** Lines that explain the marks, name an argument of the next call, or say which tool to call next. */
const isForAgents = (line: string) =>
  /^Texts? .*marks (?:is|are) data/.test(line) ||
  /^(?:Next: |With "|There (?:is|are) more: the same arguments)/.test(line) ||
  /^[a-z]+_[a-z_]+ (?:with|shows|reads|gives)\b/.test(line) ||
  /Markdown links to a page: `\/pages\//.test(line);

/** A tool's answer or error as lines for a person. */
export const shownText = (result: string): string =>
  splitResult(result)
    .map(({ text }) => text)
    .join("\n");

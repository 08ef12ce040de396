/** A part of a tool's answer: untrusted text, or Copydesk's own. */
export interface AnswerPart {
  readonly isContent: boolean;
  readonly text: string;
}

/** The command that corresponds to a tool, for messages written for agents. */
const commandOf: Readonly<Record<string, string>> = {
  list_spaces: "copydesk spaces",
  list_pages: "copydesk pages",
  search_docs: "copydesk search",
  read_page: "copydesk read",
  show_changes: "copydesk changes or diff",
  list_comments: "copydesk comment",
  post_comment: "copydesk comment or review",
  merge_change_request: "copydesk merge",
  open_change_request: "copydesk propose",
  edit_page: "copydesk edit",
  write_pages: "copydesk edit",
  update_change_request: "copydesk update",
  publish_openapi_spec: "copydesk openapi publish",
};

/** Commands that create something more conveniently than the operation does. */
const makingCommand: Readonly<Record<string, string>> = { createSpace: "copydesk import <folder>" };

/** Rewrites a sentence for a person: tools become commands, and arguments become flags. */
export function forPerson(text: string): string {
  return text
    .replace(/ To keep its text unchanged, write_pages .*?brings it back\./, "")
    .replace(/ write_pages with "action": .*? makes some\./, "")
    .replace(/\bThe person sees it at /g, "See it at ")
    .replace(/\bedit_page and write_pages edit in it\./, "copydesk edit changes a page in it.")
    .replace(
      /\bwrite_operation (\w+)/g,
      (_, operation: string) => makingCommand[operation] ?? `copydesk call ${operation}`,
    )
    .replace(
      /\b(edit_page|update_change_request|merge_change_request) with "change_request": "([^"]+)"(?:, "update_from_space": true)?/g,
      (_, tool: string, named: string) =>
        `${commandOf[tool]} ${tool === "edit_page" ? "--change-request " : ""}${named}`,
    )
    .replace(
      /\b(?:list|search|read|show|open|edit|write|update|post|merge|publish)_[a-z_]+\b/g,
      (tool) => commandOf[tool] ?? tool,
    )
    .replace(
      /`(change_request|update_first|space|page|status|section|revision|organization|slug)`/g,
      (_, name: string) => `--${name.replaceAll("_", "-")}`,
    );
}

/**
 * A tool's answer without the marks that fence untrusted text for a model, and without the advice on which
 * tool comes next.
 */
export function partsOf(answer: string): AnswerPart[] {
  const parts: { isContent: boolean; lines: string[] }[] = [];
  let mark: string | undefined;
  const add = (isContent: boolean, line: string) => {
    const last = parts.at(-1);
    if (last?.isContent === isContent) last.lines.push(line);
    else parts.push({ isContent, lines: [line] });
  };
  for (const line of answer.split("\n")) {
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
export const shownText = (answer: string): string =>
  partsOf(answer)
    .map(({ text }) => text)
    .join("\n");

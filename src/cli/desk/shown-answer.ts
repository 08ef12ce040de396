/** A part of a tool's answer: text that others wrote, or what Copydesk says of it. */
export interface AnswerPart {
  readonly isContent: boolean;
  readonly text: string;
}

/** The command that does what a tool does, for messages that were written for agents. */
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

/** A sentence for a person instead of an agent: its tools are commands, and its arguments flags. */
export function forPerson(text: string): string {
  return text
    .replace(/ To keep its text as it is, write_pages .*?brings it back\./, "")
    .replace(/\bThe person sees it at /g, "See it at ")
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
 * A tool's answer without the marks that keep others' text from speaking to a model, and without the advice on which
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

/** What explains the marks, names an argument of a next call, or says which tool to call next. */
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

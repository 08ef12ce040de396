import { findBodyStart } from "../grammar/front-matter.ts";
import { escapeHtml } from "../grammar/html.ts";

/**
 * The text of a page with its containers, as in `:::tip Title` … `:::`, as blocks: hints, expandables, tabs. Others,
 * with another name, without an end, or in code, stay unchanged.
 */
export function markdownFromContainers(text: string): string {
  if (!/^[ \t]*:{3}/m.test(text)) return text;
  const bodyStart = findBodyStart(text);
  const lines = text.slice(bodyStart).split("\n");
  const open: Container[] = [];
  let fence: string | undefined;
  for (const [index, line] of lines.entries()) {
    fence = fenceAfter(line, fence);
    const colons = fence === undefined ? /^([ \t]*)(:{3,})[ \t]*(.*)$/.exec(line) : null;
    if (colons === null) continue;
    const [, indent = "", marker = "", rest = ""] = colons;
    if (rest.trim() !== "") {
      open.push({ index, indent, marker, ...parseHead(rest) });
      continue;
    }
    if (open.at(-1)?.marker !== marker) continue;
    const container = open.pop();
    if (container !== undefined) replace(lines, container, index);
  }
  return text.slice(0, bodyStart) + lines.join("\n");
}

interface Container {
  /** For its first line. */
  readonly index: number;
  readonly indent: string;
  readonly marker: string;
  readonly name: string;
  /** Inline Markdown. */
  readonly title: string;
}

/** The fence that is open after a line. */
function fenceAfter(line: string, open: string | undefined): string | undefined {
  const [, fence = "", rest = ""] = /^[ \t]*(`{3,}|~{3,})(.*)$/.exec(line) ?? [];
  if (fence === "") return open;
  if (open === undefined) return fence.startsWith("`") && rest.includes("`") ? undefined : fence;
  return fence.startsWith(open) && rest.trim() === "" ? undefined : open;
}

/** The name of a container and its title, which is in brackets or the rest of the line, without attributes. */
function parseHead(text: string): Pick<Container, "name" | "title"> {
  const [, name = "", rest = ""] = /^([\w-]*)(.*)$/.exec(text.trim()) ?? [];
  const titled = rest.trim().startsWith("{") ? "" : rest.trim();
  const bracketed = /^\[([^\]]*)\]/.exec(titled)?.[1];
  return { name: name.toLowerCase(), title: (bracketed ?? titled).trim() };
}

const hintStyles: ReadonlyMap<string, string> = new Map([
  ["note", "info"],
  ["info", "info"],
  ["important", "info"],
  ["abstract", "info"],
  ["tip", "success"],
  ["success", "success"],
  ["check", "success"],
  ["warning", "warning"],
  ["warn", "warning"],
  ["caution", "warning"],
  ["danger", "danger"],
  ["error", "danger"],
]);

/** Writes a container's first and last lines as those of a block. */
function replace(lines: string[], container: Container, end: number): void {
  const { name, title } = container;
  const style = hintStyles.get(name);
  if (style !== undefined) {
    const titled = title === "" ? [] : [`**${title}**`, ""];
    write(lines, container, [`{% hint style="${style}" %}`, ...titled], end, ["{% endhint %}"]);
  } else if (name === "details") {
    const summary = `<summary>${escapeHtml(title === "" ? "Details" : title)}</summary>`;
    write(lines, container, ["<details>", "", summary, ""], end, ["", "</details>"]);
  } else if (name === "code-group") {
    markTabs(lines, container, end);
    write(lines, container, ["{% tabs %}"], end, ["{% endtabs %}"]);
  }
}

/** Each code block of a group becomes a tab, named by the brackets after its language. */
function markTabs(lines: string[], { index: start, indent }: Container, end: number): void {
  let fence: string | undefined;
  for (let index = start + 1; index < end; index += 1) {
    const line = lines[index] ?? "";
    const before = fence;
    fence = fenceAfter(line, fence);
    if (before === undefined && fence !== undefined) {
      const [, language = "", title = language] =
        /(?:`{3,}|~{3,})[ \t]*([^\s[{]*)[^[]*(?:\[([^\]]*)\])?/.exec(line) ?? [];
      const code = line.replace(/[ \t]*\[[^\]]*\]/, "");
      lines[index] = `${indent}{% tab title="${escapeHtml(title === "" ? "Code" : title)}" %}\n${code}`;
    } else if (before !== undefined && fence === undefined) lines[index] = `${line}\n${indent}{% endtab %}`;
  }
}

function write(lines: string[], { index, indent }: Container, first: string[], end: number, last: string[]): void {
  const indented = (block: readonly string[]) => block.map((line) => (line === "" ? "" : indent + line)).join("\n");
  const isBlank = (line: string | undefined) => line === undefined || line.trim() === "";
  lines[index] = (isBlank(lines[index - 1]) ? "" : "\n") + indented(first);
  lines[end] = indented(last) + (isBlank(lines[end + 1]) ? "" : "\n");
}

import { findBodyStart } from "../grammar/front-matter.ts";
import { escapeHtml, printHtmlTag, readHtmlTag } from "../grammar/html.ts";
import { type MdxComponent, type MdxNode, readComponents } from "./mdx-components.ts";

/**
 * The text of a page written in MDX, with its components as blocks, without its imports and exports.
 * A page without any of these is returned unchanged.
 */
export function markdownFromMdx(text: string): string {
  const bodyStart = findBodyStart(text);
  const body = text.slice(bodyStart);
  const nodes = readComponents(body);
  if (nodes.every((node) => typeof node === "string") && nodes.join("") === body) return text;
  const written = withoutOuterBlankLines(printNodes(nodes, true));
  const isSeparate = bodyStart > 0 && /^[ \t]*\r?\n/.test(body);
  return `${text.slice(0, bodyStart)}${isSeparate ? "\n" : ""}${written === "" ? "" : `${written}\n`}`;
}

/** The form in which a component is written; undefined if only its content stays. */
type Print = (component: MdxComponent) => string | undefined;

const hint =
  (style: string): Print =>
  ({ attributes, children }) => {
    const title = attributes.title === undefined ? "" : `**${attributes.title}**\n\n`;
    return `{% hint style="${style}" %}\n${title}${printContent(children)}\n{% endhint %}`;
  };

const info = hint("info");
const success = hint("success");
const warning = hint("warning");
const danger = hint("danger");

const callouts: ReadonlyMap<string, Print> = new Map([
  ["tip", success],
  ["success", success],
  ["check", success],
  ["warning", warning],
  ["warn", warning],
  ["caution", warning],
  ["error", danger],
  ["danger", danger],
]);

const callout: Print = (component) => (callouts.get(component.attributes.type ?? "") ?? info)(component);

const tabNames = new Set(["Tab", "Tabs.Tab", "TabItem"]);

const prints: ReadonlyMap<string, Print> = new Map<string, Print>([
  ["Note", info],
  ["Info", info],
  ["Tip", success],
  ["Check", success],
  ["Warning", warning],
  ["Caution", warning],
  ["Danger", danger],
  ["Callout", callout],
  ["Aside", callout],
  ["Admonition", callout],
  ["Tabs", printTabs],
  ["CodeGroup", printCodeGroup],
  ["Steps", printSteps],
  ["Accordion", printExpandable],
  ["Expandable", printExpandable],
  ["Card", (component) => printCards([component])],
  ["Frame", printFrame],
  ["ParamField", printField],
  ["ResponseField", printField],
]);

/** `isPage`: indentation outside lists has no meaning and is dropped. */
function printNodes(nodes: readonly MdxNode[], isPage: boolean): string {
  const printed = new PrintedNodes();
  for (let index = 0; index < nodes.length; index++) {
    const node = nodes[index] ?? "";
    if (typeof node === "string") {
      printed.text(node);
      continue;
    }
    const indent = isPage && !printed.isInList(node.indent) ? "" : node.indent;
    if (node.name === "Card") {
      const cards = [node];
      for (let next = index + 1; next < nodes.length; next++) {
        const follower = nodes[next] ?? "";
        if (typeof follower === "string" ? follower.trim() !== "" : follower.name !== "Card") break;
        if (typeof follower === "string") continue;
        cards.push(follower);
        index = next;
      }
      printed.block(printCards(cards), indent);
      continue;
    }
    const block = printed.isInTable() ? undefined : prints.get(node.name)?.(node);
    if (block !== undefined) printed.block(block, indent);
    else if (node.isEmpty) printed.text(prints.has(node.name) ? "" : codeSpan(node.source));
    else if (hasLines(node)) printed.block(printContent(node.children), indent);
    else printed.text(printNodes(node.children, false));
  }
  return printed.all();
}

const hasLines = ({ children }: MdxComponent): boolean =>
  children.some((child) => (typeof child === "string" ? child.includes("\n") : true));

/** How far back to look for the list item that a block belongs to. */
const maxLinesBack = 200;

class PrintedNodes {
  readonly #parts: string[] = [];
  #afterBlock = false;

  text(text: string): void {
    const rest = this.#afterBlock ? withoutFirstBlankLines(text) : text;
    if (rest === "" && text !== "") return;
    this.#parts.push(rest);
    if (rest !== "") this.#afterBlock = false;
  }

  block(block: string, indent: string): void {
    if (block === "") return;
    let last = this.#parts.pop();
    while (last !== undefined && last.trim() === "") last = this.#parts.pop();
    if (last !== undefined) this.#parts.push(last.trimEnd(), "\n\n");
    this.#parts.push(indented(block, indent), "\n\n");
    this.#afterBlock = true;
  }

  isInTable(): boolean {
    const last = this.#parts.at(-1) ?? "";
    return /^[ \t]*\|/.test(last.slice(last.lastIndexOf("\n") + 1));
  }

  /** Whether a block with this indentation belongs to a list item above it. */
  isInList(indent: string): boolean {
    if (indent === "") return false;
    for (let index = this.#parts.length - 1, lines = 0; index >= 0; index--) {
      for (const line of (this.#parts[index] ?? "").split("\n").reverse()) {
        lines += 1;
        if (lines > maxLinesBack) return false;
        const [before = ""] = /^[ \t]*/.exec(line) ?? [];
        if (line.trim() === "" || before.length >= indent.length) continue;
        if (/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]/.test(line)) return true;
        if (before === "") return false;
      }
    }
    return false;
  }

  all(): string {
    return this.#parts.join("");
  }
}

/** The content of a component, as text that begins at the start of its lines. */
const printContent = (children: readonly MdxNode[]): string => dedented(printNodes(children, false));

function printTabs({ lists, children }: MdxComponent): string | undefined {
  const tabs = children.filter((child) => typeof child !== "string" && tabNames.has(child.name)) as MdxComponent[];
  if (tabs.length === 0) return undefined;
  const titles = lists.items ?? [];
  const printed = tabs.map(({ attributes, children }, index) => {
    const { title, label, name, value } = attributes;
    return printTab(title ?? label ?? name ?? titles[index] ?? value ?? `Tab ${index + 1}`, printContent(children));
  });
  return withLeftover(children, tabs, `{% tabs %}\n${printed.join("\n\n")}\n{% endtabs %}`);
}

/** The block, after what is next to its parts. */
function withLeftover(children: readonly MdxNode[], parts: readonly MdxNode[], block: string): string {
  const used = new Set(parts);
  const rest = printContent(children.filter((child) => !used.has(child)));
  return rest === "" ? block : `${rest}\n\n${block}`;
}

const printTab = (title: string, content: string) =>
  `{% tab title="${title.replaceAll(/[\\"]/g, "\\$&").replaceAll(/\s+/g, " ")}" %}\n${content}\n{% endtab %}`;

/** A block may be closed by more marks than it was opened with. */
const fences = /^(`{3,}|~{3,})[ \t]*([^\n]*)\n([\s\S]*?)^\1[`~]*[ \t]*(?:\n|$)/gm;

function printCodeGroup({ children }: MdxComponent): string | undefined {
  const content = printContent(children).replaceAll(/^[ \t]+(?=(?:`{3,}|~{3,})[^\n]*$)/gm, "");
  const codes = [...content.matchAll(fences)];
  if (codes.length === 0) return undefined;
  const tabs = codes.map(([, marks = "", line = "", code = ""], index) => {
    const [, language = "", rest = ""] = /^(\S*)[ \t]*(.*)$/.exec(line.trim()) ?? [];
    const named = /(?:title|filename)=(?:"([^"]*)"|'([^']*)')/.exec(rest);
    const title = named?.[1] ?? named?.[2] ?? rest.replace(/\s*[[{].*$/, "");
    return printTab(title || language || `Code ${index + 1}`, `${marks}${language}\n${code}${marks}`);
  });
  const rest = content.replaceAll(fences, "").trim();
  return `${rest === "" ? "" : `${rest}\n\n`}{% tabs %}\n${tabs.join("\n\n")}\n{% endtabs %}`;
}

function printSteps({ children }: MdxComponent): string | undefined {
  const steps = children.filter((child) => typeof child !== "string" && /^(?:Steps\.)?Step$/.test(child.name));
  if (steps.length === 0) return undefined;
  const printed = (steps as MdxComponent[]).map(({ attributes, children }) => {
    const { title } = attributes;
    const content = printContent(children);
    const lines = [title === undefined ? "" : `### ${title}`, content].filter((part) => part !== "");
    return `{% step %}\n${lines.join("\n\n")}\n{% endstep %}`;
  });
  return withLeftover(children, steps, `{% stepper %}\n${printed.join("\n\n")}\n{% endstepper %}`);
}

function printExpandable({ attributes, children }: MdxComponent): string {
  const title = attributes.title ?? "Details";
  return `<details>\n\n<summary>${escapeHtml(title)}</summary>\n\n${printContent(children)}\n\n</details>`;
}

function printCards(cards: readonly MdxComponent[]): string {
  const contents = cards.map(({ children }) => printContent(children));
  // A cell contains paragraphs of text.
  if (contents.some((content) => /^[ \t]*(?:`{3,}|~{3,}|[-*+] |\d+[.)] |[#<>|])|\{%/m.test(content))) {
    return cards.map(printLongCard).join("\n\n");
  }
  const rows = cards.map(({ attributes }, index) => {
    const { title = "", href } = attributes;
    const link = href === undefined ? "" : `<a href="${escapeHtml(href)}">${escapeHtml(href)}</a>`;
    return `<tr><td><h4>${escapeHtml(title)}</h4></td><td>${cellHtml(contents[index] ?? "")}</td><td>${link}</td></tr>`;
  });
  const head = '<th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th>';
  return `<table data-view="cards"><thead><tr>${head}</tr></thead><tbody>${rows.join("")}</tbody></table>`;
}

function printLongCard({ attributes, children }: MdxComponent): string {
  const { title = attributes.href ?? "", href } = attributes;
  const name = href === undefined ? title : `[${title.replaceAll(/[[\]\\]/g, "\\$&")}](${linkTarget(href)})`;
  return [name === "" ? "" : `**${name}**`, printContent(children)].filter((part) => part !== "").join("\n\n");
}

const linkTarget = (href: string) => (/[\s()<>]/.test(href) ? `<${href.replaceAll(/[\n<>]/g, "")}>` : href);

/** Links, bold, italic and code of paragraphs. */
function cellHtml(text: string): string {
  return escapeHtml(
    text
      .trim()
      .split(/\n\s*\n/)
      .map((paragraph) => paragraph.replaceAll(/\s+/g, " "))
      .join("\u0000"),
  )
    .replaceAll("\u0000", "<br>")
    .replaceAll(/`([^`]+)`/g, "<code>$1</code>")
    .replaceAll(/\[([^\][]+)\]\(([^()\s]+)\)/g, '<a href="$2">$1</a>')
    .replaceAll(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>")
    .replaceAll(/(?<![\w*])\*([^*\s][^*]*)\*(?![\w*])/g, "<em>$1</em>");
}

function printFrame({ attributes, children }: MdxComponent): string | undefined {
  const image = imageIn(printContent(children));
  if (image === undefined) return undefined;
  const { caption } = attributes;
  const below = caption === undefined ? "" : `<figcaption><p>${cellHtml(caption)}</p></figcaption>`;
  return `<figure>${image}${below}</figure>`;
}

/** A picture that is the only content of a text. */
function imageIn(text: string): string | undefined {
  const [, alt, src] = /^!\[([^\][]*)\]\(([^()\s]+)\)$/.exec(text) ?? [];
  if (src !== undefined) return printHtmlTag("img", { src, alt });
  const tag = text.startsWith("<img") ? readHtmlTag(text) : undefined;
  return tag !== undefined && /^<img\b[^<>]*>$/.test(text) ? text.replace(/\s*\/>$/, ">") : undefined;
}

function printField({ attributes, children }: MdxComponent): string | undefined {
  const { path, query, body, header, name, type, required, default: fallback } = attributes;
  const shown = name ?? path ?? query ?? body ?? header;
  if (shown === undefined) return undefined;
  const facts = [
    type,
    required === undefined || required === "false" ? undefined : "required",
    fallback === undefined ? undefined : `default ${codeSpan(fallback)}`,
  ].filter((fact) => fact !== undefined);
  const content = printContent(children);
  return `**${codeSpan(shown)}** ${facts.join(", ")}`.trimEnd() + (content === "" ? "" : `\n\n${content}`);
}

function codeSpan(text: string): string {
  const line = text.replaceAll(/\s+/g, " ");
  const marks = "`".repeat((line.match(/`+/g) ?? []).reduce((longest, run) => Math.max(longest, run.length), 0) + 1);
  return marks.length === 1 ? `\`${line}\`` : `${marks} ${line} ${marks}`;
}

const withoutFirstBlankLines = (text: string) => text.replace(/^(?:[ \t]*\r?\n)+/, "").replace(/^[ \t]+$/, "");

const withoutOuterBlankLines = (text: string) => withoutFirstBlankLines(text).trimEnd();

const indented = (text: string, indent: string) => (indent === "" ? text : text.replaceAll(/^(?=.)/gm, indent));

/** Without the common indentation of all lines; a first line after a tag is ignored. */
function dedented(text: string): string {
  const lines = withoutOuterBlankLines(text).split("\n");
  const followsTag = !/^[ \t]*\r?\n/.test(text) && !/^[ \t]/.test(text);
  let minIndent = Number.POSITIVE_INFINITY;
  for (const line of followsTag ? lines.slice(1) : lines) {
    if (line.trim() !== "") minIndent = Math.min(minIndent, /^[ \t]*/.exec(line)?.[0].length ?? 0);
  }
  if (minIndent > 0 && minIndent !== Number.POSITIVE_INFINITY) {
    for (const [index, line] of lines.entries()) if (index > 0 || !followsTag) lines[index] = line.slice(minIndent);
  }
  return withoutIndentedCode(lines).join("\n");
}

/** MDX has no indented code: outside lists, excess indentation of lines in a component is removed. */
function withoutIndentedCode(lines: readonly string[]): string[] {
  let isInList = false;
  let fence: { readonly marks: string; readonly moved: number } | undefined;
  return lines.map((line) => {
    const text = line.trimStart();
    const indent = line.length - text.length;
    if (fence !== undefined) {
      const { marks, moved } = fence;
      if (text.startsWith(marks) && text.replaceAll(marks[0] ?? "", "").trim() === "") fence = undefined;
      return line.slice(Math.min(moved, indent));
    }
    if (/^(?:[-*+]|\d{1,9}[.)])[ \t]/.test(text) && (indent < 4 || isInList)) isInList = true;
    else if (indent === 0 && text !== "") isInList = false;
    const moved = isInList || indent < 4 ? 0 : indent;
    const [marks] = /^(?:`{3,}|~{3,})/.exec(text) ?? [];
    if (marks !== undefined) fence = { marks, moved };
    return line.slice(moved);
  });
}

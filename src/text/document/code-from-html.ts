import { decodeEntities, type HtmlElement, textBetween } from "./html.ts";
import { InlineBuilder, inline } from "./inline-builder.ts";
import { type Block, block } from "./model.ts";
import type { PageReader } from "./page-reader.ts";
import { dataFromAttributes, formOfTag } from "./tag-attributes.ts";

/**
 * The code of a `<pre>`, in which `<strong>` marks whole lines as highlighted; nothing when its attributes say more than
 * how code is shown.
 */
export function codeFromHtml(html: string, pre: HtmlElement, reader: PageReader): Block | undefined {
  const [only, ...others] = pre.children;
  const wrapped = only?.name === "code" && others.length === 0 && textBetween(html, pre).trim() === "";
  const code = wrapped ? only : pre;
  const { class: className = "", lang = "", ...rest } = pre.attributes;
  const options: Record<string, string> = {};
  for (const [name, value] of Object.entries(rest)) {
    if (!name.startsWith("data-")) return undefined;
    const member = name.slice(5).replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());
    options[member] = value === "" && member !== "title" ? "true" : value;
  }
  const form = formOfTag("code");
  const read = form && dataFromAttributes(form, options, reader.reference);
  if (!read) return undefined;
  const classes = `${className} ${wrapped ? (code.attributes.class ?? "") : ""}`;
  const syntax = /(?:^|\s)(?:language|lang)-(\S+)/.exec(classes)?.[1] ?? lang;
  const data = { ...(syntax === "" ? {} : { syntax }), ...read.data };
  const found = block("code", data, { nodes: linesOf(html, code) });
  return read.attributes === undefined ? found : { ...found, attributes: read.attributes };
}

function linesOf(html: string, code: HtmlElement): Block[] {
  const lines: Block[] = [];
  let builder = new InlineBuilder();
  let highlighted = false;
  const endLine = (mark: boolean) => {
    lines.push(block("code-line", mark || highlighted ? { highlighted: true } : {}, { nodes: builder.nodes }));
    builder = new InlineBuilder();
    highlighted = false;
  };
  const addText = (text: string, mark: boolean) => {
    for (const [index, line] of decodeEntities(text).split("\n").entries()) {
      if (index > 0) endLine(mark);
      builder.text(line, []);
      highlighted ||= mark && line !== "";
    }
  };
  const add = (element: HtmlElement, mark: boolean) => {
    let at = element.innerStart;
    for (const child of element.children) {
      addText(html.slice(at, child.start), mark);
      at = child.end;
      const text = html.slice(child.innerStart, child.innerEnd);
      if (child.name === "strong") add(child, true);
      else if (child.name === "br") endLine(mark);
      else if (child.name === "code" && child.attributes.class === "expression") {
        builder.inline(inline("expression", { expression: decodeEntities(text) }));
      } else {
        builder.text(html.slice(child.start, child.innerStart), [], true);
        add(child, mark);
        builder.text(html.slice(child.innerEnd, child.end), [], true);
      }
    }
    addText(html.slice(at, element.innerEnd), mark);
  };
  add(code, false);
  // The line feed before the closing tag ends the last line, it begins none.
  if (builder.nodes.length > 0 || lines.length === 0) endLine(false);
  return lines;
}

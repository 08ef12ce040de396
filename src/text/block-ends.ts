import { closesFence, type FenceOpening, type HtmlOpening, type ShapedLine, shapeLine } from "./line-shape.ts";

/** Where a code fence that this line opens ends, in a list item whose content is indented by `base`, and its content. */
export function fenceEnd(
  markdown: string,
  opening: ShapedLine,
  fence: FenceOpening,
  base: number,
): { contentEnd: number; end: number } {
  let contentEnd = opening.next;
  let end = opening.next;
  while (end < markdown.length) {
    const line = shapeLine(markdown, end);
    if (base > 0 && !line.blank && line.indent < base) break;
    end = line.next;
    if (line.indent - base < 4 && closesFence(markdown, line, fence)) break;
    contentEnd = line.next;
  }
  return { contentEnd, end };
}

/** End of the line on which the tag that starts this line ends; undefined when it does not. */
export function tagEnd(markdown: string, opening: ShapedLine): number | undefined {
  for (let line = opening; ; line = shapeLine(markdown, line.next)) {
    if (line !== opening && (line.blank || markdown.startsWith("{%", line.first))) return undefined;
    if (markdown.slice(line.first, line.end).includes("%}")) return line.next;
  }
}

/** Where an HTML block that this line opens ends. */
export function htmlEnd(markdown: string, opening: ShapedLine, html: HtmlOpening, base: number): number {
  if (html.element === "markup") return markupEnd(markdown, opening, base);
  html.terminator.lastIndex = opening.first;
  return html.terminator.test(markdown) ? shapeLine(markdown, html.terminator.lastIndex).next : markdown.length;
}

/** Markup runs to a blank line; tags and comments right below it are blocks of their own, whatever they hold. */
function markupEnd(markdown: string, opening: ShapedLine, base: number): number {
  let end = opening.next;
  while (end < markdown.length) {
    const line = shapeLine(markdown, end);
    if (line.blank || line.indent < base) break;
    if (markdown.startsWith("{%", line.first) || markdown.startsWith("<!--", line.first)) break;
    end = line.next;
  }
  return end;
}

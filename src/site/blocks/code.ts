import { type Block, blockNodes, inlineNodes, plainText } from "../../markdown/document/model.ts";
import { Html, h } from "../html.ts";
import { type BlockRenderer, toText } from "./setting.ts";

export const code: BlockRenderer = ({ nodes, data }, setting) => {
  const lines = blockNodes(nodes);
  const text = lines.map((line) => plainText(inlineNodes(line.nodes))).join("\n");
  const title = toText(data.title);
  const drawing = data.syntax === "mermaid" ? setting.diagram(text) : undefined;
  if (drawing !== undefined) return diagramFigure(drawing, title, data.fullWidth === true);
  const classes = [
    "code",
    data.overflow === "wrap" && "wraps",
    data.lineNumbers === true && "numbered",
    data.fullWidth === true && "full-width",
  ];
  const shown = pre(text, lines, setting, data.lineNumbers === true, toText(data.syntax));
  const figure = h(
    "figure",
    { class: classes.filter(Boolean).join(" ") },
    title !== "" && h("figcaption", {}, title),
    h("button", { type: "button", class: "copy", "data-copy": "code", hidden: true }, setting.words.copy),
    shown,
  );
  const maxLines = typeof data.collapsedLineCount === "number" ? data.collapsedLineCount : 10;
  if (data.expandable !== true || lines.length <= maxLines) return figure;
  return h("details", { class: "collapsed" }, h("summary", {}, title || setting.words.showMore), figure);
};

/** A drawing in place of its code. A drawing wider than the page can be scrolled with the keyboard. */
export function diagramFigure(drawing: Html, title: string, isWide: boolean): Html {
  return h(
    "figure",
    { class: isWide ? "diagram full-width" : "diagram" },
    h("div", { class: "diagram-drawing", tabindex: 0 }, drawing),
    title !== "" && h("figcaption", {}, title),
  );
}

function pre(text: string, lines: readonly Block[], setting: Setting, isNumbered: boolean, syntax: string): Html {
  const highlighted = setting.code(text, syntax === "" ? undefined : syntax);
  const marked = lines.map(({ data }) => data.highlighted === true);
  const content =
    isNumbered || marked.includes(true)
      ? splitLines(highlighted).map((line, index) =>
          h("span", { class: marked[index] ? "line marked" : "line" }, line, "\n"),
        )
      : highlighted;
  // Scrollable content must be reachable with the keyboard.
  return h("pre", { tabindex: 0 }, h("code", { class: syntax === "" ? undefined : `language-${syntax}` }, content));
}

type Setting = Parameters<BlockRenderer>[1];

/** Highlighted code by line; an element that spans a line end is closed and reopened. */
function splitLines(highlighted: Html): Html[] {
  const open: string[] = [];
  const lines: Html[] = [];
  let line = "";
  for (const part of highlighted.text.split(/(<[^>]*>|\n)/)) {
    if (part === "\n") {
      lines.push(Html.trusted(line + "</span>".repeat(open.length)));
      line = open.join("");
      continue;
    }
    if (part.startsWith("</")) open.pop();
    else if (part.startsWith("<")) open.push(part);
    line += part;
  }
  lines.push(Html.trusted(line + "</span>".repeat(open.length)));
  return lines;
}

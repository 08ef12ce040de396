import { Html } from "../html.ts";

/** Highlighted code line by line; an element that goes on over a line end is closed and opened again. */
export function splitLines(highlighted: Html): Html[] {
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

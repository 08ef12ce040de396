import { detectLineEnding } from "../text/lines.ts";
import { diffLineArrays } from "./diff.ts";

const ending = /\r\n|\r|\n/g;

/**
 * An edited text, which has only LF, with the line endings of the text it was edited from. A changed line keeps the
 * ending of the line in its place; further lines get the most frequent one.
 */
export function keepLineEndings(before: string, edited: string): string {
  const endings = before.match(ending) ?? [];
  const lines = edited.split("\n");
  const mainEnding = detectLineEnding(before) ?? "\n";
  let [text, at, beforeAt] = ["", 0, 0];
  const add = (end: number, beforeEnd: number) => {
    for (; at < end; at += 1, beforeAt += 1) {
      text += lines[at] ?? "";
      if (at === lines.length - 1) continue;
      const newEnding = (beforeAt < beforeEnd ? endings[beforeAt] : undefined) ?? mainEnding;
      // LF after the lone CR of the line before would make one line ending of both.
      text += newEnding === "\n" && text.endsWith("\r") ? "\r\n" : newEnding;
    }
    beforeAt = beforeEnd;
  };
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of diffLineArrays(before.split(ending), lines)) {
    add(afterStart, beforeStart);
    add(afterEnd, beforeEnd);
  }
  add(lines.length, endings.length + 1);
  return text;
}

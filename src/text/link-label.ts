import { beginningOf } from "./shortened.ts";

/** Characters around a link that are looked at, and of its label that are shown. */
const longestLooked = 400;
const longestShown = 60;

/** What readers see of a link that has its address at an offset: its text, or the description of a picture. */
export function linkLabel(markdown: string, start: number): string {
  const before = markdown.slice(Math.max(0, start - longestLooked), start);
  const after = markdown.slice(start, start + longestLooked);
  const label = before.endsWith("](") || before.endsWith("](<") ? bracketed(before) : attributed(before, after);
  return beginningOf(
    label
      .replace(/<[^<>]*>|[*`]/g, "")
      .replace(/\s+/g, " ")
      .trim(),
    longestShown,
  );
}

/** The text in the brackets that the address follows. */
function bracketed(before: string): string {
  const end = before.lastIndexOf("](");
  let depth = 1;
  for (let at = end - 1; at >= 0; at -= 1) {
    if (before[at - 1] === "\\") continue;
    if (before[at] === "]") depth += 1;
    if (before[at] === "[") depth -= 1;
    if (depth === 0) return before.slice(at + 1, end);
  }
  return "";
}

/** The description of an element, or what stands between it and its end. */
function attributed(before: string, after: string): string {
  const open = before.slice(before.lastIndexOf("<"));
  const close = after.indexOf(">");
  const described = /\b(?:alt|title)="([^"]*)"/.exec(open + (close === -1 ? "" : after.slice(0, close)))?.[1];
  if (described !== undefined || !/^<a\s/i.test(open) || close === -1) return described ?? "";
  const end = after.search(/<\/a>/i);
  return end === -1 ? "" : after.slice(close + 1, end);
}

import { listSections } from "../../text/sections.ts";
import { quoted } from "../present/name.ts";

const mostNamed = 8;

/** The headings whose anchors an edit takes away, in a line; renamed ones are among them. */
export function lostSections(before: string, after: string): string[] {
  const kept = new Set(listSections(after).map(({ anchor }) => anchor));
  // The first heading is the title, which is told as such.
  const lost = listSections(before)
    .slice(1)
    .filter(({ anchor }) => !kept.has(anchor));
  if (lost.length === 0) return [];
  const named = lost.slice(0, mostNamed).map(({ title, anchor }) => `${quoted(title)} (#${anchor})`);
  const others = lost.length - named.length;
  return [`  sections lost: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}`];
}

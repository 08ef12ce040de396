import { quotedExcerpt } from "../../client/excerpt.ts";
import { findSection, type Section } from "../../text/sections.ts";
import { quoted } from "../present/name.ts";
import { ToolError } from "../tool-error.ts";

/** A part of a page's Markdown, in UTF-16 units. */
export interface TextRange {
  readonly start: number;
  readonly end: number;
}

/** The section an address names, its heading included. Throws ToolError with candidates. */
export function sectionRange(markdown: string, address: string): TextRange {
  const found = findSection(markdown, address);
  if ("found" in found) return { start: found.found.start, end: found.found.end };
  const shown = quotedExcerpt(address, 200);
  if ("ambiguous" in found) {
    const { ambiguous } = found;
    throw new ToolError(
      `${ambiguous.length} sections are called ${shown}. Name one by its anchor:\n${lines(ambiguous)}`,
    );
  }
  const closest =
    found.candidates.length > 0 ? ` The closest are:\n${lines(found.candidates)}` : " It has no headings.";
  throw new ToolError(`The page has no section ${shown}.${closest}`);
}

const mostNamed = 8;

function lines(sections: readonly Section[]): string {
  return sections
    .slice(0, mostNamed)
    .map(({ path, anchor }) => `- ${quoted(path.slice(-4).join(" > "))} (${quoted(`#${anchor}`, 120)})`)
    .join("\n");
}

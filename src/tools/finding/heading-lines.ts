import { AnchorRegister } from "../../text/anchors.ts";
import { listSections } from "../../text/sections.ts";
import { oneLine } from "../present/name.ts";
import type { PageBody } from "./read-bodies.ts";

/** The headings of a page, one a line; the anchor of those where it is not what the heading says. */
export function headingLines({ page, markdown }: PageBody): string[] {
  const sections = listSections(markdown).filter(({ level }) => level > 0);
  return sections.flatMap(({ title, level, anchor }, index) => {
    if (index === 0 && level === 1 && title === page.title) return [];
    const usual = new AnchorRegister([]).claim(title) === anchor;
    return [`${"#".repeat(level)} ${oneLine(title)}${usual ? "" : ` (#${oneLine(anchor, 120)})`}`];
  });
}

import { foldAnchor, type HeadingBlock, scanningBlocks } from "../grammar/blocks.ts";
import { findBodyStart } from "../grammar/front-matter.ts";
import { inlineText } from "../grammar/inline-text.ts";
import { lineCounter } from "../text/lines.ts";
import type { Range } from "../text/ranges.ts";
import { foldTypography, WordBag } from "../text/words.ts";
import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";

export interface Section {
  title: string;
  /** 1 to 6; 0 for the text before the first heading, whose title and anchor are empty. */
  level: number;
  anchor: string;
  /** Titles of the headings above it, outermost first, then its own. For very deep nesting, only the inner titles. */
  path: string[];
  /** 1-based line of the heading. */
  line: number;
  /** Where the heading's line starts. */
  start: number;
  /** After the heading. */
  bodyStart: number;
  /** After its deeper headings; never past the closing tag of the tag or element the heading is in. */
  end: number;
  /** Before its first deeper heading. */
  ownEnd: number;
  /**
   * Every range that belongs to this section but to none below it, without the heading: up to `ownEnd`, and text that
   * follows a tag with headings of its own sections. All sections together cover the page once.
   */
  own: Range[];
}

type FoundSection = { found: Section } | { missing: true; candidates: Section[] } | { ambiguous: Section[] };

interface OpenSection {
  section: Section;
  depth: number;
  containerEnd: number;
  /** Where the section's own text continues after its subsections so far. */
  resumed: number;
}

/** Longer paths would make the result grow with the square of hostile nesting. */
const maxPathDepth = 32;

const maxCandidates = 5;

/** The page's sections in order of their start. */
export const listSections = (markdown: string): Section[] => runToEnd(listingSections(markdown));

/** The same in steps, for a text that may be long. */
export function* listingSections(markdown: string): WorkInSteps<Section[]> {
  const headings = (yield* scanningBlocks(markdown)).filter((block): block is HeadingBlock => block.kind === "heading");
  const lineAt = lineCounter(markdown);
  const sections: Section[] = [];
  const open: OpenSection[] = [];
  openLead();
  for (const [index, heading] of headings.entries()) {
    if (index % 1_000 === 0) yield;
    while (isLeft(open.at(-1), heading)) closeLast(heading.start);
    const parent = open.at(-1);
    if (parent) {
      addOwn(parent, heading.start);
      parent.section.ownEnd = Math.min(parent.section.ownEnd, heading.start);
    }
    const { title, level, anchor, start, end: bodyStart } = heading;
    const path = [...(parent?.section.path ?? []).slice(1 - maxPathDepth), title];
    push({ title, level, anchor, path, line: lineAt(start), start, bodyStart, ...unclosed() }, heading);
  }
  while (open.length > 0) closeLast(markdown.length);
  return sections;

  function openLead(): void {
    const start = findBodyStart(markdown);
    const first = headings[0]?.start ?? markdown.length;
    if (markdown.slice(start, first).trim() === "") return;
    const lead = { title: "", level: 0, anchor: "", path: [], line: lineAt(start), start, bodyStart: start };
    push({ ...lead, ...unclosed() }, { depth: 0, containerEnd: markdown.length });
  }

  function unclosed(): Pick<Section, "end" | "ownEnd" | "own"> {
    return { end: markdown.length, ownEnd: markdown.length, own: [] };
  }

  function push(section: Section, { depth, containerEnd }: Pick<OpenSection, "depth" | "containerEnd">): void {
    open.push({ section, depth, containerEnd, resumed: section.bodyStart });
    sections.push(section);
  }

  function closeLast(offset: number): void {
    const last = open.pop();
    if (!last) return;
    const { section, containerEnd } = last;
    section.end = Math.min(containerEnd, offset);
    section.ownEnd = Math.min(section.ownEnd, section.end);
    addOwn(last, section.end);
    const parent = open.at(-1);
    if (parent) parent.resumed = section.end;
  }
}

/** Whether `heading` is outside the open section: past its container, or at its level or above in the same one. */
function isLeft(open: OpenSection | undefined, heading: HeadingBlock): boolean {
  if (!open) return false;
  if (open.containerEnd <= heading.start) return true;
  const { level } = open.section;
  return open.depth === heading.depth && (level === 0 || level >= heading.level);
}

function addOwn({ section, resumed }: OpenSection, end: number): void {
  if (end > resumed) section.own.push({ start: resumed, end });
}

/**
 * The section an address names: a heading's title (case, spacing and typography do not matter), `#anchor`, or the end
 * of a path such as `Install > From source`. A leading `##` narrows the choice to headings of that level when it can.
 * The empty address is the text before the first heading.
 */
export const findSection = (markdown: string, address: string): FoundSection =>
  findSectionIn(listSections(markdown), address);

/** The same among the sections of a page. */
export function findSectionIn(sections: readonly Section[], address: string): FoundSection {
  const trimmed = address.trim();
  const matches = byAnchor(sections, trimmed) ?? byTitle(sections, trimmed) ?? byPath(sections, trimmed);
  if (!matches) return { missing: true, candidates: closestSections(sections, trimmed) };
  const [first] = matches;
  return matches.length === 1 && first ? { found: first } : { ambiguous: matches };
}

type Matches = Section[] | undefined;

function byAnchor(sections: readonly Section[], address: string): Matches {
  const anchor = /^#([^\s#]\S*)$/.exec(address)?.[1];
  if (anchor === undefined) return undefined;
  const exact = some(sections.filter((section) => section.level > 0 && section.anchor === anchor));
  return (
    exact ?? some(sections.filter((section) => section.level > 0 && foldAnchor(section.anchor) === foldAnchor(anchor)))
  );
}

function byTitle(sections: readonly Section[], address: string): Matches {
  const { level, titles } = readTitle(address);
  const matches = sections.filter(({ title, level }) => titles.has(foldTitle(title)) && (title !== "" || level === 0));
  return (
    some(matches.filter(({ title, level: own }) => address.endsWith(title) && (level === 0 || own === level))) ??
    some(matches.filter((section) => section.level === level)) ??
    some(matches)
  );
}

function byPath(sections: readonly Section[], address: string): Matches {
  const steps = address.split(/\s>\s/).map((step) => readTitle(step.trim()));
  const last = steps.at(-1);
  if (steps.length < 2 || steps.length > maxPathDepth || !last) return undefined;
  const matches = sections.filter(({ path, title }) => {
    if (path.length < steps.length || !last.titles.has(foldTitle(title))) return false;
    return path.slice(-steps.length).every((step, index) => steps[index]?.titles.has(foldTitle(step)));
  });
  return some(matches.filter((section) => section.level === last.level)) ?? some(matches);
}

/** The level its `#` marks require, 0 for any, and the folded title as written and with inline markup removed. */
function readTitle(address: string): { level: number; titles: ReadonlySet<string> } {
  const marks = /^#{1,6}(?=[^#]|$)/.exec(address)?.[0] ?? "";
  const title = address.slice(marks.length);
  return { level: marks.length, titles: new Set([foldTitle(title), foldTitle(inlineText(title))]) };
}

function foldTitle(title: string): string {
  return foldTypography(title).toLowerCase().replace(/\s+/g, " ").trim();
}

function some(sections: Section[]): Matches {
  return sections.length > 0 ? sections : undefined;
}

function closestSections(sections: readonly Section[], address: string): Section[] {
  const wanted = new WordBag(address.split(/\s>\s/).at(-1) ?? address);
  return sections
    .filter((section) => section.level > 0)
    .map((section, index) => ({ section, index, score: wanted.similarity(section.title) }))
    .sort((one, other) => other.score - one.score || one.index - other.index)
    .slice(0, maxCandidates)
    .map(({ section }) => section);
}

/** Finds the innermost section at an offset. Call it with ascending offsets. */
export function sectionFinder(markdown: string): (offset: number) => Section | undefined {
  const sections = listSections(markdown);
  const open: Section[] = [];
  let next = 0;
  return (offset) => {
    for (let section = sections[next]; section !== undefined && section.start <= offset; section = sections[next]) {
      while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= section.start) open.pop();
      open.push(section);
      next += 1;
    }
    while ((open.at(-1)?.end ?? Number.POSITIVE_INFINITY) <= offset) open.pop();
    return open.at(-1);
  };
}

import { scanBlocks } from "../grammar/blocks.ts";
import { findSection, type Section } from "../page/sections.ts";
import { restoreInvisible } from "../text/invisible.ts";
import { detectLineEnding, lineCounter, withLineEnding } from "../text/lines.ts";
import { type Range, type Replacement, replaceRanges } from "../text/ranges.ts";
import { EditError, type EditProblem } from "./edit-error.ts";
import { findPassages } from "./passages.ts";

/** Replaces an exact passage, which must occur once on the page; with `all`, every occurrence. */
export interface PassageEdit {
  oldText: string;
  newText: string;
  all?: boolean;
}

export type Edit = PassageEdit | SectionEdit;

/** The result of an edit, in offsets and lines of the final text. */
interface EditedRange {
  /** The edit's index in the list. */
  index: number;
  /** More than one only with `all`; the range then spans from the first to the last. */
  replacements: number;
  start: number;
  end: number;
  /** 1-based, inclusive. */
  startLine: number;
  endLine: number;
}

interface EditResult {
  text: string;
  changed: EditedRange[];
}

/**
 * Applies the edits one after the other, each to the result of those before it; all of them or, throwing `EditError`,
 * none. Everything outside the replaced ranges keeps its bytes. New text takes the page's line endings, and an
 * invisible character that it shows as an escape, such as `\u{200b}`, stays one where the replaced range has it.
 */
export function applyEdits(markdown: string, edits: readonly Edit[]): EditResult {
  let text = markdown;
  const spans: Span[] = [];
  for (const [index, edit] of edits.entries()) {
    const replacements = planEdit(text, edit, index);
    // A page of 5 MB may have more than a million passages, so avoid allocations for each.
    if (edit.newText?.includes("\\u{")) {
      for (const replacement of replacements) replacement.text = restored(text, replacement, index);
    }
    const edited = replaceRanges(text, replacements);
    if (edited === text) {
      throw new EditError("no_change", index, "The new text is the same as the old. Leave this edit out.");
    }
    for (const span of spans) moveSpan(span, replacements);
    spans.push(toSpan(replacements, index));
    text = edited;
  }
  return { text, changed: withLines(text, spans) };
}

/** Ascending and without overlaps. */
function planEdit(text: string, edit: Edit, index: number): Replacement[] {
  if ("section" in edit) return [planSectionEdit(text, edit, index)];
  const newText = withLineEnding(edit.newText, detectLineEnding(text));
  return findPassages(text, edit.oldText, edit.all ?? false, index).map(({ start, end }) => ({
    start,
    end,
    text: newText,
  }));
}

/** Restores invisible characters that new text shows as escapes. */
function restored(text: string, replacement: Replacement, index: number): string {
  const found = restoreInvisible(replacement.text, text.slice(replacement.start, replacement.end));
  if ("text" in found) return found.text;
  const problem = `The replaced text has ${found.unclear} both as an invisible character and as an escape.`;
  throw new EditError("ambiguous", index, { problem, advice: "Edit the two as separate passages." });
}

type Span = Pick<EditedRange, "index" | "replacements" | "start" | "end">;

function toSpan(replacements: readonly Replacement[], index: number): Span {
  const start = replacements[0]?.start ?? 0;
  const end = replacements.at(-1)?.end ?? start;
  return { index, replacements: replacements.length, start, end: movedOffset(end, replacements, "after") };
}

/** Where an earlier edit's range is after a later edit. */
function moveSpan(span: Span, replacements: readonly Replacement[]): void {
  span.start = movedOffset(span.start, replacements, "before");
  span.end = Math.max(span.start, movedOffset(span.end, replacements, "after"));
}

/** `side` says to which end of a replacement an offset inside it moves. */
function movedOffset(offset: number, replacements: readonly Replacement[], side: "before" | "after"): number {
  let shift = 0;
  for (const { start, end, text } of replacements) {
    if (start > offset || (start === offset && end > start)) break;
    if (end > offset) return side === "before" ? start + shift : start + shift + text.length;
    shift += text.length - (end - start);
  }
  return offset + shift;
}

function withLines(text: string, spans: readonly Span[]): EditedRange[] {
  const offsets = [...new Set(spans.flatMap(({ start, end }) => [start, lastOffset(start, end)]))];
  const lineAt = lineCounter(text);
  const lines = new Map(offsets.sort((one, other) => one - other).map((offset) => [offset, lineAt(offset)]));
  return spans.map((span) => {
    const startLine = lines.get(span.start) ?? 1;
    return { ...span, startLine, endLine: lines.get(lastOffset(span.start, span.end)) ?? startLine };
  });
}

/** The last unit of a range, so that a line ending at its end does not count as another line. */
function lastOffset(start: number, end: number): number {
  return Math.max(start, end - 1);
}

/**
 * Where a section edit puts its text. The body of a section is everything below its heading, including deeper headings.
 * - `replace` (the default): instead of the body; a text that starts with the section's own heading also replaces that.
 * - `prepend`: before the body. `append`: after the body, joining a list or a table it continues.
 * - `insert_after`: after the section, as a separate text.
 * - `delete`: nothing; heading and body are removed.
 */
type SectionPosition = "replace" | "prepend" | "append" | "insert_after" | "delete";

interface SectionEdit {
  /** A heading's title, `#anchor` or `Parent > Title`; empty for the text before the first heading. */
  section: string;
  position?: SectionPosition;
  /** Omitted for `delete`; empty only with `replace`, which then empties the body. */
  newText?: string;
}

function planSectionEdit(markdown: string, edit: SectionEdit, index: number): Replacement {
  const section = requireSection(markdown, edit.section, index);
  const position = edit.position ?? "replace";
  if (position === "delete") return { start: section.start, end: section.end, text: "" };
  const ending = detectLineEnding(markdown) ?? "\n";
  const text = withLineEnding(trimBlankLines(edit.newText ?? ""), ending);
  if (text === "" && (position !== "replace" || edit.newText === undefined)) {
    throw new EditError("empty", index, `There is no text to ${position === "insert_after" ? "insert" : position}.`);
  }
  const body = readBody(markdown, section, ending);
  if (position === "replace" && startsWithSectionHeading(text, section)) {
    return { start: section.start, end: section.end, text: text + body.tail };
  }
  if (text === "") return emptyBody(markdown, section, ending);
  if (body.empty) return fillEmptyBody(markdown, section, text + body.tail, ending);
  if (position === "replace") return { start: body.content.start, end: section.end, text: text + body.tail };
  if (position === "prepend")
    return { start: body.content.start, end: body.content.start, text: text + ending + ending };
  const content = markdown.slice(body.content.start, body.content.end);
  const gap = position === "append" && continues(content, text) ? ending : ending + ending;
  return { start: body.content.end, end: section.end, text: gap + text + body.tail };
}

interface Body {
  empty: boolean;
  content: Range;
  /** The white space at the end of the section, extended as the following text requires. */
  tail: string;
}

function readBody(markdown: string, section: Section, ending: string): Body {
  const source = markdown.slice(section.bodyStart, section.end);
  const contentLength = source.trimEnd().length;
  const leading = leadingBlankLinesPattern.exec(source)?.[0].length ?? 0;
  const start = section.bodyStart + Math.min(leading, contentLength);
  const content = { start, end: section.bodyStart + contentLength };
  const needed = needsBlankLine(markdown, section) ? ending + ending : ending;
  if (contentLength === 0) {
    const atEnd = section.end === markdown.length;
    return { empty: true, content, tail: atEnd && !endsLine(markdown, section.bodyStart) ? "" : needed };
  }
  const tail = source.slice(contentLength);
  const enough = section.end === markdown.length || tail.split("\n").length >= needed.split("\n").length;
  return { empty: false, content, tail: enough ? tail : needed };
}

/** A heading below needs a blank line above it; a closing tag and the end of the page do not. */
function needsBlankLine(markdown: string, { end }: Section): boolean {
  return end < markdown.length && !markdown.startsWith("{%", end) && !markdown.startsWith("</", end);
}

function endsLine(markdown: string, offset: number): boolean {
  return offset === 0 || markdown[offset - 1] === "\n";
}

/** A section reduced to its heading keeps a blank line before the next heading. */
function emptyBody(markdown: string, section: Section, ending: string): Replacement {
  return { start: section.bodyStart, end: section.end, text: needsBlankLine(markdown, section) ? ending : "" };
}

function fillEmptyBody(markdown: string, section: Section, text: string, ending: string): Replacement {
  const lineEnd = endsLine(markdown, section.bodyStart) ? "" : ending;
  return { start: section.bodyStart, end: section.end, text: lineEnd + ending + text };
}

function startsWithSectionHeading(text: string, section: Section): boolean {
  if (section.level === 0) return false;
  const [first] = scanBlocks(text);
  if (first?.kind !== "heading" || first.start !== 0 || first.level !== section.level) return false;
  return first.title.toLowerCase() === section.title.toLowerCase();
}

const leadingBlankLinesPattern = /^(?:[ \t\r\n]*\n)?/;

const itemPattern = /^[ ]{0,3}(?:[-*+]|\d{1,9}[.)])[ \t]/;

/** Whether `text` continues the list or table at the end of `content`. */
function continues(content: string, text: string): boolean {
  const last = content.slice(content.lastIndexOf("\n") + 1);
  const first = text.split("\n", 1)[0] ?? "";
  if (last.startsWith("|")) return first.startsWith("|");
  return itemPattern.test(last) && itemPattern.test(first);
}

/** Blank lines before and white space after; the first line keeps its indentation. */
function trimBlankLines(text: string): string {
  return text.replace(leadingBlankLinesPattern, "").trimEnd();
}

const maxNamed = 8;

function requireSection(markdown: string, address: string, index: number): Section {
  const result = findSection(markdown, address);
  if ("found" in result) return result.found;
  if ("missing" in result) {
    throw new EditError("not_found", index, describeMissing(address, result.candidates));
  }
  const named = result.ambiguous.slice(0, maxNamed).map(describeSection);
  const rest = result.ambiguous.length - named.length;
  const lines = rest > 0 ? [...named, `- and ${rest} more`] : named;
  throw new EditError("ambiguous", index, {
    problem: `${result.ambiguous.length} sections are called ${JSON.stringify(address)}:`,
    fromPage: lines.join("\n"),
    advice: "Use `#anchor`, or a path such as `Parent > Title`.",
  });
}

function describeMissing(address: string, candidates: readonly Section[]): EditProblem {
  const called =
    address.trim() === ""
      ? "There is no text before the first heading."
      : `There is no section ${JSON.stringify(address)}.`;
  if (candidates.length === 0) {
    return { problem: `${called} The page has no headings; replace a passage, or the whole page, instead.` };
  }
  const fromPage = candidates.map(describeSection).join("\n");
  return { problem: `${called} The closest headings are:`, fromPage };
}

function describeSection({ path, anchor, line }: Section): string {
  return `- line ${line}: ${path.slice(-4).join(" > ")} (#${anchor})`;
}

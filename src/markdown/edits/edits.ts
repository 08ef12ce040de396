import { restoreInvisible } from "../text/invisible.ts";
import { lineCounter, lineEndingOf, withLineEnding } from "../text/lines.ts";
import { type Replacement, replaceRanges } from "../text/ranges.ts";
import { EditError } from "./edit-error.ts";
import { findPassages } from "./passages.ts";
import { planSectionEdit, type SectionEdit } from "./section-edit.ts";

/** Replaces an exact passage, which must be on the page once; with `all`, every one. */
export interface PassageEdit {
  oldText: string;
  newText: string;
  all?: boolean;
}

export type Edit = PassageEdit | SectionEdit;

/** What an edit left behind, in the offsets and lines of the final text. */
interface EditedRange {
  /** The edit's place in the list, from 0. */
  index: number;
  /** More than one only with `all`; the range then spans from the first to the last. */
  replacements: number;
  start: number;
  end: number;
  /** 1-based, both included. */
  startLine: number;
  endLine: number;
}

interface EditResult {
  text: string;
  changed: EditedRange[];
}

/**
 * Makes the edits one after the other, each on the text the ones before it left; all of them or, throwing
 * `EditError`, none. Everything outside the replaced ranges keeps its bytes. New text takes the page's line endings, and
 * an invisible character that it shows as an escape, such as `\u{200b}`, stays one where the replaced range has it.
 */
export function applyEdits(markdown: string, edits: readonly Edit[]): EditResult {
  let text = markdown;
  const spans: Span[] = [];
  for (const [index, edit] of edits.entries()) {
    const replacements = planEdit(text, edit, index).map((planned) => restored(text, planned, index));
    const edited = replaceRanges(text, replacements);
    if (edited === text) {
      throw new EditError("no_change", index, "The new text is the same as the old. Leave this edit out.");
    }
    for (const span of spans) moveSpan(span, replacements);
    spans.push(spanOf(replacements, index));
    text = edited;
  }
  return { text, changed: withLines(text, spans) };
}

/** Ascending and without overlaps. */
function planEdit(text: string, edit: Edit, index: number): Replacement[] {
  if ("section" in edit) return [planSectionEdit(text, edit, index)];
  const newText = withLineEnding(edit.newText, lineEndingOf(text));
  return findPassages(text, edit.oldText, edit.all ?? false, index).map((range) => ({ ...range, text: newText }));
}

/** Reads what new text shows of the invisible characters it replaces as these. */
function restored(text: string, replacement: Replacement, index: number): Replacement {
  const found = restoreInvisible(replacement.text, text.slice(replacement.start, replacement.end));
  if ("text" in found) return { ...replacement, text: found.text };
  const problem = `What is replaced has ${found.unclear} both as an invisible character and written out.`;
  throw new EditError("ambiguous", index, { problem, advice: "Edit the two in passages of their own." });
}

type Span = Pick<EditedRange, "index" | "replacements" | "start" | "end">;

function spanOf(replacements: readonly Replacement[], index: number): Span {
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

import type { Range } from "../text/ranges.ts";
import { type Definition, readDefinitions, withoutEscapes } from "./destinations.ts";
import type { Target } from "./inline-parser.ts";
import { type PipeTable, readTable } from "./pipe-table.ts";

/**
 * A block and its lines. The content of a list item or a quote is the text of a separate page, without the
 * indentation and the marks.
 */
export type ParsedBlock = Range &
  (
    | { kind: "paragraph"; text: string }
    | { kind: "heading"; level: number; text: string }
    | { kind: "code"; info: string; text: string }
    | { kind: "quote"; text: string }
    | { kind: "list"; first?: number; items: ListItem[] }
    | { kind: "html"; text: string }
    | { kind: "divider" }
    | ({ kind: "table" } & PipeTable)
    | { kind: "definitions"; definitions: DefinedTarget[] }
  );

/** The target of a folded reference label. */
export interface DefinedTarget extends Target {
  label: string;
}

interface ListItem {
  text: string;
  /** For a task. */
  checked?: boolean;
}

/** A top-level block that is still being read. */
export interface OpenBlock {
  kind: "paragraph" | "code" | "fence" | "html" | "table" | "quote" | "list";
  start: number;
  end: number;
  lines: string[];
  /** Start of each line. */
  starts: number[];
  info: string;
  /** Indentation of a fence in columns. */
  indent: number;
  /** Of a list: `-`, `*`, `+`, `.` or `)`. */
  delimiter: string;
  first?: number;
  items: string[][];
}

export function openBlock(kind: OpenBlock["kind"], start: number, end: number): OpenBlock {
  return { kind, start, end, lines: [], starts: [], info: "", indent: 0, delimiter: "", items: [] };
}

/** A block once all its lines are known: several if definitions precede its text. */
export function finishBlock(open: OpenBlock): ParsedBlock[] {
  const { kind, start, end, lines } = open;
  switch (kind) {
    case "paragraph": {
      const text = lines.join("\n");
      if (!/^\s*\[/.test(text)) return [{ kind, start, end, text }];
      const { definitions, textStart } = readDefinitions(text);
      if (definitions.length === 0) return [{ kind, start, end, text }];
      const rest = text.slice(textStart);
      const taken = text.slice(0, text.length - rest.length).split("\n").length - 1;
      const restStart = rest === "" ? end : (open.starts[taken] ?? end);
      const found: ParsedBlock[] = [
        { kind: "definitions", start, end: restStart, definitions: definitions.map((each) => toTarget(text, each)) },
      ];
      if (rest.trim() !== "") found.push({ kind, start: restStart, end, text: rest });
      return found;
    }
    case "code": {
      const code = withoutBlankEnd(lines).map((line) => line.replace(/^(?: {0,3}\t| {1,4})/, ""));
      return [{ kind: "code", start, end, info: "", text: code.join("\n") }];
    }
    case "fence": {
      const indent = new RegExp(`^ {0,${open.indent}}`);
      const code = open.indent === 0 ? lines : lines.map((line) => line.replace(indent, ""));
      return [{ kind: "code", start, end, info: open.info, text: code.join("\n") }];
    }
    case "html":
      return [{ kind, start, end, text: lines.join("\n") }];
    case "table": {
      const table = readTable(lines);
      return table ? [{ kind, start, end, ...table }] : [{ kind: "paragraph", start, end, text: lines.join("\n") }];
    }
    case "quote":
      return [{ kind, start, end, text: lines.join("\n") }];
    case "list": {
      const items = open.items.map((item) => listItem(withoutBlankEnd(item).join("\n")));
      return [{ kind, start, end, items, ...(open.first === undefined ? {} : { first: open.first }) }];
    }
  }
}

function listItem(text: string): ListItem {
  const task = /^\[([ xX])\][ \t]+(?=\S)/.exec(text);
  return task ? { text: text.slice(task[0].length), checked: task[1] !== " " } : { text };
}

function withoutBlankEnd(lines: readonly string[]): readonly string[] {
  let end = lines.length;
  while (end > 0 && (lines[end - 1] ?? "").trim() === "") end -= 1;
  return lines.slice(0, end);
}

function toTarget(text: string, { label, href, title }: Definition): DefinedTarget {
  const target = { label, href: withoutEscapes(text.slice(href.start, href.end)) };
  return title ? { ...target, title: withoutEscapes(text.slice(title.start, title.end)) } : target;
}

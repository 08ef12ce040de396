import { decodeEntities } from "../grammar/html.ts";

/** A piece of a page in MDX: text as it is written, or a component with its content. */
export type MdxNode = string | MdxComponent;

export interface MdxComponent {
  readonly name: string;
  /** Literal values; the results of expressions are absent. */
  readonly attributes: Readonly<Record<string, string>>;
  /** Lists of texts, such as `items={["a", "b"]}`. */
  readonly lists: Readonly<Record<string, readonly string[]>>;
  readonly children: readonly MdxNode[];
  /** Its opening tag as it is written. */
  readonly source: string;
  /** Spaces before its opening tag if nothing else is before it on its line. */
  readonly indent: string;
  readonly isEmpty: boolean;
}

/** Bounds what one unfinished tag may cost. */
const maxTagChars = 5_000;

/** Nesting depth of components; the tags of deeper ones are dropped. */
const maxDepth = 50;

const namePattern = /[A-Z][\w.]*/y;

const attributeNamePattern = /\s*([A-Za-z_][\w:-]*)(\s*=\s*)?/y;

const fencePattern = /[ \t]*(`{3,}|~{3,})[^\n]*(?:\n|$)/y;

const moduleLinePattern =
  /(?:import\s+(?:[\w*{][^;"'`]{0,2000}?\sfrom\s*)?["'][^"'\n]*["'];?[ \t]*|export\s+(?:(?:const|let|var|function|class|async|default)\s|[{*]))/y;

/** Reads the components of a page without its front matter. Statements and comments of MDX are dropped. */
export function readComponents(text: string): MdxNode[] {
  return new ComponentReader(text).read();
}

type Open = { component: Omit<MdxComponent, "children">; children: MdxNode[] };

class ComponentReader {
  readonly #text: string;
  readonly #root: MdxNode[] = [];
  readonly #open: Open[] = [];
  #at = 0;
  /** The end of the last comment found; -1 if there are no more. */
  #nextEnd = 0;
  /** Where the text begins that has not been added yet. */
  #from = 0;
  #depthPassed = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(): MdxNode[] {
    const text = this.#text;
    while (this.#at < text.length) {
      if (this.#at === 0 || text[this.#at - 1] === "\n") {
        if (this.#skipFence() || this.#skipStatement()) continue;
      }
      const character = text[this.#at];
      if (character === "\\") this.#at += 2;
      else if (character === "`") this.#skipCode();
      else if (character === "{") this.#skipComment();
      else if (character === "<") this.#readTag();
      else this.#at += 1;
    }
    this.#put(text.length);
    while (this.#open.length > 0) this.#unwrap();
    return this.#root;
  }

  get #children(): MdxNode[] {
    return this.#open.at(-1)?.children ?? this.#root;
  }

  #put(end: number): void {
    if (end > this.#from) this.#children.push(this.#text.slice(this.#from, end));
  }

  /** Drops the text up to `end`. */
  #leaveOut(end: number): void {
    this.#put(this.#at);
    this.#at = end;
    this.#from = end;
  }

  #skipFence(): boolean {
    fencePattern.lastIndex = this.#at;
    const [, marks = ""] = fencePattern.exec(this.#text) ?? [];
    if (marks === "") return false;
    const closing = new RegExp(`^[ \\t]*${marks[0]}{${marks.length},}[ \\t]*\\r?$`, "gm");
    closing.lastIndex = fencePattern.lastIndex;
    this.#at = closing.exec(this.#text) === null ? this.#text.length : closing.lastIndex;
    return true;
  }

  /** An import or export: from the beginning of a block until its brackets are closed. */
  #skipStatement(): boolean {
    if (this.#open.length > 0) return false;
    const text = this.#text;
    moduleLinePattern.lastIndex = this.#at;
    if (!moduleLinePattern.test(text)) return false;
    let end = moduleLinePattern.lastIndex;
    if (text.startsWith("export", this.#at)) end = endOfStatement(text, this.#at);
    const next = text.slice(end, end + 1_000).match(/^[ \t;]*\r?(?:\n|$)(?:[ \t]*\r?\n)*/);
    if (next === null) return false;
    this.#leaveOut(end + next[0].length);
    return true;
  }

  #skipCode(): void {
    const [run = ""] = /^`+/.exec(this.#text.slice(this.#at, this.#at + 100)) ?? [];
    const rest = this.#text.slice(this.#at + run.length, this.#at + maxTagChars);
    const paragraph = rest.slice(0, (/\n[ \t]*\r?\n/.exec(rest) ?? { index: rest.length }).index);
    const closing = new RegExp(`(?<!\`)${run}(?!\`)`).exec(paragraph);
    this.#at += run.length + (closing === null ? 0 : closing.index + run.length);
  }

  #skipComment(): void {
    const text = this.#text;
    const [opening = ""] = /^\{\s*\/\*/.exec(text.slice(this.#at, this.#at + 50)) ?? [];
    const close = opening === "" ? -1 : this.#commentEnd(this.#at + opening.length);
    const [end] = close === -1 ? [] : (/^\*\/\s*\}/.exec(text.slice(close, close + 50)) ?? []);
    if (end === undefined) {
      this.#at += 1;
      return;
    }
    const start = this.#at;
    this.#leaveOut(close + end.length);
    this.#leaveOutLineEnd(start);
  }

  /** The next end of a comment, which many beginnings may share. */
  #commentEnd(from: number): number {
    if (this.#nextEnd !== -1 && this.#nextEnd < from) this.#nextEnd = this.#text.indexOf("*/", from);
    return this.#nextEnd;
  }

  /** If the text dropped from `start` was alone on its lines, these are removed too. */
  #leaveOutLineEnd(start: number): void {
    if (indentAt(this.#text, start) === undefined) return;
    const line = /^[ \t]*\r?\n/.exec(this.#text.slice(this.#at, this.#at + 100));
    this.#leaveOut(this.#at + (line?.[0].length ?? 0));
  }

  #readTag(): void {
    const text = this.#text;
    const isClosing = text[this.#at + 1] === "/";
    namePattern.lastIndex = this.#at + (isClosing ? 2 : 1);
    const [name] = namePattern.exec(text) ?? [];
    if (name === undefined) {
      this.#at += 1;
      return;
    }
    if (isClosing) this.#close(name, namePattern.lastIndex);
    else this.#openTag(name, namePattern.lastIndex);
  }

  #close(name: string, nameEnd: number): void {
    const [rest] = /^\s{0,100}>/.exec(this.#text.slice(nameEnd, nameEnd + 102)) ?? [];
    if (rest === undefined) {
      this.#at = nameEnd;
      return;
    }
    const start = this.#at;
    this.#leaveOut(nameEnd + rest.length);
    if (this.#depthPassed > 0 && this.#open.length === maxDepth) {
      this.#depthPassed -= 1;
      return;
    }
    const index = this.#open.findLastIndex(({ component }) => component.name === name);
    if (index === -1) {
      this.#leaveOutLineEnd(start);
      return;
    }
    while (this.#open.length - 1 > index) this.#unwrap();
    const closed = this.#open.pop();
    if (closed) this.#children.push({ ...closed.component, children: closed.children });
  }

  /** Puts the content of an unclosed component where the component is. */
  #unwrap(): void {
    const unclosed = this.#open.pop();
    for (const child of unclosed?.children ?? []) this.#children.push(child);
  }

  #openTag(name: string, nameEnd: number): void {
    const start = this.#at;
    const read = readAttributes(this.#text, nameEnd, start + maxTagChars);
    if (read === undefined) {
      this.#at = nameEnd;
      return;
    }
    const { end, isEmpty, ...values } = read;
    const source = this.#text.slice(start, end);
    const indent = indentAt(this.#text, start);
    const component = { name, ...values, source, indent: indent ?? "", isEmpty };
    this.#leaveOut(end);
    if (isEmpty) this.#children.push({ ...component, children: [] });
    else if (this.#open.length < maxDepth) this.#open.push({ component, children: [] });
    else this.#depthPassed += 1;
  }
}

/** The blanks before an offset on its line; undefined if something else is before it. */
function indentAt(text: string, at: number): string | undefined {
  let start = at;
  while (text[start - 1] === " " || text[start - 1] === "\t") start -= 1;
  return start === 0 || text[start - 1] === "\n" ? text.slice(start, at) : undefined;
}

interface TagAttributes {
  attributes: Record<string, string>;
  lists: Record<string, string[]>;
  end: number;
  isEmpty: boolean;
}

/** Undefined if the tag does not end before `limit`. */
function readAttributes(text: string, from: number, limit: number): TagAttributes | undefined {
  const attributes: [string, string][] = [];
  const lists: [string, string[]][] = [];
  let at = from;
  while (at < limit) {
    while (/\s/.test(text[at] ?? "")) at += 1;
    const values = { attributes: Object.fromEntries(attributes), lists: Object.fromEntries(lists) };
    if (text[at] === ">") return { ...values, end: at + 1, isEmpty: false };
    if (text[at] === "/" && text[at + 1] === ">") return { ...values, end: at + 2, isEmpty: true };
    if (text[at] === "{") {
      const end = endOfBraces(text, at, limit);
      if (end === undefined) return undefined;
      at = end;
      continue;
    }
    attributeNamePattern.lastIndex = at;
    const [all = "", name = "", equals] = attributeNamePattern.exec(text) ?? [];
    if (name === "") return undefined;
    at += all.length;
    if (equals === undefined) {
      attributes.push([name, "true"]);
      continue;
    }
    const quote = text[at];
    if (quote === '"' || quote === "'") {
      const close = text.indexOf(quote, at + 1);
      if (close === -1 || close > limit) return undefined;
      attributes.push([name, decodeEntities(text.slice(at + 1, close))]);
      at = close + 1;
    } else {
      const end = quote === "{" ? endOfBraces(text, at, limit) : undefined;
      if (end === undefined) return undefined;
      const expression = text.slice(at + 1, end - 1).trim();
      const value = literal(expression);
      if (value !== undefined) attributes.push([name, value]);
      if (expression.startsWith("[")) lists.push([name, listLiterals(expression)]);
      at = end;
    }
  }
  return undefined;
}

const stringPattern = /"((?:[^"\\\n]|\\.)*)"|'((?:[^'\\\n]|\\.)*)'|`((?:[^`\\$]|\\.)*)`/g;

function literal(expression: string): string | undefined {
  if (/^(?:true|false|-?\d+(?:\.\d+)?)$/.test(expression)) return expression;
  const [only] = expression.matchAll(stringPattern);
  return only?.[0] === expression ? unescaped(only) : undefined;
}

const listLiterals = (expression: string): string[] => [...expression.matchAll(stringPattern)].map(unescaped);

const unescaped = ([, double, single, template]: RegExpMatchArray) =>
  (double ?? single ?? template ?? "").replaceAll(/\\(.)/g, "$1");

/** The offset after the brace that closes the one at `start`, skipping strings. */
function endOfBraces(text: string, start: number, limit: number): number | undefined {
  let depth = 0;
  for (let at = start; at < text.length && at < limit; at++) {
    const character = text[at] ?? "";
    if (character === '"' || character === "'" || character === "`") at = endOfString(text, at, limit);
    else if (character === "{") depth += 1;
    else if (character === "}" && --depth === 0) return at + 1;
  }
  return undefined;
}

/** The offset of the quote that closes a string, or of its beginning if it is unclosed. */
function endOfString(text: string, start: number, limit: number): number {
  const quote = text[start];
  for (let at = start + 1; at < text.length && at < limit; at++) {
    if (text[at] === "\\") at += 1;
    else if (text[at] === quote) return at;
    else if (text[at] === "\n" && quote !== "`") return start;
  }
  return start;
}

/** An exported value ends with its line once its brackets are closed; with its paragraph if they are unclosed. */
function endOfStatement(text: string, start: number): number {
  let depth = 0;
  for (let at = start; at < text.length; at++) {
    const character = text[at] ?? "";
    if (character === '"' || character === "'" || character === "`") at = endOfString(text, at, text.length);
    else if ("{([".includes(character)) depth += 1;
    else if ("})]".includes(character)) depth -= 1;
    else if (character === "\n" && depth <= 0) return at;
  }
  if (depth <= 0) return text.length;
  const paragraph = text.slice(start).search(/\n[ \t]*\r?\n/);
  return paragraph === -1 ? text.length : start + paragraph;
}

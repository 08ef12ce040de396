import { isAlias, isMap, isScalar, isSeq, LineCounter, parseDocument } from "yaml";
import { findRepeatedKey } from "../../../markdown/grammar/yaml.ts";
import { isRecord, type Steps } from "./pointer.ts";

export interface Position {
  readonly line: number;
  readonly column: number;
}

export interface ParsedFile {
  readonly path: string;
  readonly format: "json" | "yaml";
  readonly text: string;
  readonly value: Readonly<Record<string, unknown>>;
  /** The value as JSON; the text itself if it is JSON. */
  readonly json: string;
  /** Position of a value in the text, or of its nearest ancestor. */
  locate(steps: readonly Steps[]): (Position | undefined)[];
}

/** A file that cannot be read as a description. */
export class UnreadableFile extends Error {
  override readonly name = "UnreadableFile";
  readonly position: Position | undefined;

  constructor(message: string, position?: Position) {
    super(message);
    this.position = position;
  }
}

/** Deeper values are never written by hand, and would exhaust the stack of code that reads them. */
const maxLevels = 200;

/**
 * Limit on a file's characters as JSON, since aliases can expand a little text into much: a base, plus some per
 * character.
 */
const maxChars = { few: 1_000_000, ofEach: 4 };

/** How often aliases may repeat a part of a file, including nested repetition. */
const maxRepeats = 10_000;

/** Reads JSON or YAML. Throws `UnreadableFile`. */
export function parseFile(path: string, source: string): ParsedFile {
  const text = source.startsWith("\uFEFF") ? source.slice(1) : source;
  if (/^\s*$/.test(text)) throw new UnreadableFile("it is empty");
  if (/^\s*</.test(text)) {
    throw new UnreadableFile(
      "a web page or XML. Give the address of the JSON or YAML file itself, readable without signing in",
    );
  }
  return looksLikeJson(text) ? readJson(path, text) : readYaml(path, text);
}

/** YAML can also begin with a brace, but its first name is rarely quoted then. */
export const looksLikeJson = (text: string): boolean => /^\uFEFF?\s*\{\s*["}]/.test(text);

function readJson(path: string, text: string): ParsedFile {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    const { offset, reason } = findJsonError(text) ?? { offset: 0, reason: "the parser refuses it" };
    throw new UnreadableFile(`not JSON: ${reason}`, computePosition(text, offset));
  }
  const locate = (steps: readonly Steps[]) =>
    locateInJson(text, steps).map((offset) => (offset === undefined ? undefined : computePosition(text, offset)));
  return { path, format: "json", text, value: requireObject(value), json: text, locate };
}

function readYaml(path: string, text: string): ParsedFile {
  const lines = new LineCounter();
  const toPosition = (offset: number): Position => {
    const { line, col } = lines.linePos(offset);
    return { line, column: col };
  };
  try {
    const document = parseDocument(text, {
      lineCounter: lines,
      prettyErrors: false,
      merge: true,
      uniqueKeys: false,
      logLevel: "error",
    });
    const [error] = document.errors;
    // The parser reports stack overflow like any other error.
    if (error?.message.includes("call stack")) throw tooDeep();
    if (error?.code === "MULTIPLE_DOCS") {
      throw new UnreadableFile("several YAML documents. Give the one that describes the API", toPosition(error.pos[0]));
    }
    if (error !== undefined)
      throw new UnreadableFile(`not YAML: ${firstLine(error.message)}`, toPosition(error.pos[0]));
    const repeated = findRepeatedKey(document.contents);
    if (repeated !== undefined) {
      const name = JSON.stringify(repeated.name.slice(0, 100));
      throw new UnreadableFile(`the key ${name} appears twice in one mapping`, toPosition(repeated.offset));
    }
    const value = requireObject(document.toJS({ maxAliasCount: maxRepeats }));
    if (countChars(value, new Map()) > maxChars.few + maxChars.ofEach * text.length) throw tooMuch();
    const json = JSON.stringify(value);
    const locate = (steps: readonly Steps[]) =>
      steps.map((some) => {
        const offset = locateInYaml(document.contents, some);
        return offset === undefined ? undefined : toPosition(offset);
      });
    return { path, format: "yaml", text, value, json, locate };
  } catch (error) {
    if (error instanceof UnreadableFile) throw error;
    if (error instanceof RangeError) throw tooDeep();
    if (error instanceof ReferenceError && error.message.includes("alias count")) throw tooMuch();
    throw new UnreadableFile(`not YAML: ${firstLine(error instanceof Error ? error.message : String(error))}`);
  }
}

const tooMuch = () => new UnreadableFile("its aliases repeat too much: write it without them");

const tooDeep = () => new UnreadableFile(`nested more than ${maxLevels} levels deep`);

const firstLine = (message: string) => (message.split("\n")[0] ?? "").slice(0, 200);

function requireObject(value: unknown): Readonly<Record<string, unknown>> {
  if (!isRecord(value))
    throw new UnreadableFile("neither a JSON object nor a YAML mapping, as a description of an API must be");
  let level: object[] = [value];
  for (let depth = 1; level.length > 0; depth += 1) {
    if (depth > maxLevels) throw tooDeep();
    const next = new Set<object>();
    for (const some of level) {
      for (const member of Object.values(some)) if (typeof member === "object" && member !== null) next.add(member);
    }
    level = [...next];
  }
  return value;
}

/** Approximate length of a value as JSON. Shared parts are measured once and counted at each place. */
function countChars(value: unknown, known: Map<object, number>): number {
  if (typeof value === "string") return value.length + 2;
  if (typeof value !== "object" || value === null) return 5;
  const before = known.get(value);
  if (before !== undefined) return before;
  let sum = 2;
  for (const [name, member] of Object.entries(value)) sum += name.length + 4 + countChars(member, known);
  known.set(value, sum);
  return sum;
}

function computePosition(text: string, offset: number): Position {
  let line = 1;
  let start = 0;
  for (let end = text.indexOf("\n"); end !== -1 && end < offset; end = text.indexOf("\n", end + 1)) {
    line += 1;
    start = end + 1;
  }
  return { line, column: offset - start + 1 };
}

/** Where a text stops being JSON, and why, in words for its author. */
interface JsonError {
  readonly offset: number;
  readonly reason: string;
}

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;

const word = /[^\s,:"[\]{}]{1,40}/y;

const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

type Expected = "value" | "first value" | "name" | "first name" | "colon" | "next";

/** Finds what a parser rejected, in one pass; undefined if nothing is wrong. */
export function findJsonError(text: string): JsonError | undefined {
  const open: ("{" | "[")[] = [];
  let expected: Expected = "value";
  let offset = 0;
  for (;;) {
    while (" \t\r\n".includes(text[offset] ?? "x")) offset += 1;
    const character = text[offset];
    if (character === undefined) {
      if (expected === "next" && open.length === 0) return undefined;
      const within = open.length === 0 ? "" : `, inside ${open.length} that are open`;
      return { offset, reason: `the text ends too early${within}` };
    }
    const closes = character === (open.at(-1) === "{" ? "}" : "]");
    if (closes && open.length > 0 && (expected === "next" || expected.startsWith("first"))) {
      open.pop();
      expected = "next";
      offset += 1;
    } else if (expected === "next") {
      if (open.length === 0) return { offset, reason: "there is more after the end of the value" };
      if (character !== ",") return { offset, reason: `a comma or a closing ${closing(open)} is missing before it` };
      expected = open.at(-1) === "{" ? "name" : "value";
      offset += 1;
    } else if (expected === "colon") {
      if (character !== ":") return { offset, reason: "a colon is missing before it" };
      expected = "value";
      offset += 1;
    } else if (character === '"') {
      const end = endOfString(text, offset);
      if (typeof end !== "number") return end;
      expected = expected.endsWith("name") ? "colon" : "next";
      offset = end;
    } else if (expected.endsWith("name")) {
      return { offset, reason: noName(text, offset) };
    } else if (character === "{" || character === "[") {
      open.push(character);
      expected = character === "{" ? "first name" : "first value";
      offset += 1;
    } else {
      literal.lastIndex = offset;
      if (!literal.test(text)) return { offset, reason: noValue(text, offset) };
      expected = "next";
      offset = literal.lastIndex;
    }
  }
}

const closing = (open: readonly string[]) => (open.at(-1) === "{" ? "}" : "]");

function noName(text: string, offset: number): string {
  if (text[offset] === "}") return "there is an extra comma before it";
  return foreign(text, offset) ?? "a name in double quotes is missing before it";
}

function noValue(text: string, offset: number): string {
  const character = text[offset] ?? "";
  if (character === "]" || character === "}")
    return "a value is missing before it, or there is an extra comma before it";
  word.lastIndex = offset;
  const found = word.exec(text)?.[0] ?? character;
  return foreign(text, offset) ?? `${JSON.stringify(found)} is not a value`;
}

function foreign(text: string, offset: number): string | undefined {
  if (text[offset] === "'") return "strings must be in double quotes";
  if (text[offset] === "#" || text[offset] === "/") return "JSON has no comments";
  return undefined;
}

/** Returns the offset after a string, or what is wrong in it. */
function endOfString(text: string, start: number): number | JsonError {
  for (let offset = start + 1; offset < text.length; ) {
    const character = text[offset] ?? "";
    if (character === '"') return offset + 1;
    if (character < " ") return { offset, reason: "a string contains a line break or control character" };
    if (character === "\\") {
      escaped.lastIndex = offset;
      if (!escaped.test(text)) return { offset, reason: "a backslash precedes a character it cannot escape" };
      offset = escaped.lastIndex;
    } else offset += 1;
  }
  return { offset: start, reason: "the string that begins here is not closed" };
}

interface Wanted {
  readonly children: Map<string, Wanted>;
  readonly at: number[];
}

interface Level {
  readonly isArray: boolean;
  readonly wanted: Wanted | undefined;
  index: number;
}

/** Returns where values begin in a JSON text, in one pass; a missing value is where its ancestor is. */
function locateInJson(text: string, all: readonly Steps[]): (number | undefined)[] {
  const found: (number | undefined)[] = all.map(() => undefined);
  const root: Wanted = { children: new Map(), at: [] };
  for (const [index, steps] of all.entries()) {
    let wanted = root;
    wanted.at.push(index);
    for (const step of steps) {
      const next: Wanted = wanted.children.get(step) ?? { children: new Map(), at: [] };
      wanted.children.set(step, next);
      next.at.push(index);
      wanted = next;
    }
  }
  const meet = (wanted: Wanted | undefined, offset: number) => {
    for (const index of wanted?.at ?? []) found[index] = offset;
  };

  const levels: Level[] = [];
  let value: Wanted | undefined = root;
  let key: { readonly text: string; readonly offset: number } | undefined;
  for (let offset = 0; offset < text.length; offset += 1) {
    const character = text[offset];
    const level = levels.at(-1);
    if (character === '"') {
      const end = stringEnd(text, offset);
      if (level !== undefined && !level.isArray && key === undefined) {
        key = { text: text.slice(offset, end), offset };
        const name = level.wanted === undefined ? undefined : (JSON.parse(key.text) as string);
        value = name === undefined ? undefined : level.wanted?.children.get(name);
        meet(value, offset);
      }
      offset = end - 1;
    } else if (character === "{" || character === "[") {
      if (levels.length === 0) meet(root, offset);
      const isArray = character === "[";
      levels.push({ isArray, wanted: value, index: 0 });
      key = undefined;
      if (isArray) {
        value = value?.children.get("0");
        meet(value, itemStart(text, offset + 1));
      }
    } else if (character === "}" || character === "]") {
      levels.pop();
      key = undefined;
      if (levels.length === 0) break;
    } else if (character === ",") {
      key = undefined;
      if (level?.isArray) {
        level.index += 1;
        value = level.wanted?.children.get(String(level.index));
        meet(value, itemStart(text, offset + 1));
      }
    }
  }
  return found;
}

function itemStart(text: string, offset: number): number {
  let start = offset;
  while (" \t\r\n".includes(text[start] ?? "x")) start += 1;
  return start;
}

function stringEnd(text: string, start: number): number {
  let end = start + 1;
  while (end < text.length && text[end] !== '"') end += text[end] === "\\" ? 2 : 1;
  return end + 1;
}

/** Returns where a value begins in a YAML document, or its ancestor if it has no position. */
function locateInYaml(root: unknown, steps: Steps): number | undefined {
  let node = root;
  let offset = findOffset(root);
  for (const step of steps) {
    if (isMap(node)) {
      const pair = node.items.find(({ key }) => String(isScalar(key) ? key.value : key) === step);
      if (pair === undefined) break;
      offset = findOffset(pair.key) ?? offset;
      node = pair.value;
    } else if (isSeq(node)) {
      const item = node.items[Number(step)];
      if (item === undefined) break;
      offset = findOffset(item) ?? offset;
      node = item;
    } else break;
    if (isAlias(node)) break;
  }
  return offset;
}

function findOffset(node: unknown): number | undefined {
  const range = (node as { range?: readonly number[] | null } | null | undefined)?.range;
  return range?.[0];
}

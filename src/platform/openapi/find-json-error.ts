/** Where a text stops being JSON, and why, in words for whoever wrote it. */
export interface JsonError {
  readonly offset: number;
  readonly reason: string;
}

const literal = /(?:true|false|null|-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?)(?![\w.+-])/y;
const word = /[^\s,:"[\]{}]{1,40}/y;
const escaped = /\\(?:["\\/bfnrt]|u[\da-fA-F]{4})/y;

type Expected = "value" | "first value" | "name" | "first name" | "colon" | "next";

/** Looks for what a parser refused, by one pass; undefined where there is nothing wrong. */
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
  if (text[offset] === "}") return "the comma before it is too many";
  return foreign(text, offset) ?? "a name in double quotes is missing before it";
}

function noValue(text: string, offset: number): string {
  const character = text[offset] ?? "";
  if (character === "]" || character === "}") return "a value is missing before it, or the comma before it is too many";
  word.lastIndex = offset;
  const found = word.exec(text)?.[0] ?? character;
  return foreign(text, offset) ?? `${JSON.stringify(found)} is no value`;
}

function foreign(text: string, offset: number): string | undefined {
  if (text[offset] === "'") return "texts stand in double quotes";
  if (text[offset] === "#" || text[offset] === "/") return "JSON has no comments";
  return undefined;
}

/** The offset after a string, or what is wrong in it. */
function endOfString(text: string, start: number): number | JsonError {
  for (let offset = start + 1; offset < text.length; ) {
    const character = text[offset] ?? "";
    if (character === '"') return offset + 1;
    if (character < " ") return { offset, reason: "a line break or control character stands in a text" };
    if (character === "\\") {
      escaped.lastIndex = offset;
      if (!escaped.test(text)) return { offset, reason: "the backslash stands before what it cannot escape" };
      offset = escaped.lastIndex;
    } else offset += 1;
  }
  return { offset: start, reason: "the text that begins here is not closed" };
}

/** Limits on the JSON of a request besides its size in bytes, well above anything a caller sends intentionally. */
const limits = {
  levels: 500,
  /** Items of one array: enough for a page of this many blocks or a code listing of this many lines. */
  items: 150_000,
  /** Members beyond `ofEach` in all objects together: a table's rows are members of one object. */
  members: 100_000,
  ofEach: 100,
} as const;

const quote = 34;
const backslash = 92;
const comma = 44;
const openBracket = 91;
const closeBracket = 93;
const openBrace = 123;
const closeBrace = 125;

/**
 * Returns which limit some JSON exceeds, without parsing it; undefined if none, or if it is not JSON. A parser
 * takes a second for a million members with different names, and validating them takes longer.
 */
export function findExcess(json: Uint8Array): string | undefined {
  /** Commas seen in each open array or object. */
  const counts = new Int32Array(limits.levels + 1);
  const inArray = new Uint8Array(limits.levels + 1);
  let depth = 0;
  let beyond = 0;
  for (let at = 0; at < json.length; at += 1) {
    switch (json[at]) {
      case quote:
        at = endOfString(json, at + 1);
        break;
      case openBrace:
      case openBracket:
        depth += 1;
        if (depth > limits.levels) return `is nested more than ${limits.levels} levels deep`;
        counts[depth] = 1;
        inArray[depth] = json[at] === openBracket ? 1 : 0;
        break;
      case closeBrace:
      case closeBracket:
        if (depth > 0) depth -= 1;
        break;
      case comma: {
        const count = (counts[depth] ?? 0) + 1;
        counts[depth] = count;
        if (inArray[depth] === 1) {
          if (count > limits.items) return `has an array of more than ${limits.items} items`;
        } else if (count > limits.ofEach) {
          beyond += 1;
          if (beyond > limits.members) return `has objects of more than ${limits.members} members`;
        }
      }
    }
  }
  return undefined;
}

/**
 * Checks a plain value in the same way, including its size in bytes as JSON; characters that need escaping are counted
 * as if they did not.
 */
export function findValueExcess(value: unknown): { readonly excess: string | undefined; readonly bytes: number } {
  let bytes = 0;
  let beyond = 0;
  let excess: string | undefined;
  const visit = (part: unknown, depth: number): void => {
    if (typeof part === "string") bytes += Buffer.byteLength(part) + 2;
    else if (typeof part !== "object" || part === null) bytes += String(part).length;
    else if (depth > limits.levels) excess ??= `is nested more than ${limits.levels} levels deep`;
    else if (Array.isArray(part)) {
      bytes += Math.max(2, part.length + 1);
      if (part.length > limits.items) excess ??= `has an array of more than ${limits.items} items`;
      else for (const item of part) visit(item, depth + 1);
    } else {
      const names = Object.keys(part);
      bytes += Math.max(2, names.length + 1);
      beyond += Math.max(0, names.length - limits.ofEach);
      if (beyond > limits.members) excess ??= `has objects of more than ${limits.members} members`;
      for (const name of names) {
        bytes += Buffer.byteLength(name) + 3;
        visit((part as Record<string, unknown>)[name], depth + 1);
      }
    }
  };
  visit(value, 1);
  return { excess, bytes };
}

/** Returns the offset of the closing quotation mark of the string whose first character is at `start`. */
export function endOfString(json: Uint8Array, start: number): number {
  let at = start;
  while (at < json.length && json[at] !== quote) at += json[at] === backslash ? 2 : 1;
  return at;
}

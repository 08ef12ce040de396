import { type Document, isMap, isScalar, type Pair, type Scalar, stringify } from "yaml";
import { detectLineEnding, lineFrom, lineStart } from "../text/lines.ts";
import { parseYaml } from "./yaml.ts";

interface FrontMatter {
  attributes: Record<string, unknown>;
  /** Offset where the page's own text starts; after a BOM if there is no front matter. */
  bodyStart: number;
  /** Why the attributes could not be read; if set, they are empty. */
  problem?: string;
}

interface FrontMatterScalar {
  /** As written, without quotes: `1.10` stays `1.10`. */
  value: string;
  start: number;
  end: number;
  /** Whether only a quoted value is safe here: it was quoted before, or is in a flow mapping. */
  quoted: boolean;
}

/** Limits input to the YAML parser, which is much slower per byte than everything else here. */
export const maxFrontMatterChars = 65_536;

export const yamlOptions = { logLevel: "silent", prettyErrors: false, stringKeys: false } as const;

/** Front matter is between two `---` lines at the very start, after an optional BOM. Never throws. */
export function readFrontMatter(markdown: string): FrontMatter {
  const range = frontMatterRange(markdown);
  if (range.yamlEnd === range.yamlStart) return { attributes: {}, bodyStart: range.bodyStart };
  const read = parseAttributes(markdown.slice(range.yamlStart, range.yamlEnd));
  return { ...read, bodyStart: range.bodyStart };
}

/** Where the page's own text starts, without reading the YAML. */
export function findBodyStart(markdown: string): number {
  return frontMatterRange(markdown).bodyStart;
}

/** A top-level scalar of the front matter with the offsets of its value; undefined if absent or not a scalar. */
export function findFrontMatterScalar(markdown: string, key: string): FrontMatterScalar | undefined {
  const { yamlStart, yamlEnd } = frontMatterRange(markdown);
  if (yamlEnd === yamlStart || yamlEnd - yamlStart > maxFrontMatterChars) return undefined;
  const yaml = markdown.slice(yamlStart, yamlEnd);
  // A key is written out, unless it has escapes, and reading the YAML takes longer than anything else.
  if (!yaml.includes(key) && !yaml.includes("\\")) return undefined;
  try {
    const document = parseCached(yaml);
    if (document.errors.length > 0 || !isMap(document.contents)) return undefined;
    const node = document.contents.get(key, true);
    if (!isScalar(node) || !node.range) return undefined;
    const value = typeof node.value === "string" ? node.value : node.value === null ? "" : (node.source ?? "");
    return {
      value,
      start: yamlStart + node.range[0],
      end: yamlStart + node.range[1],
      quoted: document.contents.flow === true || node.type === "QUOTE_DOUBLE" || node.type === "QUOTE_SINGLE",
    };
  } catch {
    return undefined;
  }
}

interface FrontMatterRange {
  yamlStart: number;
  yamlEnd: number;
  bodyStart: number;
  /** Whether both front matter markers are present, even with nothing between them. */
  found: boolean;
}

/** The position of the front matter, without parsing the YAML. */
export function frontMatterRange(markdown: string): FrontMatterRange {
  const start = markdown.charCodeAt(0) === 0xfeff ? 1 : 0;
  const none = { yamlStart: start, yamlEnd: start, bodyStart: start, found: false };
  const opening = lineFrom(markdown, start);
  if (!isMarker(markdown, opening.start, opening.end) || opening.next === opening.end) return none;
  let keysSeen = false;
  for (let position = opening.next; position < markdown.length; ) {
    const line = lineFrom(markdown, position);
    if (isMarker(markdown, line.start, line.end)) {
      return { yamlStart: opening.next, yamlEnd: line.start, bodyStart: line.next, found: true };
    }
    if (!keysSeen) {
      const text = markdown.slice(line.start, Math.min(line.end, line.start + 500)).trim();
      // Prose or a list between two rules is not front matter: no part of the page may be hidden.
      if (text !== "" && !text.startsWith("#")) {
        if (!looksLikeKey(text)) return none;
        keysSeen = true;
      }
    }
    position = line.next;
  }
  return none;
}

function isMarker(markdown: string, start: number, end: number): boolean {
  return markdown.startsWith("---", start) && markdown.slice(start + 3, end).trim() === "" && end >= start + 3;
}

function looksLikeKey(line: string): boolean {
  return line.startsWith("{") || /^(?:"[^"]*"|'[^']*'|[^\s:"'-][^:]*)\s*:(?:\s|$)/.test(line);
}

function parseAttributes(yaml: string): Pick<FrontMatter, "attributes" | "problem"> {
  if (yaml.length > maxFrontMatterChars) {
    return { attributes: {}, problem: `The front matter is longer than ${maxFrontMatterChars} characters.` };
  }
  try {
    const document = parseCached(yaml);
    const error = document.errors[0];
    if (error) return { attributes: {}, problem: `The front matter is not valid YAML: ${error.message}` };
    const attributes: unknown = document.toJS({ maxAliasCount: 100 });
    if (attributes === null) return { attributes: {} };
    if (isRecord(attributes)) return { attributes };
    return { attributes: {}, problem: "The front matter is not a mapping of keys to values." };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { attributes: {}, problem: `The front matter cannot be read: ${reason}` };
  }
}

let latest: { yaml: string; document: Document.Parsed } | undefined;

/** Caches the latest document: a page's attributes and title are usually read in succession. */
function parseCached(yaml: string): Document.Parsed {
  if (latest?.yaml !== yaml) latest = { yaml, document: parseYaml(yaml, yamlOptions) };
  return latest.document;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Values by their key; a key without a value (undefined) is removed. */
type FrontMatterChange = Readonly<Record<string, unknown>>;

/**
 * Sets and removes top-level keys of the front matter; every other key keeps its bytes, and so does the page. A page
 * without front matter gets some, and empty front matter is removed. Front matter that cannot be read stays unchanged.
 */
export function withFrontMatter(markdown: string, change: FrontMatterChange): string {
  const { yamlStart, yamlEnd, bodyStart, found } = frontMatterRange(markdown);
  const ending = detectLineEnding(markdown) ?? "\n";
  const wanted = Object.entries(change);
  if (!found) {
    const entries = wanted.filter(([, value]) => value !== undefined).map(([key, value]) => entry(key, value, ending));
    if (entries.length === 0) return markdown;
    const block = `---${ending}${entries.join("")}---${ending}`;
    return (
      markdown.slice(0, bodyStart) + block + (bodyStart < markdown.length ? ending : "") + markdown.slice(bodyStart)
    );
  }
  const before = markdown.slice(yamlStart, yamlEnd);
  if (before.length > maxFrontMatterChars) return markdown;
  let yaml = before;
  for (const [key, value] of wanted) yaml = withKey(yaml, key, value, ending);
  if (yaml === before) return markdown;
  if (yaml.trim() !== "") return markdown.slice(0, yamlStart) + yaml + markdown.slice(yamlEnd);
  const start = markdown.charCodeAt(0) === 0xfeff ? 1 : 0;
  return markdown.slice(0, start) + markdown.slice(bodyStart).replace(/^[ \t]*\r?\n/, "");
}

function withKey(yaml: string, key: string, value: unknown, ending: string): string {
  const document = parseYaml(yaml, yamlOptions);
  if (document.errors.length > 0 || (document.contents !== null && !isMap(document.contents))) return yaml;
  const before = toAttributes(document);
  if (before === undefined || same(before[key], value)) return yaml;
  const wanted = { ...before, [key]: value };
  const edited = editInPlace(yaml, document, key, value, ending);
  if (edited !== undefined && same(toAttributes(parseYaml(edited, yamlOptions)), wanted)) return edited;
  if (value === undefined) document.delete(key);
  else document.set(key, value);
  const printed = String(document).replace(/\r?\n/g, ending);
  return same(toAttributes(parseYaml(printed, yamlOptions)), wanted) ? printed : yaml;
}

/** The front matter with this entry written where it was, or at the end. Undefined if that requires more. */
function editInPlace(
  yaml: string,
  { contents }: Document.Parsed,
  key: string,
  value: unknown,
  ending: string,
): string | undefined {
  const open = yaml === "" || yaml.endsWith("\n") ? yaml : yaml + ending;
  if (!isMap(contents) || contents.items.length === 0) return open + entry(key, value, ending);
  if (contents.flow) return undefined;
  const pair = contents.items.find((item) => isScalar(item.key) && item.key.value === key) as Pair<Scalar> | undefined;
  const indent = /^ */.exec(yaml.slice(lineStart(yaml, contents.range?.[0] ?? 0)))?.[0] ?? "";
  const written = value === undefined ? "" : entry(key, value, ending).replace(/^(?=.)/gm, indent);
  if (pair === undefined) return open + written;
  const start = pair.key.range?.[0];
  if (start === undefined) return undefined;
  const { value: node } = pair as { value: unknown };
  if (isScalar(node) && node.range && value !== undefined) {
    const [from, to] = node.range;
    const text = node.type?.startsWith("QUOTE") && typeof value === "string" ? JSON.stringify(value) : scalar(value);
    const oneLine = !/[\r\n]/.test(yaml.slice(from, to)) && text !== undefined;
    if (oneLine && from < to) return yaml.slice(0, from) + text + yaml.slice(to);
  }
  const range = (node as { range?: readonly number[] } | null)?.range;
  const end = Math.max(range?.[1] ?? 0, pair.key.range?.[1] ?? start);
  return yaml.slice(0, lineStart(yaml, start)) + written + yaml.slice(nextLine(yaml, end));
}

/** A value on one line; undefined if it requires several. */
function scalar(value: unknown): string | undefined {
  const text = stringify(value, { lineWidth: 0 }).trimEnd();
  return typeof value === "object" || text.includes("\n") ? undefined : text;
}

function entry(key: string, value: unknown, ending: string): string {
  return value === undefined ? "" : stringify({ [key]: value }, { lineWidth: 0 }).replace(/\n/g, ending);
}

function toAttributes(document: Document.Parsed): Record<string, unknown> | undefined {
  if (document.errors.length > 0) return undefined;
  try {
    return (document.toJS({ maxAliasCount: 100 }) ?? {}) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}

/** Where the line after the one around `at` begins; `at` itself if a line begins there. */
function nextLine(text: string, at: number): number {
  if (at > 0 && text[at - 1] === "\n") return at;
  const feed = text.indexOf("\n", at);
  return feed < 0 ? text.length : feed + 1;
}

/** Whether two values are equal regardless of member order. */
function same(left: unknown, right: unknown): boolean {
  return sorted(left) === sorted(right);
}

function sorted(value: unknown): string | undefined {
  return JSON.stringify(value, (_, member: unknown) =>
    typeof member === "object" && member !== null && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([left], [right]) => (left < right ? -1 : 1)))
      : member,
  );
}

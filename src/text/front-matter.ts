import { type Document, isMap, isScalar } from "yaml";
import { lineFrom } from "./lines.ts";
import { parseYaml } from "./yaml.ts";

export interface FrontMatter {
  attributes: Record<string, unknown>;
  /** Offset where the page's own text starts; after a BOM when there is no front matter. */
  bodyStart: number;
  /** Why the attributes could not be read; they are empty then. */
  problem?: string;
}

export interface FrontMatterScalar {
  /** As written, without quotes: `1.10` stays `1.10`. */
  value: string;
  start: number;
  end: number;
  /** Whether only a quoted value is safe here: it was quoted before, or stands in a flow mapping. */
  quoted: boolean;
}

/** Bounds the YAML reader, which is far slower per byte than everything else here. */
export const LARGEST_FRONT_MATTER = 65_536;

export const YAML_OPTIONS = { logLevel: "silent", prettyErrors: false, stringKeys: false } as const;

/** Front matter stands between two `---` lines at the very start, after an optional BOM. Never throws. */
export function readFrontMatter(markdown: string): FrontMatter {
  const range = frontMatterRange(markdown);
  if (range.yamlEnd === range.yamlStart) return { attributes: {}, bodyStart: range.bodyStart };
  const read = parseAttributes(markdown.slice(range.yamlStart, range.yamlEnd));
  return { ...read, bodyStart: range.bodyStart };
}

/** Where the page's own text starts, without reading the YAML. */
export function bodyStartOf(markdown: string): number {
  return frontMatterRange(markdown).bodyStart;
}

/** A top-level scalar of the front matter with the offsets of its value; undefined when absent or not a scalar. */
export function findFrontMatterScalar(markdown: string, key: string): FrontMatterScalar | undefined {
  const { yamlStart, yamlEnd } = frontMatterRange(markdown);
  if (yamlEnd === yamlStart || yamlEnd - yamlStart > LARGEST_FRONT_MATTER) return undefined;
  try {
    const document = documentOf(markdown.slice(yamlStart, yamlEnd));
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
  /** Whether there are the two lines that make front matter, if with nothing between them. */
  found: boolean;
}

/** Where the front matter stands, without reading the YAML. */
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
      // Prose or a list between two rules is no front matter: nothing of the page may be hidden.
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
  if (yaml.length > LARGEST_FRONT_MATTER) {
    return { attributes: {}, problem: `The front matter is longer than ${LARGEST_FRONT_MATTER} characters.` };
  }
  try {
    const document = documentOf(yaml);
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

/** Keeps the latest document: a page's attributes and its title are asked for one after the other. */
function documentOf(yaml: string): Document.Parsed {
  if (latest?.yaml !== yaml) latest = { yaml, document: parseYaml(yaml, YAML_OPTIONS) };
  return latest.document;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

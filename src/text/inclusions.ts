import { listAttributes } from "./attributes.ts";
import { type Block, scanBlocks } from "./blocks.ts";
import type { Range } from "./range.ts";

/** What a page takes in from elsewhere: `target` is exactly `markdown.slice(start, end)`. */
export interface Inclusion extends Range {
  /** `include` names a path, `openapi` the slug of a specification. */
  readonly kind: "include" | "openapi";
  readonly target: string;
}

/** `{% include "path" %}` on a line of its own; the range is the whole line without its line ending. */
export interface Include extends Range {
  readonly path: string;
  /** White space before the tag, which what takes its place is indented by. */
  readonly indent: string;
}

const INCLUDE = /^([ \t]*)\{%-?[ \t]*include[ \t]+(?:"([^"]*)"|'([^']*)')/;
const END_OF_INCLUDE = /^[ \t]*-?%\}[ \t]*(?:\r?\n)?$/;
const OPENAPI = /^[ \t]*\{%-?[ \t]*openapi-[a-z]+[ \t]/;

/** `{% include "…" %}` and the `spec` of `{% openapi-… %}`, in order, outside code. Linear. */
export function listInclusions(markdown: string): Inclusion[] {
  return tagsOf(markdown).flatMap(({ start, end }) => {
    const line = markdown.slice(start, end);
    const include = readInclude(line);
    if (include !== undefined) return inclusion("include", start + include.start, start + include.end);
    if (!OPENAPI.test(line)) return [];
    return listAttributes(line, 0, line.length)
      .filter(({ name }) => name === "spec")
      .flatMap(({ valueStart, valueEnd }) => inclusion("openapi", start + valueStart, start + valueEnd));
  });

  function inclusion(kind: Inclusion["kind"], start: number, end: number): Inclusion[] {
    return end > start ? [{ kind, target: markdown.slice(start, end), start, end }] : [];
  }
}

/** The includes whose text can take the place of their line, in order, outside code. Linear. */
export function listIncludes(markdown: string): Include[] {
  return tagsOf(markdown).flatMap(({ start, end }) => {
    const line = markdown.slice(start, end);
    const include = readInclude(line);
    if (include === undefined || !END_OF_INCLUDE.test(line.slice(include.end + 1))) return [];
    const { path, indent } = include;
    return [{ path, indent, start, end: start + line.replace(/\r?\n$/, "").length }];
  });
}

const tagsOf = (markdown: string): Block[] =>
  markdown.includes("{%") ? scanBlocks(markdown).filter(({ kind }) => kind === "tag") : [];

/** The range is that of the path within the line. */
function readInclude(line: string): Include | undefined {
  const match = INCLUDE.exec(line);
  if (match === null) return undefined;
  const path = match[2] ?? match[3] ?? "";
  const end = match[0].length - 1;
  return { path, indent: match[1] ?? "", start: end - path.length, end };
}

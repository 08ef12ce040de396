import { listAttributes } from "./attributes.ts";
import { scanBlocks } from "./blocks.ts";
import type { Range } from "./inline.ts";

/** What a page takes in from elsewhere: `target` is exactly `markdown.slice(start, end)`. */
export interface Inclusion extends Range {
  /** `include` names a path, `openapi` the slug of a specification. */
  readonly kind: "include" | "openapi";
  readonly target: string;
}

const INCLUDE = /^[ \t]*\{%-?[ \t]*include[ \t]+(["'])/;
const OPENAPI = /^[ \t]*\{%-?[ \t]*openapi-[a-z]+[ \t]/;

/** `{% include "…" %}` and the `spec` of `{% openapi-… %}`, in order. */
export function listInclusions(markdown: string): Inclusion[] {
  if (!markdown.includes("{%")) return [];
  const found: Inclusion[] = [];
  for (const { kind, start, end } of scanBlocks(markdown)) {
    if (kind !== "tag") continue;
    const source = markdown.slice(start, end);
    const include = INCLUDE.exec(source);
    if (include !== null) {
      const from = include[0].length;
      const to = source.indexOf(include[1] ?? '"', from);
      if (to > from) add("include", start + from, start + to);
    } else if (OPENAPI.test(source)) {
      for (const { name, valueStart, valueEnd } of listAttributes(source, 0, source.length)) {
        if (name === "spec" && valueEnd > valueStart) add("openapi", start + valueStart, start + valueEnd);
      }
    }
  }
  return found;

  function add(kind: Inclusion["kind"], start: number, end: number): void {
    found.push({ kind, target: markdown.slice(start, end), start, end });
  }
}

import { posix } from "node:path";
import type { UnresolvedPart } from "../../contract/models/page.ts";
import { evaluateMarkdown } from "../../markdown/expressions/evaluate-markdown.ts";
import type { ExpressionScope } from "../../markdown/expressions/expressions.ts";
import { decodePath, rooted } from "../../markdown/page/link-paths.ts";
import { type Include, listingIncludes, replacingLinks } from "../../markdown/page/links.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import type { ContentMap } from "./content-map.ts";
import { findFiles } from "./page-tree.ts";
import { type FileRecord, keys, type PageRecord } from "./records.ts";
import { bodyOfReusable, isReusable, spaceVariables } from "./reusable-contents.ts";
import type { SpaceContent } from "./space-content.ts";

/** Maximum nesting of includes. Deeper ones are left as they are. */
const maxDepth = 8;

const maxIncludes = 1_000;

interface IncludedText {
  readonly text: string;
  /** Number of characters added to the page. */
  readonly added: number;
  /** Includes that were left as they are, with the reason. */
  readonly unresolved: readonly { readonly path: string; readonly problem: string }[];
}

interface Texts {
  readTexts(addresses: readonly string[]): Promise<Map<string, string>>;
}

interface Reusable {
  readonly file: FileRecord;
  readonly body: string;
}

/** The paths an include in the file at `source` may mean: relative to that file, or from the content's root. */
function candidates(path: string, source: string): string[] {
  const decoded = decodePath(path);
  const paths = [rooted(posix.dirname(source), decoded), rooted(".", decoded)];
  return [...new Set(paths.flatMap((candidate) => candidate ?? []))];
}

const idInPath = (path: string) => /^\/reusable-content\/([a-zA-Z0-9_-]+)$/.exec(path)?.[1];

/** Ids of the reusable contents that a file's includes lead to, by the path as written. */
export async function includeTargets(
  map: ContentMap,
  paths: readonly string[],
  source: string,
): Promise<Map<string, FileRecord>> {
  const candidatePaths = new Map(paths.map((path) => [path, candidates(path, source)]));
  const owners = await map.getMany([...new Set([...candidatePaths.values()].flat())].map(keys.source));
  const ids = new Map<string, string>();
  for (const [path, found] of candidatePaths) {
    const owner = found
      .map((candidate) => owners.get(keys.source(candidate)))
      .find((key) => key?.startsWith(keys.files));
    const id = idInPath(path) ?? owner?.slice(keys.files.length);
    if (id !== undefined) ids.set(path, id);
  }
  const files = await findFiles(map, [...new Set(ids.values())]);
  return new Map(
    [...ids].flatMap(([path, id]) => {
      const file = files.get(id);
      return file !== undefined && isReusable(file) ? [[path, file] as const] : [];
    }),
  );
}

/**
 * Replaces the includes in a text with their reusable contents, whose links are rewritten for the page at `source`. An
 * include stays as it is if it names nothing, is circular, or would exceed a limit.
 */
async function resolveIncludes(
  map: ContentMap,
  texts: Texts,
  text: string,
  { source, remaining }: { readonly source: string; readonly remaining: number },
): Promise<IncludedText> {
  const known = await loadReusable(map, texts, text, source);
  const unresolved = new Map<string, string>();
  let left = remaining;
  let count = 0;
  const resolved = await new TimeSlices().run(expanded(text, source, []));
  return {
    text: resolved,
    added: remaining - left,
    unresolved: [...unresolved].map(([path, problem]) => ({ path, problem })),
  };

  function* expanded(part: string, from: string, trail: readonly string[]): WorkInSteps<string> {
    let result = "";
    let copied = 0;
    for (const include of yield* listingIncludes(part)) {
      const target = known.get(from)?.get(include.path);
      const problem = findProblem(target, trail);
      if (problem !== undefined || target === undefined) {
        unresolved.set(include.path, problem ?? "");
        continue;
      }
      count += 1;
      left -= target.body.length;
      const body = yield* linkedFrom(target.body, target.file.source, source);
      const inner = yield* expanded(body, target.file.source, [...trail, target.file.id]);
      result += part.slice(copied, include.start) + withBlankLines(part, include, inner);
      copied = include.end;
    }
    return result + part.slice(copied);
  }

  function findProblem(target: Reusable | undefined, trail: readonly string[]): string | undefined {
    if (target === undefined) return "there is no reusable content with this name";
    if (trail.includes(target.file.id)) return "it includes itself";
    if (trail.length >= maxDepth) return `it is nested more than ${maxDepth} includes deep`;
    if (count >= maxIncludes) return `the page has more than ${maxIncludes} includes`;
    return target.body.length > left ? "the page would become too long" : undefined;
  }
}

/** The text with includes by id replaced by includes by file path, relative to `source`. */
export async function withIncludePaths(map: ContentMap, text: string, source: string): Promise<string> {
  // Most texts have no includes by id, and scanning a long text takes a while.
  if (!text.includes("/reusable-content/")) return text;
  const includes = await new TimeSlices().run(listingIncludes(text));
  const byId = includes.filter(({ path }) => idInPath(path) !== undefined);
  if (byId.length === 0) return text;
  const targets = await includeTargets(map, [...new Set(byId.map(({ path }) => path))], source);
  let bound = "";
  let copied = 0;
  for (const { path, indent, start, end } of byId) {
    const file = targets.get(path);
    if (file === undefined) continue;
    const written = posix.relative(posix.dirname(source), file.source);
    bound += `${text.slice(copied, start)}${indent}{% include "${written}" %}`;
    copied = end;
  }
  return bound + text.slice(copied);
}

/** The reusable contents that a text includes, directly or indirectly, by the including file and path. */
async function loadReusable(
  map: ContentMap,
  texts: Texts,
  text: string,
  source: string,
): Promise<Map<string, Map<string, Reusable>>> {
  const known = new Map<string, Map<string, Reusable>>();
  const bodies = new Map<string, string>();
  let level = [{ text, source }];
  const timeSlices = new TimeSlices();
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth += 1) {
    const found = new Map<string, FileRecord>();
    const named: { source: string; targets: Map<string, FileRecord> }[] = [];
    for (const part of level) {
      const includes = await timeSlices.run(listingIncludes(part.text));
      const paths = [...new Set(includes.map(({ path }) => path))].slice(0, maxIncludes);
      const targets = paths.length > 0 ? await includeTargets(map, paths, part.source) : new Map<string, FileRecord>();
      named.push({ source: part.source, targets });
      for (const file of targets.values()) if (!bodies.has(file.id)) found.set(file.id, file);
    }
    const read = await texts.readTexts([...new Set([...found.values()].map((file) => file.content))]);
    for (const file of found.values()) bodies.set(file.id, bodyOfReusable(read.get(file.content) ?? ""));
    for (const { source: from, targets } of named) {
      known.set(from, new Map([...targets].map(([path, file]) => [path, { file, body: bodies.get(file.id) ?? "" }])));
    }
    level = [...found.values()].map((file) => ({ text: bodies.get(file.id) ?? "", source: file.source }));
  }
  return known;
}

/** Adds blank lines to separate the content from text directly above or below the tag. */
function withBlankLines(text: string, { start, end, indent }: Include, body: string): string {
  const above = /(?:^|\n)([^\n]*)\n$/.exec(text.slice(Math.max(0, start - 500), start))?.[1] ?? "";
  const below = /^\r?\n([^\n]*)/.exec(text.slice(end, end + 500))?.[1] ?? "";
  const isText = (line: string) => line.trim() !== "" && !line.trimStart().startsWith("{%");
  const lines = indent === "" ? body : body.replace(/^(?=.)/gm, indent);
  return (isText(above) ? "\n" : "") + lines + (isText(below) ? "\n" : "");
}

/** The text with the relative links from the file at `from` rewritten for the file at `to`. */
function* linkedFrom(text: string, from: string, to: string): WorkInSteps<string> {
  const [here, there] = [posix.dirname(from), posix.dirname(to)];
  if (here === there) return text;
  return yield* replacingLinks(text, ({ href }) => {
    if (/^(?:[a-z][a-z0-9+.-]*:|[/#?]|$)/i.test(href)) return undefined;
    const [, path = "", rest = ""] = /^([^#?]*)(.*)$/s.exec(href) ?? [];
    const target = rooted(here, path);
    return target === undefined ? undefined : (posix.relative(there, target) || ".") + rest;
  });
}

/** How to expand a page when reading it. */
interface Expansion {
  readonly evaluated: boolean | "deterministic-only";
  readonly dereferenced: boolean | "reusable-contents";
  /** What is known about the visitor; without it the visitor has no claims. */
  readonly claims?: Claims | undefined;
}

/** In the form that expressions use. */
type Claims = Extract<ExpressionScope[string], object>;

/** Maximum number of characters that includes and values may add to one page. */
const maxAddedChars = 5_000_000;

/** A text with its reusable contents and values filled in, as far as requested and known. */
export async function expandText(
  map: ContentMap,
  content: SpaceContent,
  text: string,
  page: Pick<PageRecord, "source" | "variables">,
  { evaluated, dereferenced, claims = { unsigned: {} } }: Expansion,
): Promise<{ text: string; unresolved: UnresolvedPart[] }> {
  const unresolved: UnresolvedPart[] = [];
  const timeSlices = new TimeSlices();
  let expanded = text;
  let remaining = maxAddedChars;
  if (dereferenced !== false) {
    const included = await resolveIncludes(map, content, text, { source: page.source ?? "", remaining });
    expanded = included.text;
    remaining -= included.added;
    for (const { path, problem } of included.unresolved) unresolved.push({ kind: "include", source: path, problem });
    await timeSlices.yieldIfDue();
  }
  if (evaluated !== false) {
    const scope = {
      space: { vars: await spaceVariables(map, content) },
      page: { vars: page.variables ?? {} },
      // A reader through the API is a visitor without claims. That varies by visitor, so it is left out if only
      // constants count.
      ...(evaluated === true ? { visitor: { claims } } : {}),
    };
    const values = evaluateMarkdown(expanded, { scope, maxAddedChars: remaining });
    expanded = values.markdown;
    for (const { expression, problem } of values.unresolved) {
      unresolved.push({ kind: "expression", source: expression, problem });
    }
    await timeSlices.yieldIfDue();
  }
  return { text: expanded, unresolved };
}

import type { UnresolvedPart } from "../../contract/models/page.ts";
import { evaluateMarkdown } from "../../text/evaluate-markdown.ts";
import type { ContentMap } from "./content-map.ts";
import type { PageRecord } from "./records.ts";
import { resolveIncludes } from "./resolve-includes.ts";
import { spaceVariables } from "./reusable-contents.ts";
import type { SpaceContent } from "./space-content.ts";

/** How a page is to be read beyond what is written in it. */
export interface Expansion {
  readonly evaluated: boolean | "deterministic-only";
  readonly dereferenced: boolean | "reusable-contents";
}

/** Characters that includes and values may add to one page. */
const mostAdded = 5_000_000;

/** A text with reusable contents and values in their places, as far as they are asked for and can be known. */
export async function expandText(
  map: ContentMap,
  content: SpaceContent,
  text: string,
  page: Pick<PageRecord, "source" | "variables">,
  { evaluated, dereferenced }: Expansion,
): Promise<{ text: string; unresolved: UnresolvedPart[] }> {
  const unresolved: UnresolvedPart[] = [];
  let expanded = text;
  let room = mostAdded;
  if (dereferenced !== false) {
    const included = await resolveIncludes(map, content, text, { source: page.source ?? "", room });
    expanded = included.text;
    room -= included.added;
    for (const { path, problem } of included.unresolved) unresolved.push({ kind: "include", source: path, problem });
  }
  if (evaluated !== false) {
    const scope = {
      space: { vars: await spaceVariables(map, content) },
      page: { vars: page.variables ?? {} },
      // Nobody visits: a reader through the API has no claims, which is an input like any other unless only those that never vary count.
      ...(evaluated === true ? { visitor: { claims: { unsigned: {} } } } : {}),
    };
    const values = evaluateMarkdown(expanded, { scope, room });
    expanded = values.markdown;
    for (const { expression, problem } of values.unresolved) {
      unresolved.push({ kind: "expression", source: expression, problem });
    }
  }
  return { text: expanded, unresolved };
}

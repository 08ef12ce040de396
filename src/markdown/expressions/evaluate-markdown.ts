import { type Block, scanBlocks } from "../grammar/blocks.ts";
import { findBodyStart } from "../grammar/front-matter.ts";
import { decodeEntity } from "../grammar/html.ts";
import { type InlineToken, scanInline } from "../grammar/inline.ts";
import { findRegions, type Region } from "../grammar/regions.ts";
import { type Range, type Replacement, replaceRanges } from "../text/ranges.ts";
import { type ExpressionScope, evaluate, parseExpression, shownText } from "./expressions.ts";

/** An expression that was not evaluated, and why. */
interface UnresolvedExpression {
  readonly expression: string;
  readonly problem: string;
}

interface EvaluatedMarkdown {
  readonly markdown: string;
  readonly unresolved: readonly UnresolvedExpression[];
}

interface Evaluating {
  readonly scope: ExpressionScope;
  /** The most characters that values may add to the page. */
  readonly maxAddedChars: number;
}

/**
 * Replaces expressions with values, and keeps or removes the content of `{% if … %}`. Expressions without a known
 * value stay unchanged, as do code, comments and front matter. Linear in the length of the page.
 */
export function evaluateMarkdown(markdown: string, { scope, maxAddedChars }: Evaluating): EvaluatedMarkdown {
  const unresolved = new Map<string, string>();
  const decided = new Map<string, ReturnType<typeof evaluated>>();
  const conditions = replaceRanges(markdown, conditionReplacements());
  let left = maxAddedChars;
  const text = replaceRanges(conditions, inlineReplacements(conditions));
  return {
    markdown: text,
    unresolved: [...unresolved].map(([expression, problem]) => ({ expression, problem })),
  };

  function decide(source: string): ReturnType<typeof evaluated> {
    const known = decided.get(source) ?? evaluated(source, scope);
    decided.set(source, known);
    if ("problem" in known) unresolved.set(source, known.problem);
    return known;
  }

  function conditionReplacements(): Replacement[] {
    const start = findBodyStart(markdown);
    if (!/\{%-?\s*if\s/.test(markdown)) return [];
    const found: Replacement[] = [];
    const visit = (regions: readonly Region[]): void => {
      for (const region of regions) {
        if (region.kind !== "frame") continue;
        const outcome = region.tag.name === "if" ? decide(region.tag.argument) : undefined;
        if (outcome !== undefined && "value" in outcome) {
          if (!outcome.value) {
            found.push({ start: start + region.start, end: start + region.end, text: "" });
            continue;
          }
          found.push({ start: start + region.start, end: start + region.openEnd, text: "" });
          visit(region.children);
          found.push({ start: start + region.closeStart, end: start + region.end, text: "" });
        } else visit(region.children);
      }
    };
    visit(findRegions(markdown.slice(start)));
    return found;
  }

  function inlineReplacements(page: string): Replacement[] {
    if (!page.includes('class="expression"') && !page.includes("{{")) return [];
    const found: Replacement[] = [];
    for (const { start, end, expression } of listExpressions(page)) {
      const outcome = decide(expression);
      const shown = "value" in outcome ? shownText(outcome.value) : outcome;
      if ("problem" in shown) unresolved.set(expression, shown.problem);
      else if (shown.text.length > left) unresolved.set(expression, "the page would become too long");
      else {
        left -= shown.text.length;
        found.push({ start, end, text: asMarkdown(shown.text) });
      }
    }
    return found;
  }
}

function evaluated(source: string, scope: ExpressionScope): ReturnType<typeof evaluate> {
  const expression = parseExpression(source);
  return expression === undefined
    ? { problem: "it is not an expression that is understood" }
    : evaluate(expression, scope);
}

interface FoundExpression extends Range {
  readonly expression: string;
}

/** `<code class="expression">…</code>`, and `{{ … }}` around names of variables, outside code and comments. */
function listExpressions(markdown: string): FoundExpression[] {
  const found: FoundExpression[] = [];
  for (const block of scanBlocks(markdown)) {
    if (!hasText(block)) continue;
    const source = markdown.slice(block.start, block.end);
    if (!source.includes("expression") && !source.includes("{{")) continue;
    const tokens = scanInline(source);
    for (const expression of [...elementExpressions(source, tokens), ...braceExpressions(source, tokens)]) {
      found.push({ ...expression, start: block.start + expression.start, end: block.start + expression.end });
    }
  }
  found.sort((one, other) => one.start - other.start);
  // Braces within an element are part of its expression.
  return found.filter(({ start }, index) => start >= (found[index - 1]?.end ?? 0));
}

const hasText = (block: Block) =>
  block.kind === "text" ||
  block.kind === "heading" ||
  (block.kind === "html" && block.element !== "comment" && block.element !== "raw");

function elementExpressions(source: string, tokens: readonly InlineToken[]): FoundExpression[] {
  const found: FoundExpression[] = [];
  let open: InlineToken | undefined;
  for (const token of tokens) {
    if (token.kind !== "element" || token.name.toLowerCase() !== "code") continue;
    if (!token.closing) {
      const isExpression = /^<code\s+class=(["'])expression\1\s*>$/.test(source.slice(token.start, token.end));
      open = isExpression ? token : undefined;
    } else if (open !== undefined) {
      const expression = source
        .slice(open.end, token.start)
        .replace(/&(?:#\d{1,7}|#x[\da-f]{1,6}|[a-z][a-z\d]{1,31});/gi, decodeEntity);
      found.push({
        start: open.start,
        end: token.end,
        expression: expression.replace(/\\([!-/:-@[-`{-~])/g, "$1").trim(),
      });
      open = undefined;
    }
  }
  return found;
}

/** Braces are common in documentation of templates: only those around variables of the space or page count. */
const bracesPattern = /\{\{\s{0,20}((?:space|page)\.vars\b[^{}\n]{0,500}?)\s{0,20}\}\}/g;

function braceExpressions(source: string, tokens: readonly InlineToken[]): FoundExpression[] {
  const code = tokens.filter(({ kind }) => kind === "code" || kind === "comment");
  let next = 0;
  const found: FoundExpression[] = [];
  for (const match of source.matchAll(bracesPattern)) {
    const end = match.index + match[0].length;
    while ((code[next]?.end ?? source.length) <= match.index) next += 1;
    if ((code[next]?.start ?? source.length) < end) continue;
    found.push({ start: match.index, end, expression: (match[1] ?? "").trim() });
  }
  return found;
}

/** A value as text that reads the same in Markdown and in HTML: special characters become character references. */
function asMarkdown(text: string): string {
  return text
    .replace(/\s*[\r\n]+\s*/g, " ")
    .replace(/[&<>\\`*[\]~|$]|(?<![\p{L}\p{N}])_|_(?![\p{L}\p{N}])|^[#>+=-](?=\s|$)/gu, characterReference);
}

const characterReference = (character: string) => `&#${character.charCodeAt(0)};`;

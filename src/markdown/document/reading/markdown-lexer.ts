import { Lexer, Marked, type Token, Tokenizer, type TokenizerAndRendererExtension, type Tokens } from "marked";
import { type Block, scanBlocks } from "../../grammar/blocks.ts";
import type { Range } from "../../text/ranges.ts";

/** More delimiters than this in one inline text would nest or search too deep; the text is then taken as it is. */
const MOST_DELIMITERS = 1_000;

/** What the inline texts of one page may cost together, as `inlineCost` counts. */
const INLINE_BUDGET = 60_000_000;

/** Characters of one piece of Markdown whose blocks are looked for; lists and tables of more are no reading for people. */
const LONGEST_PIECE = 262_144;

/** What the blocks of one page may cost together, as `blockCost` counts. */
const BLOCK_BUDGET = 1_000_000_000;

const MOST_QUOTE_ALTERNATIONS = 300;

/** Link definitions of one page that are looked up; each costs in every paragraph. */
const MOST_DEFINITIONS = 2_000;

const inlineMath: TokenizerAndRendererExtension = {
  name: "inlineMath",
  level: "inline",
  start: (text) => text.indexOf("$$"),
  tokenizer(text) {
    const match = /^\$\$((?:[^$\\]|\\[\s\S]|\$(?!\$))+)\$\$/.exec(text);
    return match ? { type: "inlineMath", raw: match[0], formula: match[1] } : undefined;
  },
};

const footnote: TokenizerAndRendererExtension = {
  name: "footnote",
  level: "inline",
  start: (text) => text.indexOf("[^"),
  tokenizer(text) {
    const match = /^\[\^[^\]\s[]{1,100}\](?!\()/.exec(text);
    return match ? { type: "footnote", raw: match[0] } : undefined;
  },
};

const dialect = new Marked({ gfm: true, extensions: [inlineMath, footnote] }).defaults;

class ShallowLexer extends Lexer {
  #depth = 0;
  #definitions = 0;

  shallowBlockTokens(text: string): Token[] {
    this.#depth = 0;
    this.state.top = true;
    const tokens = this.blockTokens(text, []);
    for (const token of tokens) {
      if (token.type !== "def") continue;
      this.#definitions += 1;
      if (this.#definitions > MOST_DEFINITIONS) delete this.tokens.links[token.tag];
    }
    return tokens;
  }

  /** Lists and quotes ask for their content's blocks to find their own end, for which the first level is enough. */
  override blockTokens(
    text: string,
    tokens: Token[] = [],
    lastParagraphClipped = false,
  ): ReturnType<Lexer["blockTokens"]> {
    if (this.#depth > 1) return tokens as ReturnType<Lexer["blockTokens"]>;
    this.#depth += 1;
    try {
      return super.blockTokens(text, tokens, lastParagraphClipped) as ReturnType<Lexer["blockTokens"]>;
    } finally {
      this.#depth -= 1;
    }
  }
}

/** Looks first, where a rule of marked reads on to the end of the text before it finds that it does not apply. */
class CarefulTokenizer extends Tokenizer {
  override table(text: string): Tokens.Table | undefined {
    const header = text.indexOf("\n");
    const end = text.indexOf("\n", header + 1);
    const delimiters = header === -1 ? "" : text.slice(header + 1, end === -1 ? undefined : end);
    return /^[ |:-]*[|:][ |:-]*$/.test(delimiters) ? super.table(text) : undefined;
  }
}

/**
 * marked's lexer for one page: blocks and inlines are read apart, and the contents of lists and quotes are left to the
 * caller, who reads them as pages of their own.
 */
export class MarkdownLexer {
  readonly #lexer = new ShallowLexer({ ...dialect, tokenizer: new CarefulTokenizer() });
  #inlineBudget = INLINE_BUDGET;
  #blockBudget = BLOCK_BUDGET;

  /**
   * The block tokens of a text, or nothing when reading it would cost too much; their inline text is not read yet. Link
   * definitions are kept for `inlineTokens`.
   */
  blockTokens(text: string): Token[] | undefined {
    const isFence = /^ {0,3}(?:```|~~~)/.test(text);
    if ((text.length > LONGEST_PIECE && !isFence) || hasEndlessQuote(text)) return undefined;
    const cost = blockCost(text);
    if (cost > this.#blockBudget) return undefined;
    this.#blockBudget -= cost;
    const tokens = this.#lexer.shallowBlockTokens(text);
    this.#lexer.inlineQueue = [];
    return tokens;
  }

  /** From now on `inlineTokens` finds nothing but plain text. */
  endInlines(): void {
    this.#inlineBudget = 0;
  }

  /** The inline tokens of a text, or nothing when reading it would cost too much. */
  inlineTokens(text: string): Token[] | undefined {
    const delimiters = text.match(/[*_~[\]<`$\\!@]/g)?.length ?? 0;
    if (delimiters === 0 && !/[\n@:.&]/.test(text)) return [{ type: "text", raw: text, text }];
    const cost = inlineCost(text, delimiters);
    if (delimiters > MOST_DELIMITERS || cost > this.#inlineBudget) return undefined;
    this.#inlineBudget -= cost;
    this.#lexer.state.inLink = false;
    this.#lexer.state.inRawBlock = false;
    return this.#lexer.inlineTokens(text);
  }
}

/** Whether quoted and unquoted lines alternate so often without a blank line that marked, quadratic in that, would not end. */
function hasEndlessQuote(markdown: string): boolean {
  let alternations = 0;
  for (const match of markdown.matchAll(/^[ \t]*(?:\n|$)|(?<=\n[^>\n]+\n) {0,3}>/gm)) {
    alternations = match[0].endsWith(">") ? alternations + 1 : 0;
    if (alternations > MOST_QUOTE_ALTERNATIONS) return true;
  }
  return false;
}

/**
 * What marked's lexer may take for a text, in characters it looks at: it is quadratic in a few shapes that no page for
 * people has, and linear in everything else. Counted in one pass, so that such a text can be left alone.
 */

const LIST_MARKER = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Of the blocks of a text: items of a list are put together line by line, and blank lines within code looked at again and again. */
function blockCost(markdown: string): number {
  let cost = 0;
  let itemStart = -1;
  let itemLines = 0;
  let blanks = 0;
  const endItem = (end: number) => {
    if (itemStart !== -1) cost += itemLines * (end - itemStart);
    itemStart = -1;
    itemLines = 0;
  };
  for (let at = 0; at < markdown.length; ) {
    const feed = markdown.indexOf("\n", at);
    const next = feed === -1 ? markdown.length : feed + 1;
    const line = markdown.slice(at, Math.min(next, at + 200));
    if (line.trim() === "") blanks += 1;
    else {
      const isItem = LIST_MARKER.test(line);
      if (isItem || (blanks > 0 && !/^[ \t]/.test(line))) endItem(at);
      if (isItem) itemStart = at;
      cost += blanks * blanks;
      blanks = 0;
    }
    itemLines += 1;
    at = next;
  }
  endItem(markdown.length);
  return cost;
}

const ADDRESS_CHARACTERS = /[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]{100,}/g;

const URL = /(?:https?:\/\/|ftp:\/\/|www\.)[^\s<]{100,}/gi;

const SPACES = / {100,}/g;

/** Of the inline marks of a text, with so many delimiters. */
function inlineCost(text: string, delimiters: number): number {
  const addresses = text.includes("@") ? squares(text, ADDRESS_CHARACTERS) : 0;
  const urls = text.includes("://") || /www\./i.test(text) ? squares(text, URL) : 0;
  return text.length * delimiters + addresses + urls + squares(text, SPACES);
}

function squares(text: string, run: RegExp): number {
  let sum = 0;
  for (const [found] of text.matchAll(run)) sum += found.length ** 2;
  return sum;
}

/** UTF-16 units that marked is given at once where the text can be cut: it is quadratic in many a text. */
const USUAL_PIECE = 8_192;

/**
 * Cuts Markdown into pieces that read the same apart as together, most of them little longer than `USUAL_PIECE`. One
 * block, such as a list or a table, is never cut.
 */
export function piecesOf(markdown: string): Range[] {
  if (markdown.length <= USUAL_PIECE) return [{ start: 0, end: markdown.length }];
  const pieces: Range[] = [];
  let start = 0;
  let before: Block | undefined;
  for (const block of scanBlocks(markdown)) {
    if (block.start - start >= USUAL_PIECE && standsAlone(markdown, block, before)) {
      pieces.push({ start, end: block.start });
      start = block.start;
    }
    before = block;
  }
  pieces.push({ start, end: markdown.length });
  return pieces;
}

/** Whether nothing above the block can take it in: a list and a quote go on below blank lines, a paragraph until one. */
function standsAlone(markdown: string, block: Block, before: Block | undefined): boolean {
  const first = markdown[block.start] ?? "";
  if (block.kind === "blank" || /[\s\d*+>|-]/.test(first)) return false;
  if (block.kind === "heading" && first === "#") return true;
  return before?.kind === "blank" || before?.kind === "heading" || before?.kind === "fence";
}

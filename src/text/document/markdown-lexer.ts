import { Lexer, Marked, type Token, Tokenizer, type TokenizerAndRendererExtension, type Tokens } from "marked";
import { blockCost, inlineCost } from "./lexer-cost.ts";

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

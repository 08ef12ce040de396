import { withoutEscapes } from "./destinations.ts";
import { type DelimiterRun, type Emphasis, getMarkWidth, pairEmphasis } from "./emphasis.ts";
import { type InlineToken, scanInline } from "./inline.ts";
import { codeText } from "./inline-text.ts";

/** A part of inline text; `raw` is its source. */
export type ParsedInline = { raw: string } & (
  | { kind: "text" | "html" | "footnote" | "break" }
  /** A backslash and the punctuation after it. */
  | { kind: "escape" | "code" | "math"; text: string }
  | { kind: Emphasis; children: ParsedInline[] }
  | { kind: "link"; href: string; title?: string; children: ParsedInline[] }
  /** `text` is Markdown. */
  | { kind: "image"; href: string; title?: string; text: string }
);

/** The target of a link. */
export interface Target {
  href: string;
  title?: string;
}

/** Every token that is not text begins with one of these, or is an address that has one. */
const possibleMarkupPattern = /[\\`*_~[\]!<&{$@]|:\/\/|www\./i;

/** Parses the inline text of one block. `definitions` maps folded reference labels to their targets. */
export function parseInline(source: string, definitions: ReadonlyMap<string, Target>): ParsedInline[] {
  if (source !== "" && !possibleMarkupPattern.test(source)) return [{ kind: "text", raw: source }];
  const tokens = scanInline(source, { labels: definitions, strict: true });
  const tree = new TreeBuilder(source, definitions, pairEmphasis(source, tokens));
  for (const token of tokens) tree.add(token);
  return tree.root;
}

/** The open link, image or emphasis around a token. */
interface Frame {
  children: ParsedInline[];
  start: number;
  /** After the opening. */
  contentStart: number;
}

class TreeBuilder {
  readonly root: ParsedInline[] = [];
  readonly #source: string;
  readonly #definitions: ReadonlyMap<string, Target>;
  readonly #runs: ReadonlyMap<InlineToken, DelimiterRun>;
  readonly #open: Frame[] = [];
  /** End of the text that was added last. */
  #textEnd = -1;
  /** End of the latest hard break: spaces after it do not count. */
  #breakEnd = -1;

  constructor(source: string, definitions: ReadonlyMap<string, Target>, runs: ReadonlyMap<InlineToken, DelimiterRun>) {
    this.#source = source;
    this.#definitions = definitions;
    this.#runs = runs;
  }

  add(token: InlineToken): void {
    const { start, end } = token;
    if (token.kind === "delimiter") this.#addDelimiters(token);
    else if (token.kind === "open" && token.linked) this.#enter(start, end);
    else if (token.kind === "close" && token.linked) this.#leave(token);
    else {
      const part = this.#toPart(token, this.#source.slice(start, end));
      if (part) this.#push(part);
      else this.#addText(start, end);
      if (part?.kind === "break") this.#breakEnd = end;
    }
  }

  /** What a token means by itself, unless it is text. */
  #toPart(token: InlineToken, raw: string): ParsedInline | undefined {
    const content = "content" in token ? this.#source.slice(token.content.start, token.content.end) : raw;
    switch (token.kind) {
      case "escape":
        return content === "\\\n" ? { kind: "break", raw } : { kind: "escape", raw, text: raw.slice(1) };
      case "code":
        return { kind: "code", raw, text: codeText(content.replace(/\n/g, " ")) };
      case "math":
        return { kind: "math", raw, text: content };
      case "autolink": {
        const href = token.email ? `mailto:${content}` : content;
        return { kind: "link", raw, href, children: [{ kind: "text", raw: content }] };
      }
      case "address":
        return { kind: "link", raw, href: token.href, children: [{ kind: "text", raw }] };
      case "element":
      case "comment":
        return { kind: "html", raw };
      case "footnote":
        return { kind: "footnote", raw };
      default:
        return undefined;
    }
  }

  #push(part: ParsedInline): void {
    (this.#open.at(-1)?.children ?? this.root).push(part);
  }

  #addText(from: number, end: number): void {
    let start = from;
    while (from === this.#breakEnd && start < end && this.#source[start] === " ") start += 1;
    if (start >= end) return;
    const last = (this.#open.at(-1)?.children ?? this.root).at(-1);
    const raw = this.#source.slice(start, end);
    if (last?.kind === "text" && this.#textEnd === start) last.raw += raw;
    else this.#push({ kind: "text", raw });
    this.#textEnd = end;
  }

  #enter(start: number, contentStart: number): void {
    this.#open.push({ children: [], start, contentStart });
  }

  #addDelimiters(token: InlineToken): void {
    const run = this.#runs.get(token);
    if (!run) {
      this.#addText(token.start, token.end);
      return;
    }
    let at = token.start;
    for (const kind of run.closes) {
      at += getMarkWidth(kind, run);
      const frame = this.#open.pop();
      if (frame) this.#push({ kind, raw: this.#source.slice(frame.start, at), children: frame.children });
    }
    this.#addText(at, at + run.left);
    at += run.left;
    for (const kind of run.opens.toReversed()) {
      this.#enter(at, at + getMarkWidth(kind, run));
      at += getMarkWidth(kind, run);
    }
  }

  #leave(token: InlineToken & { kind: "close" }): void {
    const frame = this.#open.pop();
    if (!frame) return;
    const raw = this.#source.slice(frame.start, token.end);
    const target = this.#resolveTarget(token);
    if (token.image) {
      const text = this.#source.slice(frame.contentStart, token.start).replace(/\\([[\]])/g, "$1");
      this.#push({ kind: "image", raw, text, ...target });
    } else this.#push({ kind: "link", raw, children: frame.children, ...target });
  }

  #resolveTarget({ href, title, label }: InlineToken & { kind: "close" }): Target {
    const defined = label === undefined ? undefined : this.#definitions.get(label);
    if (defined) return defined.title ? { href: defined.href, title: defined.title } : { href: defined.href };
    const written = title ? withoutEscapes(this.#source.slice(title.start, title.end)) : "";
    const target = { href: href ? withoutEscapes(this.#source.slice(href.start, href.end)) : "" };
    return written === "" ? target : { ...target, title: written };
  }
}

import type { Block, InlineNode } from "../../markdown/document/model.ts";
import type { Html } from "../html.ts";
import type { Resolve } from "../view.ts";
import type { ApiWords } from "../words/api-words.ts";
import type { Words } from "../words/words.ts";
import type { ApiView } from "./reference/api-view.ts";

/** What a block is drawn with. */
export interface Setting {
  readonly words: Words;
  readonly apiWords: ApiWords;
  readonly resolve: Resolve;
  /** New windows for links that lead out of the site. */
  readonly opensOutside: boolean;
  /** Whether passages with a condition that is still undecided are shown. */
  readonly showsConditional: boolean;
  blocks(blocks: readonly Block[]): Html;
  inline(nodes: readonly InlineNode[] | undefined): Html;
  /** The anchor of the next heading of this title. */
  anchorOf(title: string, written?: string): string;
  /** Lists a heading beside the text, unless it is in something that may be closed. */
  addHeading(title: string, anchor: string, level: number): void;
  /** Draws what may be closed. */
  unlisted(draw: () => Html): Html;
  /** An id that no other element of the page has. */
  newId(of: string): string;
  /** Where the words are searched for on this site. */
  searchHref(query: string): string;
  /** What a block shows of an API; undefined where that is not known. */
  apiOf(block: Block): ApiView | undefined;
  /** Address of the script that sends requests to APIs. */
  readonly tryScript: string;
  /** A drawing of a diagram; undefined for one that is not drawn. */
  diagram(source: string): Html | undefined;
  /** An icon of a name that an author gave; undefined where there is none. */
  icon(name: string): Html | undefined;
  math(formula: string, isDisplayed: boolean): Html;
  code(text: string, syntax: string | undefined): Html;
}

/** Draws one type of block. */
export type BlockRenderer = (block: Block, setting: Setting) => Html;

export const textOf = (value: unknown): string => (typeof value === "string" ? value : "");

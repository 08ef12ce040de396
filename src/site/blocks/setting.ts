import type { Block, InlineNode } from "../../markdown/document/model.ts";
import type { Html } from "../html.ts";
import type { Resolve } from "../view.ts";
import type { ApiWords } from "../words/api-words.ts";
import type { Words } from "../words/words.ts";
import type { ApiView } from "./reference/api-view.ts";

/** The context in which a block is rendered. */
export interface Setting {
  readonly words: Words;
  readonly apiWords: ApiWords;
  readonly resolve: Resolve;
  /** Whether links that leave the site open new windows. */
  readonly opensOutside: boolean;
  /** Whether to show passages whose condition has not been evaluated. */
  readonly showsConditional: boolean;
  blocks(blocks: readonly Block[]): Html;
  inline(nodes: readonly InlineNode[] | undefined): Html;
  /** Returns the anchor of the next section with this title. */
  createSectionAnchor(title: string, written?: string): string;
  /** Returns the anchor of anything else with a title: one that no section has, unless the anchor is written. */
  createAnchor(title: string, written?: string): string;
  /** Adds a heading to the list next to the text, unless it is inside something that can be closed. */
  addHeading(title: string, anchor: string, level: number): void;
  /** Renders content that can be closed. */
  unlisted(draw: () => Html): Html;
  /** Returns an id that no other element of the page has. */
  newId(of: string): string;
  /** The address of a search for words on this site. */
  searchHref(query: string): string;
  /** The API shown by a block; undefined if the API is unknown. */
  findApi(block: Block): ApiView | undefined;
  /** Address of the script that sends requests to APIs. */
  readonly tryScript: string;
  /** The drawing of a diagram; undefined if there is none. */
  diagram(source: string): Html | undefined;
  /** An icon by an author's name for it; undefined if there is none. */
  icon(name: string): Html | undefined;
  math(formula: string, isDisplayed: boolean): Html;
  code(text: string, syntax: string | undefined): Html;
}

/** Renders one type of block. */
export type BlockRenderer = (block: Block, setting: Setting) => Html;

export const toText = (value: unknown): string => (typeof value === "string" ? value : "");

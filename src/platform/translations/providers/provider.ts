import type { Segment } from "../../../markdown/translation/segments.ts";

export interface Languages {
  /** Codes of the contract. */
  readonly from: string;
  readonly to: string;
}

/** One text that a provider is to translate. */
export interface Item {
  readonly key: string;
  readonly segment: Segment;
  /** Terms to use, by the term in the text. */
  readonly terms: Readonly<Record<string, string>>;
  /** Title of the page it is on. */
  readonly title: string;
  /** Why its first translation was refused; it then comes alone, and is worth another way of asking. */
  readonly problem?: string;
}

export interface Order extends Languages {
  /** Wording and style that people asked for, as Markdown. */
  readonly instructions: string;
  readonly items: readonly Item[];
}

/** What a provider gave for an item: a text with the segment's placeholders, not checked yet, or why there is none. */
export type Answer = { readonly text: string } | { readonly problem: string };

/** Something that translates texts: a service, or a model. */
export interface Provider {
  /** As people know it. */
  readonly name: string;
  /** The most that one order has: texts, and characters of them together. */
  readonly texts: number;
  readonly characters: number;
  /** Why it cannot translate between two languages; undefined when it can. Sends no text of a page. */
  refusal(languages: Languages, signal: AbortSignal): Promise<string | undefined>;
  /** Asks the service whether it would translate, buys nothing, and says what it answered. Throws `ServiceProblem`. */
  check(signal: AbortSignal): Promise<string>;
  /** An answer for each item, in their order. Throws `ServiceProblem`. */
  translate(order: Order, signal: AbortSignal): Promise<readonly Answer[]>;
}

/** A service did not do what it was asked. The message is for people and holds no secret. */
export class ServiceProblem extends Error {
  override readonly name = "ServiceProblem";
  /** Whether the same may succeed with fewer texts; else nothing that is sent now will. */
  readonly splittable: boolean;
  /** Whether it is sure that nothing was translated, and nothing is to be paid. */
  readonly unpaid: boolean;

  constructor(message: string, { splittable = false, unpaid = false } = {}) {
    super(message);
    this.splittable = splittable;
    this.unpaid = unpaid;
  }
}

/** Where a service that translates is, and what it is asked with. */
export interface ServiceSettings {
  /** The service's own address where left out. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  /** Milliseconds before a request is repeated for the first time. */
  readonly pause: number;
}

/** How an operator wants texts to be translated. */
export interface TranslationSettings {
  /** Who translates; without one a run waits for whoever asked for it. */
  readonly provider: "model" | "deepl" | "libretranslate" | undefined;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  /** Characters that one run may send; 0 for any number. */
  readonly characters: number;
  /** Characters that all runs may send together in a day; any number when 0 or left out. */
  readonly charactersPerDay?: number;
  readonly pause?: number;
}

export const withoutProvider: TranslationSettings = { provider: undefined, characters: 0 };

declare module "../../kernel/context.ts" {
  interface Setup {
    readonly translation: TranslationSettings;
  }
}

import type { Segment } from "../../../../markdown/translation/segments.ts";

export interface Languages {
  /** Language codes of the contract. */
  readonly from: string;
  readonly to: string;
}

/** One text to translate. */
export interface Item {
  readonly key: string;
  readonly segment: Segment;
  /** Terms to use, by the term in the text. */
  readonly terms: Readonly<Record<string, string>>;
  /** Title of the page that contains it. */
  readonly title: string;
  /** Why its first translation was rejected. Such an item is sent by itself and may be requested differently. */
  readonly problem?: string;
}

export interface Order extends Languages {
  /** Instructions on wording and style, as Markdown. */
  readonly instructions: string;
  readonly items: readonly Item[];
}

/** A provider's result for an item: an unchecked text with the segment's placeholders, or why there is none. */
export type TranslationResult = { readonly text: string } | { readonly problem: string };

/** A translator: a service or a model. */
export interface Provider {
  /** The name shown to people. */
  readonly name: string;
  /** The most texts in one request, and the most characters in total. */
  readonly texts: number;
  readonly characters: number;
  /** Why it cannot translate between two languages; undefined if it can. Sends no page text. */
  refusal(languages: Languages, signal: AbortSignal): Promise<string | undefined>;
  /** Checks that the service would translate, at no cost, and describes its response. Throws `ServiceProblem`. */
  check(signal: AbortSignal): Promise<string>;
  /** An answer for each item, in order. Throws `ServiceProblem`. */
  translate(order: Order, signal: AbortSignal): Promise<readonly TranslationResult[]>;
}

/** A service failed. The message is for people and contains no secret. */
export class ServiceProblem extends Error {
  override readonly name = "ServiceProblem";
  /** Whether it may succeed with fewer texts; if not, no request will succeed for now. */
  readonly splittable: boolean;
  /** Whether it is certain that nothing was translated or charged. */
  readonly unpaid: boolean;

  constructor(message: string, { splittable = false, unpaid = false } = {}) {
    super(message);
    this.splittable = splittable;
    this.unpaid = unpaid;
  }
}

/** The address of a translation service, and the parameters of calls to it. */
export interface ServiceSettings {
  /** If undefined, the service's own address. */
  readonly url: string | undefined;
  readonly key: string | undefined;
  /** Milliseconds before the first retry. */
  readonly pause: number;
}

/** The operator's translation settings. */
export interface TranslationSettings {
  /** Without one, a run waits for its caller to translate. */
  readonly provider: "model" | "deepl" | "libretranslate" | undefined;
  readonly url?: string | undefined;
  readonly key?: string | undefined;
  /** Characters that one run may send; 0 for no limit. */
  readonly characters: number;
  /** Characters that all runs together may send per day; no limit if 0 or undefined. */
  readonly charactersPerDay?: number;
  readonly pause?: number;
}

export const withoutProvider: TranslationSettings = { provider: undefined, characters: 0 };

declare module "../../../kernel/context.ts" {
  interface Setup {
    readonly translation: TranslationSettings;
  }
}

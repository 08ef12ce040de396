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

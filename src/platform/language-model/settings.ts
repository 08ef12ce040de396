/** A service with the interface of OpenAI's chat completions, as the operator names it. */
export interface ModelSettings {
  /** Up to and including the version, as in `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly key?: string | undefined;
  /** The model's name at that service. */
  readonly model: string;
  /** What one run of a job, or one question, may spend: tokens asked with and answered together. */
  readonly tokens: number;
  /** What all processes on the data folder may spend together in a day; any number when 0 or left out. */
  readonly tokensPerDay?: number;
}

declare module "../kernel/context.ts" {
  interface Setup {
    /** The language model that the operator named; `openModel` asks it, outside transactions. */
    readonly model: ModelSettings | undefined;
  }
}

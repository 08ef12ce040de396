/** A service with an OpenAI-compatible chat completions API, as configured by the operator. */
export interface ModelSettings {
  /** Up to and including the version, as in `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly key?: string | undefined;
  /** The model's name at that service. */
  readonly model: string;
  /** The most tokens for one run of a job or one question, input and output together. */
  readonly tokens: number;
  /** The most tokens per day for all processes on the data folder; no limit if 0 or undefined. */
  readonly tokensPerDay?: number;
}

declare module "../context.ts" {
  interface Setup {
    /** The configured language model; `openModel` calls it, outside transactions. */
    readonly model: ModelSettings | undefined;
  }
}

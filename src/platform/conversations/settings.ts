/** A service that speaks as OpenAI's chat completions do. */
export interface ModelSettings {
  /** Up to and including the version, as in `http://localhost:11434/v1`. */
  readonly url: string;
  readonly key: string | undefined;
  readonly model: string;
  /** The most that one analysis may ask and use; what is left is done by text statistics. */
  readonly calls: number;
  readonly tokens: number;
}

/** How an operator wants conversations to be treated. */
export interface ConversationSettings {
  /** Whether personal data is taken out before anything is stored. */
  readonly personalData: "masked" | "kept";
  readonly model?: ModelSettings | undefined;
}

export const usualSettings: ConversationSettings = { personalData: "masked" };

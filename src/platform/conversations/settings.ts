/** How an operator wants conversations to be treated. */
export interface ConversationSettings {
  /** Whether personal data is taken out before anything is stored. */
  readonly personalData: "masked" | "kept";
}

export const usualSettings: ConversationSettings = { personalData: "masked" };

declare module "../kernel/context.ts" {
  interface Setup {
    readonly conversations: ConversationSettings;
  }
}

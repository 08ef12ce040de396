import { type Model, ModelProblem } from "../language-model/index.ts";
import { maskPersonalData } from "./personal-data.ts";

/** What the model said; or that it said nothing of use about this text, or could not be asked. */
export type Said<Answer> = { readonly answer: Answer } | { readonly declined: "text" | "service" };

/** A language model that may fail at any moment: what it does not answer is left to text statistics. */
export class Analyst {
  readonly #model: Model | undefined;
  readonly #personalData: ConversationSettings["personalData"];
  #problem: ModelProblem | undefined;

  constructor(model: Model | undefined, { personalData }: ConversationSettings) {
    this.#model = model;
    this.#personalData = personalData;
  }

  /** Whether it is any use to ask. */
  get answers(): boolean {
    return this.#model !== undefined && !this.#model.isOver;
  }

  /** Why the model did not answer, the last time. */
  get problem(): ModelProblem | undefined {
    return this.#problem;
  }

  /** A text as it may be sent, and as what came back may be stored. */
  masked(text: string): string {
    return this.#personalData === "masked" ? maskPersonalData(text) : text;
  }

  async ask<Answer>(asking: (model: Model) => Promise<Answer>): Promise<Said<Answer>> {
    if (this.#model === undefined || this.#model.isOver) return { declined: "service" };
    try {
      return { answer: await asking(this.#model) };
    } catch (error) {
      if (!(error instanceof ModelProblem)) throw error;
      this.#problem = error;
      return { declined: error.failure === "unusable" || error.failure === "late" ? "text" : "service" };
    }
  }
}

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

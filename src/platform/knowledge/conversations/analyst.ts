import { type Model, ModelProblem } from "../../kernel/language-model/index.ts";
import { maskPersonalData } from "./personal-data.ts";

/** The model's result; or that it had nothing usable to say about this text, or was unavailable. */
export type ModelReply<Answer> = { readonly answer: Answer } | { readonly declined: "text" | "service" };

/** A language model that may fail at any moment; text statistics cover what it does not answer. */
export class Analyst {
  readonly #model: Model | undefined;
  readonly #personalData: ConversationSettings["personalData"];
  #problem: ModelProblem | undefined;

  constructor(model: Model | undefined, { personalData }: ConversationSettings) {
    this.#model = model;
    this.#personalData = personalData;
  }

  /** Whether the model is worth asking. */
  get isAvailable(): boolean {
    return this.#model !== undefined && !this.#model.isOver;
  }

  /** Why the model did not answer the last time. */
  get problem(): ModelProblem | undefined {
    return this.#problem;
  }

  /** Prepares a text for sending, and a result for storing. */
  masked(text: string): string {
    return this.#personalData === "masked" ? maskPersonalData(text) : text;
  }

  async ask<Answer>(request: (model: Model) => Promise<Answer>): Promise<ModelReply<Answer>> {
    if (this.#model === undefined || this.#model.isOver) return { declined: "service" };
    try {
      return { answer: await request(this.#model) };
    } catch (error) {
      if (!(error instanceof ModelProblem)) throw error;
      this.#problem = error;
      return { declined: error.failure === "unusable" || error.failure === "late" ? "text" : "service" };
    }
  }
}

/** How conversations are handled, as configured by the operator. */
export interface ConversationSettings {
  /** Whether personal data is removed before anything is stored. */
  readonly personalData: "masked" | "kept";
}

export const defaultSettings: ConversationSettings = { personalData: "masked" };

declare module "../../kernel/context.ts" {
  interface Setup {
    readonly conversations: ConversationSettings;
  }
}

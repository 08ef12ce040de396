import { type ModelFailure, ModelProblem } from "./model-problem.ts";

export interface BudgetLimits {
  readonly tokens: number;
  /** Milliseconds. */
  readonly time: number;
}

const mostCalls = 2_000;
/** A service that fails so often, one time after the other, is asked no more. What a text may bring about counts less. */
const mostFailures: Readonly<Partial<Record<ModelFailure, number>>> = {
  refused: 1,
  spent: 1,
  rationed: 1,
  rejected: 8,
  unusable: 8,
};
const usualFailures = 3;

/** What one piece of work may still ask of a model. */
export class Budget {
  #tokens: number;
  #calls = mostCalls;
  readonly #until: number;
  readonly #failures = new Map<ModelFailure, number>();
  #givenUp: ModelProblem | undefined;

  constructor({ tokens, time }: BudgetLimits) {
    this.#tokens = tokens;
    this.#until = performance.now() + time;
  }

  /** Tokens that nobody has set aside. */
  get tokens(): number {
    return this.#tokens;
  }

  /** Milliseconds. */
  get time(): number {
    return Math.max(0, this.#until - performance.now());
  }

  /** Whether asking is no more use. */
  get isOver(): boolean {
    return this.#givenUp !== undefined || this.time === 0;
  }

  /** Sets tokens aside for one call. Throws `ModelProblem`. */
  reserve(tokens: number): void {
    if (this.#givenUp !== undefined) throw this.#givenUp;
    if (this.time === 0) throw new ModelProblem("spent", "took all the time there was for it");
    if (this.#calls === 0 || this.#tokens < tokens) {
      throw new ModelProblem("spent", "has been asked as much as it may be at once; --model-tokens sets the limit");
    }
    this.#calls -= 1;
    this.#tokens -= tokens;
  }

  /** Puts right what a call was thought to cost. */
  settle(reserved: number, used: number): void {
    this.#tokens += reserved - used;
  }

  succeeded(): void {
    this.#failures.clear();
  }

  failed(problem: ModelProblem): void {
    const { failure } = problem;
    const count = (this.#failures.get(failure) ?? 0) + 1;
    this.#failures.set(failure, count);
    if (count >= (mostFailures[failure] ?? usualFailures)) this.#givenUp ??= problem;
  }
}

/**
 * Long work over a text is a generator that yields after each small piece: a process with other work takes turns
 * between them, and everybody else asks for the result at once.
 */
export type WorkInSteps<Result> = Generator<undefined, Result>;

/** What the work comes to, without a pause. */
export function resultOf<Result>(work: WorkInSteps<Result>): Result {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
  }
}

/**
 * Long work over a text is a generator that yields after each small piece: a process with other work runs that in
 * between, and every other caller requests the result at once.
 */
export type WorkInSteps<Result> = Generator<undefined, Result>;

/** The result of the work, without a pause. */
export function runToEnd<Result>(work: WorkInSteps<Result>): Result {
  for (let step = work.next(); ; step = work.next()) {
    if (step.done === true) return step.value;
  }
}

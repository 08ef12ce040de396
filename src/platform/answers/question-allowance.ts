import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { allowanceWholeAt, setAllowance } from "../store/question-allowances.ts";

/** Whoever may read may ask, and the operator pays: so many questions a minute for one user, all at once or not. */
const perMinute = 20;
const minute = 60_000;
/** Milliseconds after which one more may be asked. */
const each = minute / perMinute;

/**
 * Counts one question to a model, of the caller's in all processes on the data folder. Throws `too_many_requests` where
 * that is more than a user may ask.
 */
export async function takeQuestion({ queries, user, now: at }: Context): Promise<void> {
  const now = Date.parse(at);
  const before = Date.parse((await allowanceWholeAt(queries, user.id)) ?? at);
  // None takes longer than a minute to be whole: one that does was noted before the clock was put back.
  const whole = (before > now && before <= now + minute ? before : now) + each;
  if (whole > now + minute) {
    const seconds = Math.ceil((whole - now - minute) / 1_000);
    throw new Problem(
      "too_many_requests",
      `query: you may ask ${perMinute} questions a minute. Wait ${seconds} s, or search the content, which has no such limit.`,
      seconds,
    );
  }
  await setAllowance(queries, user.id, new Date(whole).toISOString(), at);
}

import type { Queries } from "../../kernel/database/tables.ts";
import { allowanceWholeAt, setAllowance } from "./question-allowances-rows.ts";

interface Allowance {
  /** Id of the user whose questions are counted, or of the site for all its readers. */
  readonly asker: string;
  /** Questions that may be asked in quick succession, and within `period`. */
  readonly max: number;
  /** Milliseconds until a spent allowance is fully restored. */
  readonly period: number;
}

/**
 * Counts one question to a model against an allowance that all processes on the database share. Returns the seconds
 * until the next one may be asked, if this one exceeds it and was not counted.
 */
export async function takeQuestion(
  queries: Queries,
  { asker, max, period }: Allowance,
  at: string,
): Promise<number | undefined> {
  const now = Date.parse(at);
  const before = Date.parse((await allowanceWholeAt(queries, asker)) ?? at);
  // Allowances are restored within the period; a later time was stored before the clock was set back.
  const whole = (before > now && before <= now + period ? before : now) + period / max;
  if (whole > now + period) return Math.ceil((whole - now - period) / 1_000);
  await setAllowance(queries, asker, new Date(whole).toISOString(), at);
  return undefined;
}

/** Asks the model; loaded only if one is configured and asked. */
export const loadAnswers = () => import("./answer-question.ts");

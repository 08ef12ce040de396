import { NoTrialError } from "../client/errors.ts";

/**
 * Waits for the trial of a call, so that nobody is asked about what cannot happen. Returns whether the service could be
 * asked; rejects with the error that the call itself would meet.
 */
export async function tried(trial: Promise<unknown>): Promise<boolean> {
  try {
    await trial;
    return true;
  } catch (error) {
    if (error instanceof NoTrialError) return false;
    throw error;
  }
}

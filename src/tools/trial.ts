import { NoTrialError } from "../client/errors.ts";

/**
 * Waits for the dry run of a call, so that no one is asked to confirm what cannot succeed. Returns whether the
 * service supports it; rejects with the error that the call itself would cause.
 */
export async function awaitTrial(trial: Promise<unknown>): Promise<boolean> {
  try {
    await trial;
    return true;
  } catch (error) {
    if (error instanceof NoTrialError) return false;
    throw error;
  }
}

import { ApiError, InputError } from "../../client/errors.ts";

/**
 * What a read answers that only adds a note to an answer: `missing` where what it is about is not there, undefined where
 * the service refuses the read or does not have it. An edit is never held up by what cannot be said about it.
 */
export async function advisory<Found, Missing = undefined>(
  read: Promise<Found>,
  missing?: Missing,
): Promise<Found | Missing | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof InputError || (error instanceof ApiError && error.code === "not_found")) return missing;
    if (error instanceof ApiError) return undefined;
    throw error;
  }
}

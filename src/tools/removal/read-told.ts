import { ApiError, ClientError } from "../../client/errors.ts";
import type { Part } from "../organization/part.ts";

/** Reads what is only told: nothing is held up because it cannot be read, and why not is said instead. */
export async function readTold<Found>(read: Promise<Found>): Promise<Part<Found>> {
  try {
    return { found: await read };
  } catch (error) {
    if (!(error instanceof ClientError)) throw error;
    return { refusal: error instanceof ApiError ? `${error.status} ${error.code}` : "no usable answer" };
  }
}

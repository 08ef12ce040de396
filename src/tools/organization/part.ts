import { ApiError } from "../../client/errors.ts";

/** Statuses with which a service refuses one part of what is shown, and not the rest. */
const refused: ReadonlySet<string> = new Set(["forbidden", "not_found", "not_implemented"]);

/** What a read answers, or the status it was refused with. */
export type Part<Found> = { readonly found: Found } | { readonly refusal: string };

/** Reads what an answer is useful without. Throws what does not refuse this part alone. */
export async function readPart<Found>(read: Promise<Found>): Promise<Part<Found>> {
  try {
    return { found: await read };
  } catch (error) {
    if (!(error instanceof ApiError && refused.has(error.code))) throw error;
    return { refusal: `${error.status} ${error.code}` };
  }
}

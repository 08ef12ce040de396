import { ApiError, InputError } from "../client/errors.ts";

/** What a read answers, or undefined when there is no such object or its name cannot be one. */
export async function lookUp<Found>(read: Promise<Found>): Promise<Found | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof InputError || (error instanceof ApiError && error.code === "not_found")) return undefined;
    throw error;
  }
}

/** The same for what an answer is only better with: undefined also where the caller may not read it, or nobody can. */
export async function lookUpIfAllowed<Found>(read: Promise<Found>): Promise<Found | undefined> {
  try {
    return await lookUp(read);
  } catch (error) {
    if (error instanceof ApiError && unreadable.has(error.code)) return undefined;
    throw error;
  }
}

const unreadable: ReadonlySet<string> = new Set(["forbidden", "not_implemented"]);

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

/** Requests under way at once. */
const groupSize = 8;

/** What `work` returns for each item, in order; a few at a time, so that a long list does not flood the service. */
export async function inGroups<Item, Result>(
  items: readonly Item[],
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let at = 0; at < items.length; at += groupSize) {
    results.push(...(await Promise.all(items.slice(at, at + groupSize).map(work))));
  }
  return results;
}

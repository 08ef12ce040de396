import { ApiError, InputError } from "../client/errors.ts";

/** The result of a read, or undefined if there is no such object or the name is invalid. */
export async function lookUp<Found>(read: Promise<Found>): Promise<Found | undefined> {
  try {
    return await read;
  } catch (error) {
    if (error instanceof InputError || (error instanceof ApiError && error.code === "not_found")) return undefined;
    throw error;
  }
}

/** The same for optional parts of an answer: undefined also if the caller may not read it or it is not supported. */
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
 * The result of a read that only adds a note to an answer: `missing` if its object does not exist, undefined if
 * the service refuses or does not support the read. A missing note never prevents an edit.
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

/** Statuses that refuse only one part of an answer. */
const refused: ReadonlySet<string> = new Set(["forbidden", "not_found", "not_implemented"]);

/** The result of a read, or the status of its refusal. */
export type Part<Found> = { readonly found: Found } | { readonly refusal: string };

/** Reads an optional part of an answer. Throws errors that are not a refusal of this part. */
export async function readPart<Found>(read: Promise<Found>): Promise<Part<Found>> {
  try {
    return { found: await read };
  } catch (error) {
    if (!(error instanceof ApiError && refused.has(error.code))) throw error;
    return { refusal: `${error.status} ${error.code}` };
  }
}

/** The most concurrent requests. */
const groupSize = 8;

/** The results of `work` for each item, in order; a few at a time, so that a long list does not flood the service. */
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

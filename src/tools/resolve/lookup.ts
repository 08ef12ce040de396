import { ApiError, InputError } from "../../client/errors.ts";

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

export const looksLikeId = (text: string): boolean => /^[a-zA-Z0-9_-]{1,200}$/.test(text);

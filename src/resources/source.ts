import type { Client } from "../client/client.ts";
import { ApiError, InputError } from "../client/errors.ts";

export interface LookContext {
  readonly client: Client;
  readonly signal: AbortSignal;
}

/** What several resources are read from, so that one look tells for all of them whether something changed. */
export interface Source {
  /** Sources with the same key are the same. */
  readonly key: string;
  /** A text that is another after anything in it has changed. */
  look(context: LookContext): Promise<string>;
  /** The like of each part, by its names; absent where the source is one resource. */
  parts?(context: LookContext): Promise<ReadonlyMap<string, string>>;
}

/** The look of what does not exist, or not for this caller. */
export const missing = "";

const hidden: ReadonlySet<string> = new Set(["not_found", "forbidden", "unauthorized"]);

/** Takes the refusal of what the caller may not see for an answer. */
export async function lookOrMissing<Look>(look: Promise<Look>, otherwise: Look): Promise<Look> {
  try {
    return await look;
  } catch (error) {
    if (error instanceof InputError || (error instanceof ApiError && hidden.has(error.code))) return otherwise;
    throw error;
  }
}

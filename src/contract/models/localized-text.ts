import { z } from "zod";
import { Language } from "./language.ts";

/** A text in further languages, by language code; the default language has a member of its own. */
export const localizedText = (longest: number) => z.partialRecord(Language, z.string().max(longest));

export const LocalizedText = z.partialRecord(Language, z.string());

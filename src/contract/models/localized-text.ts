import { z } from "zod";
import { Language } from "./space.ts";

/** A text in further languages, by language code; the default language has a member of its own. */
export const localizedText = (longest: number) => z.partialRecord(Language, z.string().max(longest));

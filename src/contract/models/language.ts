import { z } from "zod";

const languages = [
  "en",
  "fr",
  "de",
  "es",
  "it",
  "pt",
  "pt-br",
  "ru",
  "ja",
  "zh",
  "zh-tw",
  "yue",
  "ko",
  "ar",
  "hi",
  "nl",
  "pl",
  "tr",
  "sv",
  "no",
  "da",
  "fi",
  "el",
  "cs",
  "hu",
  "ro",
  "th",
  "vi",
  "id",
  "ms",
  "he",
  "uk",
  "sk",
  "bg",
  "hr",
  "lt",
  "lv",
  "et",
  "sl",
] as const;

/** Codes of the languages that content can be written in. */
export const Language = z.enum(languages);

export type Language = z.infer<typeof Language>;

/** A text in further languages, by language code; the default language has a separate member. */
export const localizedText = (maxLength: number) => z.partialRecord(Language, z.string().max(maxLength));

export const LocalizedText = z.partialRecord(Language, z.string());

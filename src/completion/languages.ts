import { Language } from "../contract/models/language.ts";
import type { Named } from "./complete.ts";

/** The languages a space can be translated into, by code and English name. */
export function languages(): readonly Named[] {
  const names = new Intl.DisplayNames("en", { type: "language" });
  return Language.options.map((code) => ({ id: code, title: names.of(code) ?? code }));
}

/** The English name of a language, such as "Brazilian Portuguese" for `pt-BR`; the code itself if it has none. */
export const languageName = (code: string): string => names().of(code) ?? code;

let displayNames: Intl.DisplayNames | undefined;

function names(): Intl.DisplayNames {
  displayNames ??= new Intl.DisplayNames("en", { type: "language" });
  return displayNames;
}

const QUOTES_SINGLE = /[\u2018\u2019\u201a\u201b\u2032\u00b4]/g;
const QUOTES_DOUBLE = /[\u201c\u201d\u201e\u201f\u2033]/g;
const DASHES = /[\u2010-\u2015\u2212]/g;
const SPACES = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;
const INVISIBLE = /\p{Default_Ignorable_Code_Point}/gu;

/** Curly quotes straight, every dash `-`, every space a plain one, invisible characters gone. */
export function foldTypography(text: string): string {
  // Almost all text is ASCII, and needs no second look.
  if (!/[^\0-\x7f]/.test(text)) return text;
  return text
    .replace(QUOTES_SINGLE, "'")
    .replace(QUOTES_DOUBLE, '"')
    .replace(DASHES, "-")
    .replace(SPACES, " ")
    .replace(INVISIBLE, "");
}

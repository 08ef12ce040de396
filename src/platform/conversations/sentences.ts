const mostCharacters = 20_000;
const mostSentences = 200;

const signature =
  /(?:^|\s)(?:(?:best|kind|warm|many)\s+(?:regards|wishes|greetings)|regards|sincerely|yours|cheers,|(?:many )?thanks(?: in advance| again)?,)\s[\s\S]{0,400}$/iu;

/** A message without the lines with which somebody signs it. */
export const withoutSignature = (text: string): string => text.replace(signature, "");

/** The sentences of a text, each on one line. */
export function sentencesOf(text: string): string[] {
  return text
    .slice(0, mostCharacters)
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "")
    .slice(0, mostSentences);
}

/** The beginning of a text, up to the end of a word. */
export function shortened(text: string, most: number): string {
  if (text.length <= most) return text;
  const cut = text.slice(0, most - 1);
  const space = cut.lastIndexOf(" ");
  return `${(space > most / 2 ? cut.slice(0, space) : cut).replace(/[\uD800-\uDBFF]$/, "").trimEnd()}…`;
}

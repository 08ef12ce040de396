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

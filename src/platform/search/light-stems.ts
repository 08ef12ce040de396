/** Endings of Russian and its neighbours that say case, number and gender, the longest first. */
const CYRILLIC_ENDINGS =
  /(?:иями|ями|ами|ием|иям|иях|его|ого|ему|ому|ими|ыми|ией|ей|ой|ий|ый|ая|яя|ою|ею|ах|ях|ов|ев|ам|ям|ом|ем|ые|ие|ую|юю|ия|ии|ию|ое|ее|ых|их|а|я|о|е|и|ы|у|ю|ь|й)$/;
/** Arabic article and particles written together with the word, and the commonest endings. */
const ARABIC_BEGINNINGS = /^(?:وال|بال|كال|فال|لل|ال)/;
const ARABIC_ENDINGS = /(?:ات|ون|ين|ان|ها|ية|ه|ة|ي)$/;
const SHORTEST = 3;

/** What the forms of a word have in common, for scripts whose stemming is a matter of a few endings. */
export function lightStem(folded: string): string {
  if (/^\p{Script=Cyrillic}+$/u.test(folded)) return without(folded, CYRILLIC_ENDINGS);
  if (/^\p{Script=Arabic}+$/u.test(folded)) return without(without(folded, ARABIC_BEGINNINGS), ARABIC_ENDINGS);
  return folded;
}

function without(word: string, part: RegExp): string {
  const rest = word.replace(part, "");
  return rest.length >= SHORTEST ? rest : word;
}

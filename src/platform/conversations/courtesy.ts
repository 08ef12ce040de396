const greetings = [
  ..."hi,hello,hey,dear,good morning,good afternoon,good evening,good day,hallo,guten tag,guten morgen,bonjour,bonsoir,hola".split(
    ",",
  ),
  "buenos días",
];
const addressed = "there|all|team|everyone|everybody|folks|support|guys|zusammen|à tous|Team|Support";
const phrases =
  /^(?:(?:i )?hope (?:you are|you're|this finds you|all is) [^.!?,]{1,20}|(?:many )?thanks(?: a lot| in advance| again| so much)?|thank you(?: very much| in advance| so much)?|cheers|best|(?:kind |best |warm )?regards|(?:a )?quick question|お世話になっております|こんにちは)$/iu;

const eitherCase = (words: string) => words.replace(/\b\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);
/** A name begins with a capital; anything else after a greeting is what the person writes about. */
const greeting = new RegExp(
  `^(?:${greetings.map(eitherCase).join("|")})(?: (?:${addressed}|\\p{Lu}[\\p{L}.]*)){0,3}$`,
  "u",
);
const longest = 60;
const ending = /[,.!:;–—。、！]+\s*|\s-\s/gu;

/** A sentence without the greeting or thanks that it begins with, which end with a mark. */
export function withoutCourtesy(sentence: string): string {
  let rest = sentence;
  for (;;) {
    const end = endOfCourtesy(rest);
    if (end === undefined) return rest;
    rest = rest.slice(end);
  }
}

function endOfCourtesy(text: string): number | undefined {
  let end: number | undefined;
  for (const mark of text.slice(0, longest).matchAll(ending)) {
    const before = text.slice(0, mark.index).trim();
    if (greeting.test(before) || phrases.test(before)) end = mark.index + mark[0].length;
  }
  return end;
}

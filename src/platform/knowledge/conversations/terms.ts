import type { ConversationInput, Impact } from "../../../contract/models/conversation.ts";
import { functionWords } from "../../../markdown/text/words.ts";
import { computeStem, fold, indexTerms } from "../../content/search/index.ts";

/** How often each term occurs in a text; a term of an answer counts as less than one. */
export type TermCounts = Readonly<Record<string, number>>;

/** Terms are untrusted words: one may be a name that every object has, such as `constructor`. */
export const has = (counts: TermCounts, term: string): boolean => Object.hasOwn(counts, term);

/** Spelling variants, each with its normal form. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\b(?:log|sign)(?:s|ged|ging|ning|ned)?[- ]?(?:in|on)(?:to)?\b/gi, "login"],
  [/\bsingle[- ]login\b/gi, "sso"],
  [/\be-?mails?\b/gi, "email"],
  [/\bweb ?hooks?\b/gi, "webhook"],
  [/\bpull requests?\b/gi, "change request"],
  [/\bset(?:ting)? up\b/gi, "setup"],
];

const maxChars = 8_000;

const maxTerms = 120;

/** The meaningful terms of a text. Placeholders of masked personal data are ignored. */
export function extractTerms(text: string): TermCounts {
  let plain = text.slice(0, maxChars).replace(/\[[a-z A-Z]{2,20}\]/g, " ");
  for (const [pattern, spelling] of spellings) plain = plain.replace(pattern, spelling);
  const counts = new Map<string, number>();
  for (const term of indexTerms(plain)) {
    if (term.length < 2 || /^\d+$/.test(term) || isEmptyWord(term)) continue;
    counts.set(term, (counts.get(term) ?? 0) + 1);
    if (counts.size === maxTerms) break;
  }
  return Object.fromEntries(counts);
}

/** The summed counts of several texts. */
export function addTerms(...all: readonly TermCounts[]): TermCounts {
  const sum = new Map<string, number>();
  for (const counts of all)
    for (const [term, count] of Object.entries(counts)) sum.set(term, (sum.get(term) ?? 0) + count);
  return Object.fromEntries(sum);
}

/** Weight of a term in the answer, relative to one in the question. */
const answerWeight = 0.5;

/** The terms of a question and of its answers. */
export function withAnswer(question: TermCounts, answer: TermCounts): TermCounts {
  const both = new Map(Object.entries(question));
  for (const [term, count] of Object.entries(answer)) {
    const own = has(question, term) ? question[term] : undefined;
    const strength = (own === undefined ? 0 : computeStrength(own)) + answerWeight * computeStrength(count);
    both.set(term, Math.round(computeCount(strength) * 100) / 100);
  }
  return Object.fromEntries(both);
}

/** The weight that repetition adds to a term. */
export const computeStrength = (count: number): number => 1 + Math.log(count);

const computeCount = (strength: number) => Math.exp(strength - 1);

/** Words of courtesy, trouble, time and place, which occur in any conversation. */
const english = [
  ...functionWords,
  ...(
    "isn don doesn wasn aren hasn haven won couldn shouldn " +
    "hi hello hey dear team morning thank thanks best regards cheers please help welcome sorry hope well quick question " +
    "problem issue trouble error wrong fail fails failed failing broken break work works working worked doing did done " +
    "doesn doesnt didnt dont isnt wasnt cant cannot couldnt wont hasnt havent arent im ive id youre its theyre theres " +
    "need want like know get gets got see sees seen show shows shown make makes made use uses used using try tried trying " +
    "way possible able still again already yet now today yesterday tomorrow since ago after before until while during " +
    "nothing anything something everything nobody anybody everybody somebody everyone someone people person one two three " +
    "five day days week weeks month months hour hours minute minutes year noon night friday monday tuesday sunday last next " +
    "also just only even too very much many more most few all every each any other another both same different new old " +
    "look looks looking seem seems say says said tell told come comes came go goes going gone give gives given take takes " +
    "took put set keep keeps kept let lets start started stop stops stopped stay stays happen happens happening find found " +
    "over out off down back here there where without within through between because though although instead else never " +
    "always often really actually maybe idea news urgent asap attached reach us them him her his she he me mine ours yours " +
    "per not no yes sure ok okay own whole first second always anymore longer must become became against under above " +
    "several half thing things am lot begin begins certain soon"
  ).split(" "),
];

/** Words typical of answers. */
const answerWords = (
  "happy glad reach reaching reached apologize apologise apologies inconvenience assist assistance kindly appreciate " +
  "patience forward forwarded passed look colleague confirm trouble sincerely greetings cheers welcome resolve resolved"
).split(" ");

const german = (
  "aber alle allem allen aller alles als auch auf aus bei beim bereits bin bis bist bitte dabei dafür damit danach dann " +
  "darf das dass dem den denn der des dich die dies diese diesem diesen dieser dieses doch dort du durch ein eine einem " +
  "einen einer eines er erst es etwas euch euer fehler frage für gab geben geht gerne gibt grüße guten habe haben hallo " +
  "hat hatte hätte hier hilfe ich ihm ihn ihnen ihr ihre ihrem ihren immer ins irgendwie ist jede jeder jedes jetzt kann " +
  "kannst kein keine keinen können könnt könnte leider mal man mehr mein meine meinem meinen meiner mich mir mit morgen " +
  "muss müssen nach nicht nichts noch nun nur oder obwohl ohne problem schon sehr sein seine seit sich sie sind sobald so " +
  "sogar soll sollte sondern statt tag tagen trotzdem über um und uns unser unsere unserem unseren unserer vielen vom von " +
  "vor wann war warum was weder weil welche welchem welchen welcher wenn wer werde werden wie wieder wieso will wir wird " +
  "wurde wurden wäre zu zum zur zwischen danke dank herzliche liebe team"
).split(" ");

const french = (
  "alors après assez au aucun aucune aussi autre aux avant avec avez avoir avons bien bonjour bonsoir car ce cela ces cet " +
  "cette chez comme dans de depuis des deux dès donc dont du elle elles en encore entre erreur est et été être eux faire " +
  "fait faut ici il ils je jour jours la là le les leur leurs lui mais malgré même merci mes moi moins mon ne nos notre " +
  "nous on ont ou où par pas peu peut peut-on plus plusieurs pour pourquoi pouvez puis-je problème quand que quel quelle " +
  "quelles quels qui quoi rien sa sans se sera ses si son sont sous sur ta tes toujours tous tout toute toutes très trop " +
  "un une vos votre vous y"
).split(" ");

const spanish = (
  "al algo ante antes aquí así aunque cada como cómo con cual cuál cuando cuándo de del desde donde dónde el ella ellos en " +
  "entre era es esa ese eso esta está están este esto estos gracias ha hace hacer han hasta hay hola la las le les lo los " +
  "más me mi mis muy nada ni nos nosotros nuestra nuestro nunca otra otro para pero poco por porque pueda puede puedo qué " +
  "que quién se sea ser si sí siempre sin sobre son su sus también tengo tenemos tiene tienen todo todos una uno unos ya yo"
).split(" ");

const empty: ReadonlySet<string> = new Set(
  [...english, ...answerWords, ...german, ...french, ...spanish].map((word) => computeStem(fold(word))),
);

/** Pairs of Hiragana are mostly grammar in Japanese. */
const grammar = /^[\p{Script=Hiragana}ー]+$/u;

/** Whether an index term carries no meaning. */
export const isEmptyWord = (term: string): boolean => empty.has(term) || grammar.test(term);

/** A conversation to find issues in. */
export interface Talk {
  readonly id: string;
  readonly subject: string | undefined;
  readonly parts: readonly ConversationInput["parts"][number][];
}

/** One problem of a person. */
export interface FoundIssue {
  readonly title: string;
  /** Paragraphs of plain text. */
  readonly details: readonly string[];
  readonly impact: Impact;
  /** The terms by which issues are compared. */
  readonly terms: TermCounts;
}

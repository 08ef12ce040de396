import { indexTerms } from "../search/analysis.ts";
import { stemOf } from "../search/word-forms.ts";

/** How often each term occurs in what somebody wrote. */
export type TermCounts = Readonly<Record<string, number>>;

/** What is written in several ways, and one way to write it. */
const spellings: readonly (readonly [RegExp, string])[] = [
  [/\b(?:log|sign)(?:s|ged|ging|ning|ned)?[- ]?(?:in|on)(?:to)?\b/gi, "login"],
  [/\bsingle[- ]login\b/gi, "sso"],
  [/\be-?mails?\b/gi, "email"],
  [/\bweb ?hooks?\b/gi, "webhook"],
  [/\bpull requests?\b/gi, "change request"],
  [/\bset(?:ting)? up\b/gi, "setup"],
];

/** Words of courtesy, trouble, time and place: what any conversation may hold, whatever it is about. */
const said = (
  "a about an and any are as at be been but by can could did do does for from had has have how i if in into is it its may " +
  "might my of on onto or our please should so some than that the their them then there these they this those to up us was " +
  "we were what when where which who why will with would you your isn don doesn wasn aren hasn haven won couldn shouldn " +
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
  "several half thing things"
).split(" ");
const empty: ReadonlySet<string> = new Set(said.map(stemOf));

const mostCharacters = 8_000;
const mostTerms = 120;

/** The terms of a text that may say what it is about. What masking put in place of personal data says nothing. */
export function termsOf(text: string): TermCounts {
  let plain = text.slice(0, mostCharacters).replace(/\[[a-z A-Z]{2,20}\]/g, " ");
  for (const [pattern, spelling] of spellings) plain = plain.replace(pattern, spelling);
  const counts = new Map<string, number>();
  for (const term of indexTerms(plain)) {
    if (term.length < 2 || /^\d+$/.test(term) || empty.has(term)) continue;
    counts.set(term, (counts.get(term) ?? 0) + 1);
    if (counts.size === mostTerms) break;
  }
  return Object.fromEntries(counts);
}

/** The sum of the counts of several texts. */
export function addTerms(...all: readonly TermCounts[]): TermCounts {
  const sum = new Map<string, number>();
  for (const counts of all)
    for (const [term, count] of Object.entries(counts)) sum.set(term, (sum.get(term) ?? 0) + count);
  return Object.fromEntries(sum);
}

import { oneLine } from "../tools/present/name.ts";

/** Something that a person may mean by what they have typed so far. */
export interface Named {
  readonly id: string;
  readonly title: string;
  /** Other words that find it, such as its number. */
  readonly also?: readonly string[];
}

/** The answer to `completion/complete`. */
export interface Completion {
  readonly values: string[];
  readonly total: number;
  readonly hasMore: boolean;
}

export const noCompletion: Completion = { values: [], total: 0, hasMore: false };

/** The protocol's bound. */
const mostValues = 100;
const longestTyped = 200;

/** How well a text fits what was typed, the best first. */
const fits: readonly ((text: string, typed: string) => boolean)[] = [
  (text, typed) => text === typed,
  (text, typed) => text.startsWith(typed),
  (text, typed) => text.includes(` ${typed}`),
  (text, typed) => text.includes(typed),
];

/**
 * The values of the candidates that fit what was typed, the best first and otherwise in the order given. A value that
 * several candidates have is answered once.
 */
export function complete<Found extends Named>(
  typed: string,
  candidates: readonly Found[],
  valueFor: (candidate: Found) => string,
): Completion {
  const wanted = fold(typed);
  const ranks = fits.map((): string[] => []);
  for (const candidate of candidates) {
    const texts = [candidate.title, candidate.id, ...(candidate.also ?? [])].map(fold);
    const rank = fits.findIndex((matches) => texts.some((text) => matches(text, wanted)));
    ranks[rank]?.push(valueFor(candidate));
  }
  const values = [...new Set(ranks.flat())];
  return { values: values.slice(0, mostValues), total: values.length, hasMore: values.length > mostValues };
}

/**
 * For each candidate the value that people recognize it by: its title where no other has the same one and it can be
 * shown as it is, else its id.
 */
export function titleOrId(candidates: readonly Named[]): (candidate: Named) => string {
  const count = new Map<string, number>();
  for (const { id, title } of candidates) {
    for (const name of new Set([fold(title), fold(id)])) count.set(name, (count.get(name) ?? 0) + 1);
  }
  return ({ id, title }) => (title !== "" && title === oneLine(title) && count.get(fold(title)) === 1 ? title : id);
}

/** One spelling of an accented letter, of blanks and of capitals. */
const fold = (text: string) => text.slice(0, longestTyped).normalize().replace(/\s+/g, " ").trim().toLowerCase();

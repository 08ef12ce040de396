import { quotedExcerpt } from "../../client/excerpt.ts";
import { oneLine } from "../present/name.ts";
import { ToolError } from "../tool-error.ts";
import { type Candidate, candidateLines, closest } from "./candidates.ts";

export interface Kind {
  /** What one is called in a sentence, such as "site". */
  readonly one: string;
  readonly many: string;
  /** What an agent does when there is none at all; a sentence. */
  readonly none?: string;
}

/**
 * The candidate that a name means: by id, by title, by title whatever its case, by a part of the title that fits one
 * alone. Throws ToolError that names the candidates.
 */
export function pick<Found extends Candidate>(named: string, candidates: readonly Found[], kind: Kind): Found {
  const wanted = fold(named);
  const shown = quotedExcerpt(named, 200);
  if (candidates.length === 0) {
    throw new ToolError(`There is no ${kind.one} ${shown}, and no other either. ${kind.none ?? ""}`.trim());
  }
  if (wanted === "")
    throw new ToolError(`The name of the ${kind.one} is empty. There are:\n${candidateLines(candidates)}`);
  const ways: ((candidate: Found) => boolean)[] = [
    ({ id }) => id === named.trim(),
    ({ title }) => title === named,
    // As answers show a title that has characters which cannot be seen.
    ({ title }) => oneLine(title) === named,
    ({ title }) => fold(title) === wanted,
    ({ title }) => fold(title).includes(wanted),
  ];
  for (const fits of ways) {
    const matches = candidates.filter(fits);
    const [first] = matches;
    if (matches.length === 1 && first !== undefined) return first;
    if (matches.length > 1) {
      throw new ToolError(
        `${matches.length} ${kind.many} fit ${shown}. Name one by its id:\n${candidateLines(matches)}`,
      );
    }
  }
  const similar = closest(named, candidates);
  const near = similar.length > 0 ? similar : candidates;
  throw new ToolError(`There is no ${kind.one} ${shown}. There are:\n${candidateLines(near, candidates.length)}`);
}

/** The only candidate, for a call that names none. Throws ToolError that names the candidates. */
export function onlyOne<Found extends Candidate>(candidates: readonly Found[], kind: Kind, argument: string): Found {
  const [only] = candidates;
  if (only === undefined) throw new ToolError(`There is no ${kind.one} yet. ${kind.none ?? ""}`.trim());
  if (candidates.length === 1) return only;
  throw new ToolError(`Say which \`${argument}\` is meant:\n${candidateLines(candidates)}`);
}

/** One spelling of an accented letter, of blanks and of capitals. */
export const fold = (title: string) => title.normalize().replace(/\s+/g, " ").trim().toLowerCase();

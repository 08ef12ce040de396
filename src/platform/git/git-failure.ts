import { Problem } from "../problem.ts";
import { type GitLimits, type PassedLimit, saidOf } from "./git-limits.ts";

/** What Git says went wrong, without anything a remote could make it say that acts on a terminal. */
export class GitFailure extends Error {
  override readonly name = "GitFailure";
  readonly reason: string;
  /** Whether Git answered that it cannot do it, or was ended before it could answer. */
  readonly kind: "refused" | "limit" | "crashed";

  constructor(command: string, reason: string, kind: GitFailure["kind"] = "refused") {
    super(`git ${command}: ${reason}`);
    this.reason = reason;
    this.kind = kind;
  }
}

export const limitPassed = (command: string, limit: PassedLimit, most: number): GitFailure =>
  new GitFailure(command, saidOf(limit, most), "limit");

/** What a shell ends with that does not find the program. */
const commandNotFound = 127;
/** A shell adds the number of the signal that ended the program. */
const endedBySignal = 128;

/** Why a command ended with another code than 0, from what it wrote to stderr. */
export function failureOf(command: string, code: number | null, errors: string, limits: GitLimits): Error {
  if (code === commandNotFound) return noGit();
  if (ownLines(errors).some((line) => outOfMemory.test(line))) return limitPassed(command, "memory", limits.memory);
  if (code === null || code > endedBySignal) {
    return new GitFailure(command, "Git crashed on what the repository holds", "crashed");
  }
  return new GitFailure(command, lastWords(errors));
}

export const noGit = (): Problem =>
  new Problem("not_implemented", "The program git is not installed where this service runs. Install it there.");

const outOfMemory =
  /out of memory|cannot allocate memory|attempting to allocate \d+ over limit|unable to create .*thread/i;

/** Without what the other side says. */
const ownLines = (errors: string) =>
  errors.split("\n").filter((line) => /^(?:fatal|error):/.test(line) && !line.startsWith("fatal: remote error:"));

/** The line that says most, on one line, without credentials or anything long. What the other side says is quoted. */
function lastWords(errors: string): string {
  const lines = errors.split("\n");
  const own = lines.filter((line) => /^(?:fatal|error):/.test(line));
  const rejected = lines
    .map((line) => /^ ! \[((?:remote )?rejected)\].* (\([^()]+\))$/.exec(line))
    .find((found) => found);
  const theirs = lines.map((line) => /^(?:remote|fatal: remote error): ?(.*\S)/.exec(line)?.[1]).find((found) => found);
  const fatal = ownLines(errors).find((line) => line.startsWith("fatal:"));
  if (fatal !== undefined) return clean(withoutKind(fatal));
  const said = theirs === undefined ? undefined : `the repository says ${JSON.stringify(clean(theirs))}`;
  if (rejected) return [clean(`${rejected[1]} ${rejected[2]}`), ...(said === undefined ? [] : [said])].join(", ");
  return said ?? clean(withoutKind(own.at(-1) ?? "failed without a reason"));
}

const withoutKind = (line: string) => line.replace(/^\w+: /, "");

const clean = (words: string) =>
  words
    .replace(/[\p{C}\s]+/gu, " ")
    .replace(/\/\/[^/@\s]*@/g, "//")
    .trim()
    .slice(0, 300);

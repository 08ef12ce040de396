import { matchOperation, readDescription, type Version } from "./description.ts";
import type { Exchanged } from "./served-platform.ts";
import { Validator } from "./validator.ts";

/** Where responses do not match a version of the description. */
export function exchangedProblems(exchanged: readonly Exchanged[], version: Version): string[] {
  const description = readDescription(version);
  const validator = new Validator(description);
  return exchanged.flatMap(({ method, path, status, body }) => {
    const match = matchOperation(description, method, path);
    // Few errors are described; those that are must match.
    if (match === undefined || (status >= 400 && !(status in match.operation.answers))) return [];
    return validator.answerProblems(match.operation, status, body).map((problem) => `${method} ${path}: ${problem}`);
  });
}

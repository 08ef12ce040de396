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
    return validator
      .answerProblems(match.operation, status, body)
      .filter((problem) => !onPurpose(path, problem))
      .map((problem) => `${method} ${path}: ${problem}`);
  });
}

/**
 * The description says that the files of a specification are an object. The vendor's renderer and its parser read a list
 * of entries, which is what the vendor's service returns.
 */
const onPurpose = (path: string, problem: string) =>
  /\/openapi\/[^/]+\/versions\/[^/]+\/content$/.test(path) && problem === "answer/filesystem must be object";

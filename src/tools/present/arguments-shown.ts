import { plainJson } from "../../client/excerpt.ts";

/**
 * The arguments of a call as a person is shown them before agreeing: JSON whose invisible characters are escapes. How
 * much is left out is said.
 */
export function argumentsShown(input: object, characters: number): string {
  const whole = plainJson(input);
  if (whole.length <= characters) return whole;
  const beginning = whole.slice(0, characters).replace(/[\ud800-\udbff]$/, "");
  return `${beginning}… (and ${whole.length - beginning.length} more characters)`;
}

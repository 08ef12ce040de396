import { plainJson } from "../../client/excerpt.ts";
import { beginningOf } from "../../text/shortened.ts";
import { withoutSecret } from "./without-secret.ts";

/**
 * The arguments of a call as a person is shown them before agreeing: JSON whose invisible characters are escapes, and
 * addresses without what lets somebody in. How much is left out is said.
 */
export function argumentsShown(input: object, characters: number): string {
  const whole = withoutSecret(plainJson(input));
  if (whole.length <= characters) return whole;
  const beginning = beginningOf(whole, characters);
  return `${beginning}… (and ${whole.length - beginning.length} more characters)`;
}

import type { z } from "zod";

/**
 * What a value must be instead, to follow the name of its field and without a full stop: `must be a string`, or
 * `is required (string)`.
 */
export function valueProblem(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case "invalid_value":
      return `must be ${formatChoices(issue.values)}`;
    case "too_big":
      return `must be at most ${issue.maximum}${unit(issue.origin, issue.maximum)}`;
    case "too_small":
      return `must be at least ${issue.minimum}${unit(issue.origin, issue.minimum)}`;
    case "invalid_type":
      return isMissing(issue) ? `is required (${issue.expected})` : `must be ${article(issue.expected)}`;
    default:
      return issue.message.replace(/\.$/, "");
  }
}

/** The accepted values: `"open"`, or `one of "open", "draft"`. */
export function formatChoices(values: readonly unknown[]): string {
  // Not JSON: a bigint has none.
  const shown = values.map((value) => (typeof value === "string" ? JSON.stringify(value) : String(value)));
  return shown.length === 1 ? (shown[0] ?? "") : `one of ${shown.join(", ")}`;
}

function unit(origin: string, amount: number | bigint): string {
  const plural = Number(amount) === 1 ? "" : "s";
  if (origin === "string") return ` character${plural} long`;
  return origin === "array" ? ` item${plural} long` : "";
}

/** Whether the value is not there at all. The library says so in its message alone. */
export const isMissing = ({ message }: z.core.$ZodIssue): boolean => message.endsWith("received undefined");

const article = (type: string) => (type === "int" ? "a whole number" : `${/^[aeiou]/.test(type) ? "an" : "a"} ${type}`);

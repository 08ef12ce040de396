/** What a schema of the protocol found wrong with a message. */
interface Issue {
  readonly path: readonly unknown[];
  readonly message: string;
}

const mostTold = 3;
/** A member that may be named as it is: what a host makes up may hold anything. */
const nameable = /^[\w.$/-]{1,80}$/;

/** What was wrong with a request's parameters, in a sentence; undefined for a text that is no list of issues of theirs. */
export function paramsProblem(text: string): string | undefined {
  const issues = issuesIn(text);
  if (issues === undefined || !issues.every(({ path }) => path[0] === "params")) return undefined;
  const told = issues.slice(0, mostTold).map(({ path, message }) => {
    const place = path.slice(1).map(String).join(".");
    return `${nameable.test(place) ? place : "something"} ${problemIn(message)}`;
  });
  const left = issues.length - told.length;
  return `Invalid params: ${[...told, ...(left > 0 ? [`and ${left} more`] : [])].join("; ")}.`;
}

/** An error of the SDK in one line: of a list of issues, that there was one. */
export function transportProblem(message: string): string {
  if (issuesIn(message) === undefined) return message.split("\n", 1)[0] ?? "";
  return "a message was left out that is none of the protocol";
}

/** The SDK writes the issues as JSON, alone or after the method. */
function issuesIn(text: string): readonly Issue[] | undefined {
  const json = /^(?:Invalid [\w/]+ request: )?(\[[\s\S]*)$/.exec(text)?.[1];
  if (json === undefined) return undefined;
  try {
    const issues: unknown = JSON.parse(json);
    return Array.isArray(issues) && issues.length > 0 && issues.every(isIssue) ? issues : undefined;
  } catch {
    return undefined;
  }
}

function isIssue(value: unknown): value is Issue {
  if (typeof value !== "object" || value === null || !("path" in value) || !("message" in value)) return false;
  return Array.isArray(value.path) && typeof value.message === "string";
}

function problemIn(message: string): string {
  const [, expected, received] = /^Invalid input: expected (\w+), received (\w+)$/.exec(message) ?? [];
  if (expected === undefined || received === undefined) return "is not what the protocol has there";
  const wanted = expected === "record" ? "object" : expected;
  return received === "undefined" ? `is missing (${wanted})` : `must be ${article(wanted)}, not ${article(received)}`;
}

const article = (kind: string) => (/^[aeiou]/.test(kind) ? `an ${kind}` : `a ${kind}`);

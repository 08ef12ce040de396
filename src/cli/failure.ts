import { escapeControls } from "../client/excerpt.ts";
import { isUnknownFlag } from "../config/values.ts";
import { describeSystemError, isForPeople } from "./errors.ts";

/** What to tell a person: a sentence for a failure that is expected, the stack for a bug. */
export async function describeFailure(error: unknown): Promise<string> {
  const stack = error instanceof Error ? error.stack : undefined;
  const text = isForPeople(error) ? await toMessage(error) : (describeSystemError(error) ?? stack ?? String(error));
  // Names in messages, such as files, must not contain terminal control sequences.
  return text.split("\n").map(escapeControls).join("\n");
}

/** Errors from tools are worded for agents; for an unknown flag, suggests the nearest one. */
async function toMessage(error: Error): Promise<string> {
  const { name, message } = error;
  if (isUnknownFlag(error)) {
    const { closestName } = await import("../contract/closest-name.ts");
    const near = closestName(error.flag, error.known);
    return near === undefined ? message : message.replace(". ", `. Did you mean --${near}? `);
  }
  if (name !== "ToolError") return message;
  const { shownText } = await import("./content-commands/shown-result.ts");
  return shownText(message);
}

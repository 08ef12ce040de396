import { ToolError } from "../tools/tool-error.ts";

/** Thrown when an argument fits nothing: the message begins with its name and has the candidates. */
export class ArgumentError extends Error {
  override readonly name = "ArgumentError" as const;

  constructor(argument: string, message: string) {
    super(`${argument}: ${message}`);
  }
}

/** What an argument means; where it fits nothing, the error says which argument it was. */
export async function about<Found>(argument: string, finding: Promise<Found> | (() => Found)): Promise<Found> {
  try {
    return typeof finding === "function" ? finding() : await finding;
  } catch (error) {
    throw error instanceof ToolError ? new ArgumentError(argument, error.message) : error;
  }
}

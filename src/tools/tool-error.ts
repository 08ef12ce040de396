/**
 * Thrown when a tool cannot do what it was asked: a name that fits nothing, a stale edit, a foreign cursor. The message
 * is written for the agent: what is wrong, what was left alone and what to do next.
 */
export class ToolError extends Error {
  override readonly name = "ToolError" as const;
}

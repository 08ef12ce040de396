/**
 * Thrown when a tool cannot do what it was asked: a name that fits nothing, a stale edit, a foreign cursor. The message
 * is written for the agent: what is wrong, what was left alone and what to do next.
 */
export class ToolError extends Error {
  override readonly name = "ToolError" as const;
}

/** A failure that nobody foresaw, its `cause`, in a call for which the service had already carried out these operations. */
export class FailureAfterWrite extends Error {
  override readonly name = "FailureAfterWrite" as const;
  readonly operations: readonly string[];

  constructor(operations: Iterable<string>, cause: unknown) {
    super("a tool failed after a write", { cause });
    this.operations = [...operations];
  }
}

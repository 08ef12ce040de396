/**
 * Thrown if a tool cannot carry out its call: an unknown name, a stale edit, a foreign cursor. The message
 * is for the agent: what is wrong, what was left alone and what to do next.
 */
export class ToolError extends Error {
  override readonly name = "ToolError" as const;
}

/** An unexpected failure, its `cause`, in a call for which the service had already performed these operations. */
export class FailureAfterWrite extends Error {
  override readonly name = "FailureAfterWrite" as const;
  readonly operations: readonly string[];

  constructor(operations: Iterable<string>, cause: unknown) {
    super("a tool failed after a write", { cause });
    this.operations = [...operations];
  }
}

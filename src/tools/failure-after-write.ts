/** A failure that nobody foresaw, its `cause`, in a call for which the service had already carried out these operations. */
export class FailureAfterWrite extends Error {
  override readonly name = "FailureAfterWrite" as const;
  readonly operations: readonly string[];

  constructor(operations: Iterable<string>, cause: unknown) {
    super("a tool failed after a write", { cause });
    this.operations = [...operations];
  }
}

/** A command was called in a way it does not take; the message shows the way it does. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

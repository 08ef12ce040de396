/** What goes with an object that is deleted, or came back with one. */
export interface Gone {
  /** In words and counts: "12 pages". */
  readonly goes: readonly string[];
  /** What the service did not show. */
  readonly unseen: readonly string[];
}

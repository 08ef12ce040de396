/** What an operation deletes along with the object, and how to restore it: shown to the person who confirms. */
export interface Removal {
  /** Lists to count, by the name of one item: ids of operations that take the same path parameters. */
  readonly along?: Readonly<Record<string, string>>;
  /** Counts that the object itself has, by the name of one item. */
  readonly counts?: Readonly<Record<string, string>>;
  /** Objects elsewhere from which a reader or agent loses it. */
  readonly shownIn?: readonly ShownIn[];
  /** It contains spaces and collections, which are deleted with it. */
  readonly holdsSpaces?: true;
  /** What is not affected, although a person might expect it. A sentence. */
  readonly stays?: string;
  /** Absent if it cannot be restored. */
  readonly back?: Return;
}

export type ShownIn = "sites" | "translations";

interface Return {
  /** Id of the operation that restores it. */
  readonly by: string;
  /** How long that is possible; unlimited if left out. */
  readonly days?: number;
  /** What is restored, if not everything. A sentence. */
  readonly what?: string;
}

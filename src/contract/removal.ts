/** What goes with the object that an operation deletes, and how it comes back: what the person who is asked wants to know. */
export interface Removal {
  /** Lists to count, by what one of their items is called: ids of operations that take the same path parameters. */
  readonly along?: Readonly<Record<string, string>>;
  /** Counts that the object itself has, by what one is called. */
  readonly counts?: Readonly<Record<string, string>>;
  /** Objects of other places that a reader or agent loses it from. */
  readonly shownIn?: readonly ShownIn[];
  /** It holds spaces and further collections, and they go with it. */
  readonly holdsSpaces?: true;
  /** What a person could fear for and need not. A sentence. */
  readonly stays?: string;
  /** Absent where nothing brings it back. */
  readonly back?: Return;
}

export type ShownIn = "sites" | "translations";

export interface Return {
  /** Id of the operation that brings it back. */
  readonly by: string;
  /** For how long that works; without limit when left out. */
  readonly days?: number;
  /** What comes back, where that is not all of it. A sentence. */
  readonly what?: string;
}

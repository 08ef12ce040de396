export {};

/** A page that asks for computed ones, in a space or in a change request that asks for others than its space. */
interface ComputedPageTable {
  /** The space or the change request. */
  place: string;
  page: string;
  space: string;
  /** Slug of the specification it is computed from. */
  spec: string;
  /** The job that computes it, or did last. */
  job: string;
}

declare module "../tables.ts" {
  interface Tables {
    computed_page: ComputedPageTable;
  }
}

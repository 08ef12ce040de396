/** What was acknowledged to the writing program before it was killed. */
export type Acknowledged =
  | { readonly done: "opened" }
  | { readonly done: "imported"; readonly space: string }
  | {
      readonly done: "edited" | "merged";
      readonly space: string;
      readonly changeRequest: string;
      readonly page: string;
      readonly text: string;
    };

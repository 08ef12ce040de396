/** What the writing program had an answer for before it was killed. */
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

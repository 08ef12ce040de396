import type { Contract } from "../contract/index.ts";
import type { AnyOperation, InputOf, ResultOf } from "../contract/operation.ts";

export interface CallOptions {
  readonly signal?: AbortSignal;
  /** Milliseconds this call may take, retries included. */
  readonly deadline?: number;
  /** The revision the caller worked from, for operations with a precondition. */
  readonly ifMatch?: string;
}

type Call<Subject> = Subject extends AnyOperation
  ? (input: InputOf<Subject>, options?: CallOptions) => Promise<ResultOf<Subject>>
  : never;

/** One function for each operation, by noun: `client.pages.get({ spaceId, pageId })`. */
export type Client = {
  readonly [Group in keyof Contract]: {
    readonly [Name in keyof Contract[Group]]: Call<Contract[Group][Name]>;
  };
};

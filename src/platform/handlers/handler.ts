import type { Contract } from "../../contract/index.ts";
import type { AnyOperation, ParsedOf, ResultOf } from "../../contract/operation.ts";
import type { Context } from "../context.ts";

type Handler<Subject> = Subject extends AnyOperation
  ? (input: ParsedOf<Subject>, context: Context) => Promise<ResultOf<Subject>>
  : never;

/** One function for each operation of a noun. */
export type Handlers<Group extends keyof Contract> = {
  readonly [Name in keyof Contract[Group]]: Handler<Contract[Group][Name]>;
};

import type { Row, Tables } from "./tables.ts";

/** The members that a model declares; models of answers leave others open. */
export type Declared<Model> = {
  [Member in keyof Model as string extends Member ? never : number extends Member ? never : Member]: Model[Member];
};

/** For each column of a table the member of the model that shows it. `internal`: the API does not show it. */
export type ColumnMembers<Name extends keyof Tables, Model> = {
  readonly [Column in keyof Row<Name>]: keyof Declared<Model> | "internal";
};

/** What a view has to give for the columns of a table, so that it forgets none. */
export type Shown<Columns extends object, Model> = {
  readonly [Member in Exclude<Columns[keyof Columns], "internal"> & keyof Declared<Model>]: Declared<Model>[Member];
};

/** For each member of an update the columns it sets. */
export type UpdateColumns<Name extends keyof Tables, Input> = {
  readonly [Member in keyof Required<Input>]: (
    value: Exclude<Input[Member], undefined>,
  ) => Partial<Row<Name>> | Promise<Partial<Row<Name>>>;
};

/** The columns that an update sets: those of the members that were given. */
export async function updatedColumns<Name extends keyof Tables, Input extends object>(
  updates: UpdateColumns<Name, Input>,
  input: Input,
): Promise<Partial<Row<Name>>> {
  const columns: Partial<Row<Name>> = {};
  for (const member of Object.keys(updates) as (keyof Input)[]) {
    const value = input[member];
    if (value !== undefined) {
      Object.assign(columns, await updates[member](value as Exclude<Input[keyof Input], undefined>));
    }
  }
  return columns;
}

import type { Row, Tables } from "./tables.ts";

/** The members that a model declares; response models allow others too. */
export type Declared<Model> = {
  [Member in keyof Model as string extends Member ? never : number extends Member ? never : Member]: Model[Member];
};

/** For each column of a table, the member of the model that presents it. `internal`: the API does not present it. */
export type ColumnMembers<Name extends keyof Tables, Model> = {
  readonly [Column in keyof Row<Name>]: keyof Declared<Model> | "internal";
};

/** Every member that a model declares, `undefined` where it is absent: a view that forgets one does not compile. */
export type Members<Model> = { readonly [Member in keyof Required<Declared<Model>>]: Declared<Model>[Member] };

/** What a view must provide for the columns of a table, so that none is forgotten. */
export type Shown<Columns extends object, Model> = {
  readonly [Member in Exclude<Columns[keyof Columns], "internal"> & keyof Declared<Model>]: Declared<Model>[Member];
};

/** For each member of an update, the columns it sets. */
export type UpdateColumns<Name extends keyof Tables, Input> = {
  readonly [Member in keyof Required<Input>]: (
    value: Exclude<Input[Member], undefined>,
  ) => Partial<Row<Name>> | Promise<Partial<Row<Name>>>;
};

/** The columns that an update sets: those of the given members. */
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

import type { GlossaryEdit, GlossaryEntry } from "../../contract/models/glossary.ts";
import { organizationFor } from "../access/scope.ts";
import type { Context } from "../context.ts";
import { answerList, readPaging } from "../paging.ts";
import { Problem } from "../problem.ts";
import {
  countEntries,
  type GlossaryRow,
  insertEntry,
  listEntries,
  removeEntry,
  updateEntry,
} from "../store/glossary.ts";
import { createId } from "../store/ids.ts";
import type { Handlers } from "./handler.ts";

const mostEntries = 5000;

export const glossary: Handlers<"glossary"> = {
  async list(input, context) {
    await organizationFor(context, input.organizationId, "view");
    const request = readPaging("glossary.list", [input.organizationId, input.orderBy], input);
    const { after, limit } = request;
    const rows = await listEntries(context.queries, input.organizationId, input.orderBy, after, limit + 1);
    const count = await countEntries(context.queries, input.organizationId);
    return answerList(
      request,
      rows,
      count,
      ({ key, id }) => [key, id],
      rows.map((row) => present(context, row)),
    );
  },

  async update({ organizationId, operations }, context) {
    await organizationFor(context, organizationId, "create");
    for (const [index, edit] of operations.entries())
      await apply(context, organizationId, edit, `operations[${index}]`);
    if ((await countEntries(context.queries, organizationId)) > mostEntries) {
      throw new Problem("bad_request", `operations: a glossary has ${mostEntries} entries at most. Remove some first.`);
    }
    return undefined;
  },
};

/** All edits are one transaction: a refusal undoes those before it. */
async function apply(
  { queries, now }: Context,
  organization: string,
  edit: GlossaryEdit,
  field: string,
): Promise<void> {
  if (edit.type === "delete") {
    if (!(await removeEntry(queries, { id: edit.id, organization }))) throw noEntry(edit.id, field);
    return;
  }
  if (Object.keys(edit.translations).length === 0) {
    throw new Problem("bad_request", `${field}.translations: it has no term. Give the term in one language at least.`);
  }
  const terms = { translations: JSON.stringify(edit.translations), updated_at: now };
  if (edit.type === "insert") await insertEntry(queries, { id: createId(), organization, ...terms, created_at: now });
  else if (!(await updateEntry(queries, { id: edit.id, organization }, terms))) throw noEntry(edit.id, field);
}

const noEntry = (id: string, field: string) =>
  new Problem("bad_request", `${field}.id: the glossary has no entry ${id}. None of the changes was made.`);

const present = ({ origin }: Context, row: GlossaryRow): GlossaryEntry => ({
  object: "glossary-entry",
  id: row.id,
  translations: JSON.parse(row.translations) as GlossaryEntry["translations"],
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  urls: { location: `${origin}/v1/orgs/${row.organization}/translations-glossary` },
});

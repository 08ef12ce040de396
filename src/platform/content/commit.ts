import type { ChangeRequestScope } from "../access/scope.ts";
import type { Context } from "../context.ts";
import { updateChangeRequest } from "../store/change-requests.ts";
import { addContributor } from "../store/contributors.ts";
import { insertRevision } from "../store/revisions.ts";
import type { Row } from "../store/tables.ts";
import type { EditedMap } from "./content-map.ts";
import { allowEdit, announceChange } from "./content-subscriber.ts";

/** Makes an edited content the active one of a change request, which it answers as it is then. */
export async function commit(
  context: Context,
  { space, changeRequest }: ChangeRequestScope,
  map: EditedMap,
): Promise<Row<"change_request">> {
  const { queries, now, user } = context;
  const edit = { space, changeRequest, map, cause: "edit" as const };
  await allowEdit(context, edit);
  const root = await context.content.store(map);
  const revision = await insertRevision(queries, {
    space: space.id,
    root,
    parents: [changeRequest.revision],
    type: "edits",
    createdAt: now,
    createdBy: user.id,
  });
  const change = { revision, updated_at: now };
  await updateChangeRequest(queries, changeRequest.id, change);
  await addContributor(queries, changeRequest.id, user.id, now);
  await announceChange(context, { ...edit, revision, stored: context.content.at(root) });
  return { ...changeRequest, ...change };
}

import type { z } from "zod";
import type { ContentTemplate } from "../../contract/models/content-template.ts";
import { type ChangeRequestScope, findVisibleSpace, type SpaceScope } from "../access/scope.ts";
import { demandEditable } from "../content/branches.ts";
import { commit } from "../content/commit.ts";
import { EditedMap } from "../content/content-map.ts";
import { publish } from "../content/publish.ts";
import { revisionContent } from "../content/revision-content.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { demandDirectEdits } from "../reviews/merge-rules.ts";
import type { Row } from "../store/tables.ts";
import { copyContent } from "./copy-content.ts";
import { readReferences } from "./references.ts";

type Template = z.infer<typeof ContentTemplate>;

/** Adds a template's content to a change request, which it answers as it is then. */
export async function fillChangeRequest(
  context: Context,
  scope: ChangeRequestScope,
  template: Template,
): Promise<Row<"change_request">> {
  demandEditable(scope, "filled");
  return commit(context, scope, await filled(context, scope.space, scope.changeRequest.revision, template));
}

/** Adds a template's content to a space itself, as far as its merge rules let content in without a change request. */
export async function fillSpace(context: Context, { space }: SpaceScope, template: Template): Promise<void> {
  if (space.edit_mode === "locked") {
    throw new Problem(
      "conflict",
      `Space ${space.id} is locked and takes no template. An administrator can set editMode to "live".`,
    );
  }
  await demandDirectEdits(context, space, "a template goes into a change request: give changeRequestId");
  const map = await filled(context, space, space.revision, template);
  await publish(context, space, { map });
}

async function filled(
  context: Context,
  space: Row<"space">,
  revision: string,
  { id, params }: Template,
): Promise<EditedMap> {
  const map = new EditedMap(await revisionContent(context, space.id, revision));
  const found = await findVisibleSpace(context, id);
  if (found === undefined || found.space.deleted_at !== null) {
    throw new Problem(
      "not_found",
      `template: there is no template ${id}, or this token may not see it. A template is a space, by its id.`,
    );
  }
  const from = await revisionContent(context, found.space.id, found.space.revision);
  const fill = await readReferences(params?.contentRefs ?? {}, map, space.id);
  await copyContent({ content: context.content, from, map, fill, now: context.now });
  return map;
}

import type { Space } from "../../contract/models/space.ts";
import { may } from "../access/permissions.ts";
import type { SpaceScope } from "../access/scope.ts";
import { visibleParents } from "../access/visible-parents.ts";
import type { Context } from "../context.ts";
import { countByStatus } from "../store/change-requests.ts";
import { countOpenComments } from "../store/comments.ts";
import { findSyncs } from "../store/git.ts";
import { presentGitSync } from "./git-info.ts";

export async function presentSpace(context: Context, scope: SpaceScope): Promise<Space> {
  const [presented] = await presentSpaces(context, [scope]);
  if (presented === undefined) throw new Error(`Space ${scope.space.id} was not presented`);
  return presented;
}

/** In a fixed number of questions to the store, however many there are. */
export async function presentSpaces(context: Context, scopes: readonly SpaceScope[]): Promise<Space[]> {
  const { queries, origin } = context;
  const ids = scopes.map(({ space }) => space.id);
  const comments = await countOpenComments(queries, ids);
  const counts = new Map<string, Record<string, number>>();
  for (const { space, status, count } of await countByStatus(queries, ids)) {
    counts.set(space, { ...counts.get(space), [status]: count });
  }
  const parents = await visibleParents(
    context,
    scopes.map(({ space }) => space),
  );
  const syncs = await findSyncs(queries, ids);
  return scopes.map(({ space, role }) => {
    const sync = syncs.get(space.id);
    const { draft = 0, open = 0, archived = 0, merged = 0 } = counts.get(space.id) ?? {};
    return {
      object: "space",
      id: space.id,
      title: space.title,
      emoji: space.emoji,
      visibility: space.visibility as Space["visibility"],
      createdAt: space.created_at,
      updatedAt: space.updated_at,
      ...(space.deleted_at === null ? {} : { deletedAt: space.deleted_at }),
      editMode: space.edit_mode as "live" | "locked",
      mergeRules: JSON.parse(space.merge_rules) as Space["mergeRules"],
      urls: {
        location: `${origin}/v1/spaces/${space.id}`,
        app: `${origin}/app/${space.organization}/s/${space.id}`,
      },
      organization: space.organization,
      ...(space.parent !== null && parents.has(space.parent) ? { parent: space.parent } : {}),
      ...(space.language === null ? {} : { language: space.language }),
      ...(sync === undefined ? {} : { gitSync: presentGitSync(sync) }),
      revision: space.revision,
      defaultLevel: space.default_level as Space["defaultLevel"],
      comments: comments.get(space.id) ?? 0,
      changeRequests: draft + open + archived + merged,
      changeRequestsOpen: open,
      changeRequestsDraft: draft,
      permissions: {
        view: may(role, "view"),
        access: may(role, "view"),
        admin: may(role, "admin"),
        viewInviteLinks: may(role, "admin"),
        edit: may(role, "edit") && space.edit_mode !== "locked",
        triggerGitSync: may(role, "admin") && space.edit_mode !== "locked",
        comment: may(role, "comment"),
        merge: may(role, "merge") && space.edit_mode !== "locked",
        review: may(role, "review"),
        installIntegration: may(role, "admin"),
      },
    };
  });
}

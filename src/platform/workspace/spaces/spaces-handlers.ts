import type { ParsedInput } from "../../../contract/operation.ts";
import type { spaces as operations } from "../../../contract/operations/spaces.ts";
import { roleSources } from "../../access/grants-rows.ts";
import { settleLevels } from "../../access/levels-rows.ts";
import { memberFor } from "../../access/people/index.ts";
import {
  anySpaceFor,
  findVisibleSpace,
  getSpaceScopes,
  organizationFor,
  scopeNow,
  spaceFor,
} from "../../access/scope.ts";
import { countSpaces, listSpaces, listSpacesByAge, updateSpace } from "../../access/spaces-rows.ts";
import { type UpdateColumns, updatedColumns } from "../../kernel/database/row-view.ts";
import { type Handlers, StoredResult } from "../../kernel/handler.ts";
import { orderKey, readOrder, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { requireStorableRules } from "../../review/reviews/index.ts";
import { duplicateSpace, makeSpace } from "./make-space.ts";
import { findNewPosition, requireParent } from "./new-position.ts";
import { purgeLater } from "./purge-later.ts";
import { transferSpace } from "./transfer.ts";
import { presentSpace, presentSpaces } from "./view.ts";

/** The columns that each member of an update sets. */
const updates: UpdateColumns<"space", Omit<ParsedInput<typeof operations.update>, "spaceId">> = {
  title: (title) => ({ title }),
  emoji: (emoji) => ({ emoji }),
  editMode: (editMode) => ({ edit_mode: editMode }),
  defaultLevel: (defaultLevel) => ({ default_level: defaultLevel }),
  language: (language) => ({ language }),
  mergeRules: (mergeRules) => ({ merge_rules: JSON.stringify(mergeRules) }),
};

export const spaces: Handlers<"spaces"> = {
  async list(input, context) {
    const { viewer } = await organizationFor(context, input.organizationId, "enter");
    const request = readPaging("spaces.list", [input.organizationId], input);
    const rows = await listSpaces(context.queries, { viewer }, readOrder(request), request.limit + 1);
    const count = await countSpaces(context.queries, { viewer });
    const items = await presentSpaces(context, await getSpaceScopes(context, viewer, rows));
    return toListResponse(request, rows, count, (row) => orderKey(row.position, row.id), items);
  },

  async create(input, context) {
    await requireParent(context, input.organizationId, input.parent ?? null);
    const id = await makeSpace(context, {
      organization: input.organizationId,
      parent: input.parent ?? null,
      title: input.title || "Untitled",
      emoji: input.emoji ?? "",
      edit_mode: input.editMode ?? "live",
      language: input.language ?? null,
    });
    return presentSpace(context, await spaceFor(context, id, "view"));
  },

  async get({ spaceId }, context) {
    const scope = await anySpaceFor(context, spaceId, "view");
    const presented = await presentSpace(context, scope);
    // A deleted space is gone after a time, without a write.
    return scope.space.deleted_at === null ? new StoredResult(presented) : presented;
  },

  async update({ spaceId, ...input }, context) {
    const { space } = await spaceFor(context, spaceId, "admin");
    await requireStorableRules(context, space.organization, input.mergeRules);
    await updateSpace(context.queries, spaceId, {
      ...(await updatedColumns(updates, input)),
      updated_at: context.now,
    });
    if (input.defaultLevel !== undefined) await settleLevels(context.queries, space.organization);
    return presentSpace(context, await scopeNow(context, spaceId));
  },

  async remove({ spaceId }, context) {
    const found = await findVisibleSpace(context, spaceId);
    if (found === undefined || found.space.deleted_at !== null) return { deleted: false };
    await spaceFor(context, spaceId, "admin");
    await updateSpace(context.queries, spaceId, { deleted_at: context.now });
    await purgeLater(context, [spaceId]);
    return { deleted: true };
  },

  async restore({ spaceId }, context) {
    const { space, role } = await anySpaceFor(context, spaceId, "admin");
    if (space.deleted_at === null) throw new Problem("conflict", `Space ${spaceId} is not deleted.`);
    await updateSpace(context.queries, spaceId, { deleted_at: null, updated_at: context.now });
    return presentSpace(context, { space: { ...space, deleted_at: null, updated_at: context.now }, role });
  },

  async duplicate({ spaceId }, context) {
    const id = await duplicateSpace(context, await spaceFor(context, spaceId, "view"));
    return presentSpace(context, await scopeNow(context, id));
  },

  async move({ spaceId, ...destination }, context) {
    const scope = await spaceFor(context, spaceId, "admin");
    const { space } = scope;
    const newPosition = await findNewPosition(context, "space", space, destination);
    if (newPosition === undefined) return presentSpace(context, scope);
    await updateSpace(context.queries, spaceId, { ...newPosition, updated_at: context.now });
    if (newPosition.parent !== space.parent) await settleLevels(context.queries, space.organization);
    return presentSpace(context, await scopeNow(context, spaceId));
  },

  async transfer({ spaceId, organization }, context) {
    await transferSpace(context, await spaceFor(context, spaceId, "admin"), organization);
    return presentSpace(context, await scopeNow(context, spaceId));
  },
};

/** The operations on members that need spaces. */
export const memberSpaces: Pick<Handlers<"members">, "listSpaces"> = {
  async listSpaces({ organizationId, userId, order = "desc", ...paging }, context) {
    const isSelf = userId === context.user.id;
    const { viewer, member } = await memberFor(context, { organizationId, userId }, isSelf ? "view" : "admin");
    const request = readPaging("members.listSpaces", [organizationId, userId, order], paging);
    const filter = { viewer: member };
    const isActive = member.disabled === 0;
    const span = { order, after: request.after, limit: request.limit + 1 };
    const rows = isActive ? await listSpacesByAge(context.queries, filter, span) : [];
    const count = isActive ? await countSpaces(context.queries, filter) : 0;
    const shown = await presentSpaces(context, await getSpaceScopes(context, viewer, rows));
    const roles = await getSpaceScopes(context, member, rows);
    const findRoleSource = await roleSources(context.queries, [member], rows);
    const items = shown.flatMap((space, index) => {
      const permission = roles[index]?.role ?? null;
      const source = findRoleSource(userId, space.id);
      return permission === null ? [] : [{ permission, space, ...(source === undefined ? {} : { source }) }];
    });
    return toListResponse(request, rows, count, (row) => [row.created_at, row.id], items);
  },
};

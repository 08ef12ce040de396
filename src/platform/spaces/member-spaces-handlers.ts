import { roleSources } from "../access/grants-rows.ts";
import { scopesOf } from "../access/scope.ts";
import { countSpaces, listSpacesByAge } from "../access/spaces-rows.ts";
import type { Handlers } from "../kernel/handler.ts";
import { answerList, readPaging } from "../kernel/paging.ts";
import { memberFor } from "../people/index.ts";
import { presentSpaces } from "./view.ts";

/** What of the operations on members needs spaces. */
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
    const shown = await presentSpaces(context, await scopesOf(context, viewer, rows));
    const roles = await scopesOf(context, member, rows);
    const sourceOf = await roleSources(context.queries, [member], rows);
    const items = shown.flatMap((space, index) => {
      const permission = roles[index]?.role ?? null;
      const source = sourceOf(userId, space.id);
      return permission === null ? [] : [{ permission, space, ...(source === undefined ? {} : { source }) }];
    });
    return answerList(request, rows, count, (row) => [row.created_at, row.id], items);
  },
};

import { may, neededRole } from "../access/permissions.ts";
import { type ChangeRequestScope, roleOf } from "../access/scope.ts";
import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import { countRequests, insertRequests } from "../store/requested-reviewers.ts";
import { outdateReviews } from "../store/reviews.ts";

const mostRequests = 100;

/**
 * Asks users for their reviews of a change request. What they said about it before is outdated. Throws `not_found` for
 * who may not see the space, and `conflict` for who may not review in it.
 */
export async function requestReviews(
  context: Context,
  { space, changeRequest }: ChangeRequestScope,
  users: readonly string[],
): Promise<void> {
  if (users.length > mostRequests) throw tooMany();
  for (const user of users) {
    const role = await roleOf(context, space, user);
    if (!may(role, "view")) {
      throw new Problem("not_found", `users: there is no user ${user} who may see space ${space.id}.`);
    }
    if (!may(role, "review")) {
      throw new Problem(
        "conflict",
        `users: user ${user} has the role "${role}" on space ${space.id}, and a review takes "${neededRole("review")}". An administrator can give it.`,
      );
    }
  }
  await outdateReviews(context.queries, changeRequest.id, users, context.now);
  await insertRequests(
    context.queries,
    users.map((user) => ({
      change_request: changeRequest.id,
      user,
      requested_by: context.user.id,
      revision: changeRequest.revision,
      created_at: context.now,
    })),
  );
  if ((await countRequests(context.queries, changeRequest.id)) > mostRequests) throw tooMany();
}

const tooMany = () =>
  new Problem("conflict", `users: a change request waits for at most ${mostRequests} reviews. Take some back first.`);

import { presentUser } from "../present/user.ts";
import { Problem } from "../problem.ts";
import { findColleague } from "../store/people.ts";
import type { Handlers } from "./handler.ts";

export const users: Handlers<"users"> = {
  getAuthenticated: async (_input, context) => presentUser(context, context.user),

  async get({ userId }, context) {
    if (userId === context.user.id) return presentUser(context, context.user);
    const user = await findColleague(context.queries, context.user.id, userId);
    if (user === undefined) {
      throw new Problem("not_found", `userId: there is no user ${userId}, or this token may not see them.`);
    }
    return presentUser(context, user);
  },
};

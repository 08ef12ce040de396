import { presentUser } from "../present/user.ts";
import type { Handlers } from "./handler.ts";

export const users: Handlers<"users"> = {
  getAuthenticated: async (_input, context) => presentUser(context, context.user),
};

import { User } from "../models/user.ts";
import { get } from "../operation.ts";

export const users = {
  getAuthenticated: get("/user", {
    id: "getAuthenticatedUser",
    summary: "Read who the token belongs to",
    effect: "read",
    params: {},
    returns: User,
    errors: [],
    source: "public-api",
  }),
};

import { UserId } from "../models/id.ts";
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
  get: get("/users/{userId}", {
    id: "getUserById",
    summary: "Read one user",
    effect: "read",
    params: { userId: UserId },
    returns: User,
    errors: ["not_found"],
    source: "public-api",
  }),
};

import type { User } from "../../contract/models/user.ts";
import type { Context } from "../context.ts";
import type { Row } from "../store/tables.ts";

export function presentUser({ origin }: Context, user: Row<"user">): User {
  return {
    object: "user",
    id: user.id,
    displayName: user.display_name,
    ...(user.email === null ? {} : { email: user.email }),
    urls: { location: `${origin}/v1/users/${user.id}` },
  };
}

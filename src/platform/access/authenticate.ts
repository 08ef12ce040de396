import type { Queries, Row } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { findTokenUser } from "./tokens-rows.ts";

/** The user a request's token belongs to. Throws `unauthorized`. */
export async function authenticate(queries: Queries, request: Request, now: string): Promise<Row<"user">> {
  const header = request.headers.get("authorization");
  const token = /^Bearer +(\S+)\s*$/i.exec(header ?? "")?.[1];
  if (token === undefined) {
    throw new Problem("unauthorized", "The Authorization header is missing or is not `Bearer <token>`.");
  }
  const user = await findTokenUser(queries, token, now);
  if (user === undefined) throw new Problem("unauthorized", "The token is unknown, revoked or expired.");
  return user;
}

import { type Acting, authenticate, requireScope } from "../../access/authenticate.ts";
import { isUseDue, noteTokenUse } from "../../access/tokens-rows.ts";
import { readBytes } from "../../kernel/bytes.ts";
import type { Database } from "../../kernel/database/database.ts";
import { createId } from "../../kernel/database/ids.ts";
import { errorResponse } from "../../kernel/error-response.ts";
import { Problem } from "../../kernel/problem.ts";
import { insertUpload, removeExpiredUploads } from "./rows.ts";

const maxMegabytes = 50;

/** File systems allow 255. */
const maxNameBytes = 200;

/** How long an upload is kept for an import, in milliseconds. */
const lifetime = 24 * 60 * 60 * 1000;

/** Stores a file for an import, sent to `POST /uploads?name=<file name>`, and returns its key. */
export async function takeUpload(
  database: Database,
  request: Request,
  now: string,
  acting?: Acting,
): Promise<Response> {
  if (request.method !== "POST") {
    return errorResponse("method_not_allowed", "Upload a file with POST.", { Allow: "POST" });
  }
  const access = await database.read((queries) =>
    authenticate(queries, { authorization: request.headers.get("authorization"), acting, now }),
  );
  requireScope(access, "proposes", "Uploading a file");
  const name = fileName(new URL(request.url).searchParams.get("name"));
  const data = await readBytes(request, maxMegabytes);
  if (data.length === 0) throw new Problem("bad_request", "body: is empty. Send the bytes of the file.");
  const key = createId();
  const expires = new Date(Date.parse(now) + lifetime).toISOString();
  await database.write(async (queries) => {
    const { token } = access;
    if (token !== undefined && isUseDue(token.lastUsedAt, now)) await noteTokenUse(queries, token.id, now);
    await removeExpiredUploads(queries, now);
    await insertUpload(queries, { key, user: access.user.id, name, data, expires_at: expires });
  });
  return Response.json({ object: "upload", key, name, size: data.length, expiresAt: expires });
}

function fileName(name: string | null): string {
  const isPlain =
    name !== null && Buffer.byteLength(name) <= maxNameBytes && !/^\.{0,2}$|[/\\:\p{Cc}\p{Cs}]/u.test(name);
  if (isPlain) return name;
  throw new Problem(
    "bad_request",
    `name: give the file's name without folders, as in /uploads?name=docs.zip, in at most ${maxNameBytes} bytes.`,
  );
}

import type { Database } from "../kernel/database/database.ts";
import { errorResponse } from "../kernel/error-response.ts";
import { findPicture } from "./integrations-rows.ts";

/** Serves `/integration-pictures/<id>/<place>`. The id is told to those alone who may see the integration. */
export async function servePicture(database: Database, { url, method }: Request): Promise<Response> {
  const [, id, place] = /^\/integration-pictures\/([\w-]{1,100})\/(\d{1,2})$/.exec(new URL(url).pathname) ?? [];
  if (id === undefined || place === undefined) return errorResponse("not_found", "There is no such picture.");
  if (method !== "GET" && method !== "HEAD") return errorResponse("method_not_allowed", "Pictures are only read.");
  const picture = await database.read((queries) => findPicture(queries, id, Number(place)));
  if (picture === undefined) return errorResponse("not_found", "There is no such picture.");
  return new Response(method === "HEAD" ? null : Buffer.from(picture.bytes), {
    headers: {
      "Content-Type": picture.content_type,
      "Content-Length": String(picture.bytes.length),
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
      "Cache-Control": "public, max-age=300",
    },
  });
}

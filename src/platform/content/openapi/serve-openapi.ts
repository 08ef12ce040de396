import { serveBytes } from "../../kernel/bytes.ts";
import type { Database } from "../../kernel/database/database.ts";
import { errorResponse } from "../../kernel/error-response.ts";
import type { OpenAPILinks } from "./openapi-links.ts";
import { unpackBytes } from "./packed-text.ts";
import { findEntryFile, findPublicSpec } from "./rows.ts";

/** Returns the entry file of a version, or of the newest version of what is public. */
export async function serveOpenAPI(
  database: Database,
  links: OpenAPILinks,
  request: Request,
  now: string,
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return errorResponse("method_not_allowed", "A specification can only be downloaded.", { Allow: "GET, HEAD" });
  }
  const url = new URL(request.url);
  const key = links.readPublicKey(url);
  const signed = links.readVersion(url, now);
  if (key === undefined && signed === undefined) {
    const message = "This link to a specification has expired or is invalid. Ask for a new one.";
    return errorResponse("forbidden", message);
  }
  const found = await database.read(async (queries) => {
    const version = key === undefined ? signed : (await findPublicSpec(queries, key))?.version;
    const file = version == null ? undefined : await findEntryFile(queries, version);
    return version == null || file === undefined ? undefined : { version, file };
  });
  if (found === undefined)
    return errorResponse("not_found", "There is no such public specification, or version of it.");
  const { version, file } = found;
  const response = serveBytes(request, {
    name: file.path.slice(file.path.lastIndexOf("/") + 1),
    contentType: file.format === "json" ? "application/json" : "application/yaml",
    tag: version,
    bytes: await unpackBytes(file.text),
  });
  // The content behind a public link changes with every version.
  if (key !== undefined) response.headers.set("Cache-Control", "no-cache");
  return response;
}

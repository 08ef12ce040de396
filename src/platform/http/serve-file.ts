import { findBlob } from "../store/content.ts";
import type { Database } from "../store/database.ts";
import type { FileLinks } from "./file-links.ts";
import { errorResponse } from "./render.ts";
import { serveBytes } from "./serve-bytes.ts";

export async function serveFile(
  database: Database,
  links: FileLinks,
  request: Request,
  now: string,
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return errorResponse("method_not_allowed", "A file can only be downloaded.", { Allow: "GET, HEAD" });
  }
  const file = links.read(new URL(request.url), now);
  // A link may be older than the backup that was restored since.
  const bytes = file && (await database.read((queries) => findBlob(queries, file.content)));
  if (file === undefined || bytes === undefined) {
    return errorResponse(
      "forbidden",
      "This download link has expired or was not made here. Read the file again for a new one.",
    );
  }
  return serveBytes(request, { ...file, tag: file.content, bytes });
}

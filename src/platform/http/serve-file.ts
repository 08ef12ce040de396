import { SpaceContent } from "../content/space-content.ts";
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
  if (file === undefined) {
    return errorResponse(
      "forbidden",
      "This download link has expired or was not made here. Read the file again for a new one.",
    );
  }
  const bytes = await database.read((queries) => new SpaceContent(queries).readBytes(file.content));
  return serveBytes(request, { ...file, tag: file.content, bytes });
}

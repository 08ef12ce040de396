import { SpaceContent } from "../content/space-content.ts";
import type { Database } from "../store/database.ts";
import type { FileLinks } from "./file-links.ts";
import { errorResponse } from "./render.ts";

/** Shown in place by browsers; everything else is saved, so that a file cannot run as a page of this origin. */
const shownInPlace = /^(image\/(png|jpeg|gif|webp|avif)|video\/|audio\/|application\/pdf$|text\/plain)/;

/** A media type with parameters, in the characters that a header can carry. */
const mediaType = /^[\w.+-]+\/[\w.+-]+(;[\x20-\x7e]*)?$/;

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
  const place = shownInPlace.test(file.contentType) ? "inline" : "attachment";
  return new Response(Uint8Array.from(bytes), {
    headers: {
      "Content-Type": mediaType.test(file.contentType) ? file.contentType : "application/octet-stream",
      "Content-Disposition": `${place}; filename*=UTF-8''${encodeURIComponent(file.name).replaceAll("'", "%27")}`,
      "Cache-Control": "private, max-age=3600, immutable",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

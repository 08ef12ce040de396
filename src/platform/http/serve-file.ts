import { SpaceContent } from "../content/space-content.ts";
import type { Database } from "../store/database.ts";
import type { FileLinks } from "./file-links.ts";
import { errorResponse } from "./render.ts";

/** Shown in place by browsers; everything else is saved, so that a file cannot run as a page of this origin. */
const shownInPlace = /^(image\/(png|jpeg|gif|webp|avif)|video\/|audio\/|application\/pdf$|text\/plain)/;

export async function serveFile(
  database: Database,
  links: FileLinks,
  request: Request,
  now: string,
): Promise<Response> {
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
      "Content-Type": file.contentType,
      "Content-Disposition": `${place}; filename*=UTF-8''${encodeURIComponent(file.name)}`,
      "Cache-Control": "private, max-age=3600, immutable",
      "Content-Security-Policy": "sandbox; default-src 'none'",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

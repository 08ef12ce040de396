import type { PdfPress } from "../pdf/pdf-press.ts";
import type { PdfLinks } from "./pdf-links.ts";
import { errorResponse } from "./render.ts";
import { serveBytes } from "./serve-bytes.ts";
import { sign } from "./signature.ts";

export async function servePdf(press: PdfPress, links: PdfLinks, request: Request, now: string): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return errorResponse("method_not_allowed", "A PDF can only be downloaded.", { Allow: "GET, HEAD" });
  }
  const found = links.read(new URL(request.url), now);
  if (found === undefined) {
    return errorResponse("forbidden", "This link to a PDF has expired or was not made here. Ask for a new one.");
  }
  const bytes = await press.print(found.extent);
  if (bytes === undefined) return errorResponse("not_found", "What this PDF was of is no longer there.");
  return serveBytes(request, {
    name: found.name,
    contentType: "application/pdf",
    tag: sign("pdf", [found.extent]),
    bytes,
  });
}

import { serveBytes } from "../../kernel/bytes.ts";
import { contentCache } from "../../kernel/caches.ts";
import type { Database } from "../../kernel/database/database.ts";
import { errorResponse } from "../../kernel/error-response.ts";
import { sign } from "../../kernel/signature.ts";
import { Book, type Extent } from "./book.ts";
import type { PdfLinks } from "./pdf-links.ts";

export async function servePdf(
  renderer: PdfRenderer,
  links: PdfLinks,
  request: Request,
  now: string,
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return errorResponse("method_not_allowed", "A PDF can only be downloaded.", { Allow: "GET, HEAD" });
  }
  const found = links.read(new URL(request.url), now);
  if (found === undefined) {
    return errorResponse("forbidden", "This PDF link has expired or was not created here. Request a new one.");
  }
  const bytes = await renderer.print(found.extent);
  if (bytes === undefined) return errorResponse("not_found", "The content of this PDF no longer exists.");
  return serveBytes(request, {
    name: found.name,
    contentType: "application/pdf",
    tag: sign("pdf", [found.extent]),
    bytes,
  });
}

/** Milliseconds allowed for one PDF. */
const maxRenderMs = 60_000;

/** Number of waiting PDFs from which readers of public pages are turned away. */
const maxWaiting = 10;

/** Draws PDFs one after another, and caches them for repeated, partial and HEAD requests. */
export class PdfRenderer {
  readonly #database: Database;
  readonly #folder: string;
  /** The last one, however large: it is being downloaded. */
  #latest: { readonly key: string; readonly bytes: Uint8Array } | undefined;
  readonly #drawing = new Map<string, Promise<Uint8Array | undefined>>();
  #last: Promise<unknown> = Promise.resolve();

  constructor(database: Database, folder: string) {
    this.#database = database;
    this.#folder = folder;
  }

  /** Whether so many are waiting that anonymous readers should come back later. */
  get isBusy(): boolean {
    return this.#drawing.size >= maxWaiting;
  }

  /** Undefined if the content is gone. */
  async print(extent: Extent): Promise<Uint8Array | undefined> {
    const key = `pdf ${JSON.stringify([extent.space, extent.revision, extent.page, extent.only])}`;
    // The content must still exist, even if the PDF is cached.
    const book = await Book.open(this.#database, extent);
    if (book === undefined) return undefined;
    const cached = this.#find(key);
    if (cached !== undefined) return cached;
    const begun = this.#drawing.get(key);
    if (begun !== undefined) return begun;
    const drawing = this.#last.then(async () => {
      const { renderPdf } = await import("./render-pdf.ts");
      const bytes = await renderPdf(book, { folder: this.#folder, maxRenderMs });
      this.#store(key, bytes);
      return bytes;
    });
    this.#drawing.set(key, drawing);
    this.#last = drawing.catch(() => {}).then(() => this.#drawing.delete(key));
    return drawing;
  }

  #find(key: string): Uint8Array | undefined {
    if (this.#latest?.key === key) return this.#latest.bytes;
    return contentCache.get(key) as Uint8Array | undefined;
  }

  #store(key: string, bytes: Uint8Array): void {
    this.#latest = { key, bytes };
    contentCache.set(key, bytes, bytes.length);
  }
}

import { fontOrigins, isAiAgent } from "../../../site/index.ts";
import type { Extent, PdfRenderer } from "../../exchange/pdf/index.ts";
import { serveBytes } from "../../kernel/bytes.ts";
import { responseCache } from "../../kernel/caches.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Queries } from "../../kernel/database/tables.ts";
import { encodedSize } from "../../kernel/encoded-bytes.ts";
import { type Packed, pack, respond } from "./rendered.ts";
import { type ContentRequest, type Preference, serveContent, tooMany } from "./serve-content.ts";
import type { ServedContent } from "./served-content.ts";
import { SocialPictures } from "./social-pictures.ts";
import { SpaceReader } from "./space-reader.ts";

/** What served content returns: a response, or a redirect. */
export type ContentReply = Packed | Redirect;

/** Renders the responses of served contents, and caches them. */
export class ContentServer {
  readonly #id = createId();
  readonly #pictures = new SocialPictures();
  readonly #renderer: PdfRenderer | undefined;

  /** `renderer` renders pages as PDF; without it there are no PDFs. */
  constructor(renderer?: PdfRenderer) {
    this.#renderer = renderer;
  }

  close(): Promise<void> {
    return this.#pictures.close();
  }

  /**
   * Reads within one transaction; the returned function renders and packs the response after it. Aborting its signal
   * ends long work.
   */
  async reply(
    queries: Queries,
    served: ServedContent,
    request: ContentRequest,
  ): Promise<(signal: AbortSignal) => Promise<ContentReply>> {
    const { path, query, prefers } = request;
    // A response for one visitor or one query is unlikely to be requested again.
    const isCacheable =
      served.visitor === undefined && served.draft === undefined && !(path.startsWith("~search") && query.size > 0);
    const key = `place ${this.#id} ${served.origin}${served.basePath} ${prefers} ${path}`;
    const state = `${served.version} ${served.space} ${served.revision}`;
    const cached = isCacheable ? (responseCache.find(key, state) as ContentReply | undefined) : undefined;
    if (cached !== undefined) return async () => cached;
    const store = (value: ContentReply, bytes: number) => responseCache.store(key, { state, value, bytes });
    const response = await serveContent(queries, served, request);
    return async (signal) => {
      if ("picture" in response) return this.#picture(response.picture);
      if ("pdf" in response) return this.#pdf(response.pdf, response.name);
      if ("redirect" in response) {
        const redirect = { to: response.redirect, isPermanent: response.isPermanent };
        if (isCacheable) store(redirect, 500);
        return redirect;
      }
      const rendered = "render" in response ? await response.render(signal) : response.rendered;
      const packed = await pack({ ...rendered, fontsFrom: fontOrigins(served.site.customization) });
      const reply = forCaches(packed, request);
      if (isCacheable && rendered.isVolatile !== true) store(reply, encodedSize(reply));
      return reply;
    };
  }

  /** The renderer caches these. */
  async #pdf(extent: Extent, name: string): Promise<ContentReply> {
    if (this.#renderer === undefined || this.#renderer.isBusy) return pack(tooMany("PDFs"));
    const bytes = await this.#renderer.print(extent);
    if (bytes === undefined) return pack({ status: 404, type: "text/plain; charset=utf-8", text: "Not Found\n" });
    const headers = {
      "Content-Disposition": `attachment; filename*=UTF-8''${encodeURIComponent(name.replace(/[/\\]/g, "-"))}`,
      "X-Robots-Tag": "noindex",
    };
    return pack({ status: 200, type: "application/pdf", text: bytes, headers });
  }

  /** Cached by what the picture shows: a page that changes in other ways keeps its picture. */
  async #picture(svg: string): Promise<ContentReply> {
    const png = await this.#pictures.draw(svg);
    if (png !== undefined) return pack({ status: 200, type: "image/png", text: png });
    return pack(tooMany("pictures"));
  }
}

/** A file of a served content; undefined for any other path. */
export async function serveFile(
  queries: Queries,
  served: ServedContent,
  request: Request,
  path: string,
): Promise<Response | undefined> {
  if (!path.startsWith("~files/")) return undefined;
  const reader = await SpaceReader.open(queries, served);
  const found = await reader.file(path.split("/")[1] ?? "");
  if (found === undefined) return new Response("Not Found\n", { status: 404 });
  const { file, bytes } = found;
  return serveBytes(request, { name: file.name, contentType: file.contentType, tag: file.content, bytes });
}

export async function send(
  request: Request,
  reply: ContentReply,
  audience: ServedContent["audience"],
): Promise<Response> {
  const { pathname, search } = new URL(request.url);
  if ("to" in reply) return redirect(reply, search);
  const isForAgent = reply.type.startsWith("text/markdown") && isAgent(request.headers) && !pathname.endsWith(".md");
  if (reply.status !== 404 || !isForAgent) return respond(request, reply, audience);
  // Agents discard the body of a 404, and with it the suggested pages.
  return respond(request, { ...reply, status: 200 }, "visitor");
}

interface Redirect {
  readonly to: string;
  readonly isPermanent: boolean;
}

function redirect({ to, isPermanent }: Redirect, search: string): Response {
  const hash = to.indexOf("#");
  const location = hash < 0 ? to + search : to.slice(0, hash) + search + to.slice(hash);
  return new Response(null, { status: isPermanent ? 308 : 307, headers: { Location: location } });
}

export const notAllowed = () => new Response("Method Not Allowed\n", { status: 405, headers: { Allow: "GET, HEAD" } });

/** Decodes each segment separately, so that an encoded slash separates nothing; undefined for invalid encoding. */
export function decodedPath(path: string): string | undefined {
  try {
    const segments = path.split("/").map(decodeURIComponent);
    return segments.some((segment) => segment.includes("/") || segment.includes("\0")) ? undefined : segments.join("/");
  } catch {
    return undefined;
  }
}

/** Agents that read Markdown list it in `Accept`, ahead of HTML if they list both. */
export function readPreference({ headers }: Pick<Request, "headers">, path: string): Preference {
  const accept = headers.get("accept") ?? "";
  if (path.startsWith("~search")) return accept.includes("application/json") ? "json" : "html";
  if (path.startsWith("~")) return "html";
  const wanted = accept.split(",").map((type) => type.trim().toLowerCase());
  const markdown = wanted.findIndex((type) => /^text\/(?:x-)?markdown\b/.test(type));
  const html = wanted.findIndex((type) => type.startsWith("text/html"));
  if (markdown >= 0 && (html < 0 || markdown < html)) return "markdown";
  return isAgent(headers) && html < 0 ? "markdown" : "html";
}

/** Programs that fetch for a model and identify themselves. */
export const isAgent = (headers: Headers): boolean => isAiAgent(headers.get("user-agent") ?? "");

/** Shared caches that ignore `Accept` must not send Markdown to a browser. */
function forCaches(packed: Packed, { prefers, path }: ContentRequest): Packed {
  if (prefers !== "markdown" || path.endsWith(".md")) return packed;
  return { ...packed, headers: { ...packed.headers, "Cache-Control": "private, max-age=0" } };
}

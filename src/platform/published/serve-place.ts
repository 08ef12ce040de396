import { serveBytes } from "../kernel/bytes.ts";
import type { Database } from "../kernel/database/database.ts";
import { answerPlace } from "./answer-place.ts";
import { LeastRecent } from "./least-recent.ts";
import type { ReaderPlace } from "./reader-place.ts";
import { type Packed, pack, respond, sizeOf } from "./rendered.ts";
import { SpaceReader } from "./space-reader.ts";

/** Bytes of answers that are kept. */
const mostBytes = 64 * 1024 * 1024;

/** Answers requests for pages, and keeps what it made. */
export class PlaceServer {
  readonly #database: Database;
  readonly #answers = new LeastRecent<Packed | Redirect>(mostBytes);

  constructor(database: Database) {
    this.#database = database;
  }

  async serve(request: Request, place: ReaderPlace): Promise<Response> {
    if (request.method !== "GET" && request.method !== "HEAD") return notAllowed();
    const url = new URL(request.url);
    const path = decoded(url.pathname.slice(place.basePath.length));
    if (path === undefined) return new Response("Bad Request\n", { status: 400 });
    if (path.startsWith("~files/")) return this.#file(request, place, path);
    const prefers = preferred(request.headers.get("accept") ?? "", path);
    const query = path.startsWith("~search") ? url.searchParams : new URLSearchParams();
    const isKept = query.size === 0;
    const key = `${place.version} ${place.space} ${place.revision} ${place.basePath} ${prefers} ${path}`;
    const kept = isKept ? this.#answers.get(key) : undefined;
    const answer = kept ?? (await this.#answer(place, { path, query, prefers }));
    if (isKept && kept === undefined) this.#answers.set(key, answer, "to" in answer ? 500 : sizeOf(answer));
    if ("to" in answer) return redirect(answer, url.search);
    return respond(request, forReader(answer, prefers, path), place.audience);
  }

  async #answer(place: ReaderPlace, request: Parameters<typeof answerPlace>[2]): Promise<Packed | Redirect> {
    const answer = await this.#database.read((queries) => answerPlace(queries, place, request));
    return "redirect" in answer ? { to: answer.redirect, isPermanent: answer.isPermanent } : pack(answer.rendered);
  }

  async #file(request: Request, place: ReaderPlace, path: string): Promise<Response> {
    const id = path.split("/")[1] ?? "";
    const found = await this.#database.read(async (queries) => (await SpaceReader.open(queries, place)).file(id));
    if (found === undefined) return new Response("Not Found\n", { status: 404 });
    const { file, bytes } = found;
    return serveBytes(request, { name: file.name, contentType: file.contentType, tag: file.content, bytes });
  }
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

const notAllowed = () => new Response("Method Not Allowed\n", { status: 405, headers: { Allow: "GET, HEAD" } });

/** Each segment by itself, so that an encoded slash divides nothing; undefined for what is no encoding. */
function decoded(path: string): string | undefined {
  try {
    const segments = path.split("/").map(decodeURIComponent);
    return segments.some((segment) => segment.includes("/") || segment.includes("\0")) ? undefined : segments.join("/");
  } catch {
    return undefined;
  }
}

/** Agents that read Markdown name it, and before HTML where they name both. */
function preferred(accept: string, path: string): "html" | "markdown" | "json" {
  if (path.startsWith("~search")) return accept.includes("application/json") ? "json" : "html";
  if (path.startsWith("~")) return "html";
  const wanted = accept.split(",").map((type) => type.trim().toLowerCase());
  const markdown = wanted.findIndex((type) => /^text\/(?:x-)?markdown\b/.test(type));
  const html = wanted.findIndex((type) => type.startsWith("text/html"));
  return markdown >= 0 && (html < 0 || markdown < html) ? "markdown" : "html";
}

/** Shared caches that do not look at `Accept` must not give Markdown to a browser. */
function forReader(packed: Packed, prefers: string, path: string): Packed {
  if (prefers !== "markdown" || path.endsWith(".md")) return packed;
  return { ...packed, headers: { ...packed.headers, "Cache-Control": "private, max-age=0" } };
}

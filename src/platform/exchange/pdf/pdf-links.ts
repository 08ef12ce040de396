import type { Pdf } from "../../../contract/models/page.ts";
import { findPage } from "../../content/page-tree.ts";
import type { Context } from "../../kernel/context.ts";
import { Problem } from "../../kernel/problem.ts";
import { expiryFrom, isSigned, sign } from "../../kernel/signature.ts";
import { RevisionReader, type RevisionScope } from "../../workspace/revisions/index.ts";
import type { Extent } from "./book.ts";

/** Temporary URLs of PDFs: anyone with the URL can read that part of that revision until it expires. */
export class PdfLinks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  url(origin: string, extent: Extent, title: string, now: string): string {
    const name = `${title.replace(/[/\\]/g, "-").trim() || "content"}.pdf`;
    const what = Buffer.from(
      JSON.stringify([extent.space, extent.revision, extent.page, extent.only, Buffer.from(name).toString()]),
    ).toString("base64url");
    const expires = expiryFrom(now);
    const query = new URLSearchParams({ expires: String(expires), signature: sign(this.#key, ["pdf", what, expires]) });
    return `${origin}/pdf/${what}?${query}`;
  }

  /** What a URL refers to; undefined if it was not created here or has expired. */
  read(url: URL, now: string): { extent: Extent; name: string } | undefined {
    const what = /^\/pdf\/([A-Za-z0-9_-]+)$/.exec(url.pathname)?.[1] ?? "";
    const expires = Number(url.searchParams.get("expires"));
    if (!isSigned(this.#key, ["pdf", what, expires], url.searchParams.get("signature") ?? "")) return undefined;
    if (expires * 1000 <= Date.parse(now)) return undefined;
    const parts = JSON.parse(Buffer.from(what, "base64url").toString()) as [
      string,
      string,
      string | null,
      boolean,
      string,
    ];
    const [space, revision, page, only, name] = parts;
    return { extent: { space, revision, page, only }, name };
  }
}

declare module "../../kernel/context.ts" {
  interface Setup {
    readonly pdfLinks: PdfLinks;
  }
}

interface PdfRequest {
  readonly page?: string | undefined;
  readonly only?: boolean | undefined;
}

/** The temporary URL of a PDF of a content. The PDF is drawn on first download. */
export async function locatePdf(context: Context, scope: RevisionScope, { page: id, only }: PdfRequest): Promise<Pdf> {
  const { map } = await RevisionReader.open(context, scope);
  const page = id === undefined ? undefined : await findPage(map, id);
  if (id !== undefined && page === undefined) {
    throw new Problem("not_found", `page: there is no page ${id} in this revision.`);
  }
  const { space, revision } = scope;
  const extent = { space: space.id, revision, page: id ?? null, only: only ?? false };
  return { url: context.pdfLinks.url(context.origin, extent, page?.title ?? space.title, context.now) };
}

import type { Pdf } from "../../contract/models/pdf.ts";
import { findPage } from "../content/page-tree.ts";
import type { Context } from "../kernel/context.ts";
import { Problem } from "../kernel/problem.ts";
import { RevisionReader, type RevisionScope } from "../revisions/index.ts";

interface Asked {
  readonly page?: string | undefined;
  readonly only?: boolean | undefined;
}

/** The temporary address of a PDF of a content, which is drawn when it is first downloaded. */
export async function locatePdf(context: Context, scope: RevisionScope, { page: id, only }: Asked): Promise<Pdf> {
  const { map } = await RevisionReader.open(context, scope);
  const page = id === undefined ? undefined : await findPage(map, id);
  if (id !== undefined && page === undefined) {
    throw new Problem("not_found", `page: there is no page ${id} in this revision.`);
  }
  const { space, revision } = scope;
  const extent = { space: space.id, revision, page: id ?? null, only: only ?? false };
  return { url: context.pdfLinks.url(context.origin, extent, page?.title ?? space.title, context.now) };
}

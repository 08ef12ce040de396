import type { ContentUpdate } from "../../contract/models/content-change.ts";
import type { ChangeRequestScope } from "../access/scope.ts";
import type { AppliedChanges } from "../content/apply-changes.ts";
import type { Context } from "../context.ts";
import { presentFiles } from "./file.ts";

/** What a batch of changes did, with the addresses of the pages in the change request. */
export async function presentApplied(
  context: Context,
  { space, changeRequest }: ChangeRequestScope,
  applied: AppliedChanges,
): Promise<Pick<ContentUpdate, "changes" | "insertedFiles">> {
  const location = `${context.origin}/v1/spaces/${space.id}/change-requests/${changeRequest.id}/content/page`;
  const page = (id: string) => ({ object: "page" as const, id, urls: { location: `${location}/${id}` } });
  return {
    changes: applied.pages.map((change) => {
      if (change.outcome === "deleted") return { object: "deleted_page" as const, page: change.page };
      if (change.outcome === "updated") return { object: "updated_page" as const, page: page(change.page) };
      const ref = change.ref === undefined ? {} : { ref: change.ref };
      return { object: "created_page" as const, ...ref, page: page(change.page) };
    }),
    insertedFiles: await presentFiles(context, applied.files, true),
  };
}

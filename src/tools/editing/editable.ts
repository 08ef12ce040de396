import type { Page } from "../../contract/models/page.ts";
import { sourceName, specOf } from "../present/computed.ts";
import { quoted } from "../present/name.ts";
import { changeRequestName, type DraftContent } from "../resolve/content.ts";
import { ToolError } from "../tool-error.ts";

/** Throws ToolError when a change request is not to be changed any more. */
export function demandEditable({ changeRequest, space }: DraftContent): void {
  const name = `Change request ${changeRequestName(changeRequest)}`;
  if (changeRequest.status === "merged") {
    throw new ToolError(`${name} is already merged, and that is final. open_change_request starts another.`);
  }
  if (changeRequest.status === "archived") {
    const names = JSON.stringify({ space: space.id, change_request: String(changeRequest.number), status: "open" });
    throw new ToolError(`${name} is archived. To go on with it: update_change_request ${names}.`);
  }
}

/** The Markdown of a page that has some of its own. Throws ToolError. */
export function markdownOf(page: Page): string {
  if (page.computed !== undefined) {
    const how =
      specOf(page.computed) === undefined ? "" : " publish_openapi_spec gives the specification a new version.";
    throw new ToolError(
      `Page ${quoted(page.title)} (id ${page.id}) is computed from ${sourceName(page.computed)}, and changes with it alone.${how} Nothing was changed.`,
    );
  }
  if (page.markdown !== undefined) return page.markdown;
  throw new ToolError(
    `Page ${quoted(page.title)} (id ${page.id}) is a ${page.type} and has no text to edit. write_pages renames, moves or deletes it.`,
  );
}

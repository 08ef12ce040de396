import type { ChangeRequest } from "../../contract/models/change-request.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppRequest } from "../app-request.ts";
import { badge, link, timeOf } from "../layout/parts.ts";

/** A change request in a list. `spaces` has titles by id. */
export function changeRequestEntry(
  request: AppRequest,
  organization: string,
  spaces: ReadonlyMap<string, string>,
  changeRequest: ChangeRequest,
): Child {
  const { number, subject, space, createdBy, updatedAt, status, comments, outdated } = changeRequest;
  const href = request.href({ kind: "content", organization, space, changeRequest: number });
  return h(
    "li",
    {},
    badge(status),
    " ",
    link(href, subject === "" ? `Change request #${number}` : subject),
    h(
      "small",
      {},
      ` #${number} in ${spaces.get(space) ?? "a space"}`,
      createdBy !== undefined && `, by ${createdBy.displayName}`,
      ", changed ",
      timeOf(updatedAt),
      comments > 0 && `, ${comments} open ${comments === 1 ? "comment" : "comments"}`,
      outdated && status !== "archived" && ", behind the space",
    ),
  );
}

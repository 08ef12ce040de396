import { h } from "../../site/index.ts";
import type { AppPage } from "../app-page.ts";
import type { AppRequest } from "../app-request.ts";
import { badge, link, nextPage, nothing, pageAsked, table, timeOf } from "../layout/parts.ts";

/** The spaces of an organization. */
export async function showOrganization(request: AppRequest, organization: string): Promise<AppPage> {
  const { client } = request;
  const [{ title }, spaces, collections] = await Promise.all([
    client.organizations.get({ organizationId: organization }),
    client.spaces.list({ organizationId: organization, limit: 200, ...pageAsked(request) }),
    client.collections.list({ organizationId: organization, limit: 1000 }),
  ]);
  const parents = new Map(collections.items.map((collection) => [collection.id, collection]));
  return {
    title,
    organization,
    version: spaces.items
      .map(({ id, updatedAt, changeRequestsOpen }) => `${id} ${updatedAt} ${changeRequestsOpen}`)
      .join("\n"),
    main: [
      h("h1", {}, title),
      h("h2", {}, "Spaces"),
      spaces.items.length === 0
        ? nothing("There is no space yet. copydesk import brings a folder of Markdown in.")
        : table(
            ["Space", "Collection", "Open change requests", "Changed"],
            spaces.items.map((space) => {
              const parent = parents.get(space.parent ?? "");
              const place = { organization, space: space.id };
              return [
                [
                  link(request.href({ kind: "content", ...place }), space.title || "Untitled space"),
                  " ",
                  space.visibility !== "private" && badge(space.visibility),
                ],
                parent !== undefined &&
                  link(request.href({ kind: "collection", organization, id: parent.id }), parent.title || "Untitled"),
                space.changeRequestsOpen === 0
                  ? "none"
                  : link(
                      request.href({ kind: "view", ...place, view: "changes", path: "" }),
                      String(space.changeRequestsOpen),
                    ),
                timeOf(space.updatedAt),
              ];
            }),
          ),
      nextPage(request, request.href({ kind: "organization", organization }), spaces.next),
    ],
  };
}

import type { ResolvedReference } from "../../contract/models/link.ts";
import type { Page } from "../../contract/models/page.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppRequest } from "../app-request.ts";
import { badge, emptyNote, link } from "../layout/parts.ts";
import { type LoadedContent, pageRoute } from "./content-frame.ts";

const maxLinks = 200;

/** A page's outgoing links and the links to it, within the space. */
export async function drawLinks(request: AppRequest, content: LoadedContent, page: Page): Promise<Child> {
  const { client } = request;
  const names = { spaceId: content.space.id, pageId: page.id, limit: maxLinks };
  if (content.changeRequest !== undefined) {
    return emptyNote(
      "Links are listed only for the space's own pages. The checks of the change request report broken ones.",
    );
  }
  const [out, back] = await Promise.all([client.pages.listLinks(names), client.pages.listBacklinks(names)]);
  return [
    h("h2", {}, "Links on this page"),
    out.items.length === 0
      ? emptyNote("It links to nothing.")
      : h(
          "ul",
          {},
          out.items.map(({ status, targetReference }) =>
            h(
              "li",
              {},
              status === "broken" && [badge("broken"), " "],
              targetReference === undefined ? "leads to nothing" : referenceLink(request, content, targetReference),
            ),
          ),
        ),
    h("h2", {}, "Links to this page"),
    back.items.length === 0
      ? emptyNote("Nothing in the space links to it.")
      : h(
          "ul",
          {},
          back.items.map((reference) => h("li", {}, referenceLink(request, content, reference))),
        ),
  ];
}

export function referenceLink(request: AppRequest, { name }: LoadedContent, reference: ResolvedReference): Child {
  switch (reference.kind) {
    case "page": {
      const route = pageRoute({ ...name, space: reference.space.id }, reference.page);
      return link(request.href(route), reference.page.title);
    }
    case "url":
      return link(reference.url, reference.url);
    case "file":
      return ["File ", reference.file.name];
    case "space":
      return link(
        request.href({ kind: "content", organization: reference.organization.id, space: reference.space.id }),
        reference.space.title,
      );
    case "collection":
      return ["Collection ", reference.collection.title];
    case "reusable-content":
      return ["Reusable content ", reference.reusableContent.title];
    case "openapi":
      return ["Specification ", reference.openAPISpec.slug];
    case "user":
      return reference.user.displayName;
  }
}

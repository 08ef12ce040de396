import type { ChangeRequest } from "../../contract/models/change-request.ts";
import type { Organization } from "../../contract/models/organization.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { changeRequestEntry, versionOfList } from "../changes/change-request-list.ts";
import { emptyNote, link } from "../layout/parts.ts";

const maxShown = 20;

/** Everything waiting for a person, across their organizations. */
export async function showHome(request: AppRequest): Promise<AppPage> {
  const { items } = await request.client.organizations.list({ limit: 100 });
  const parts = await Promise.all(items.map((organization) => waiting(request, organization)));
  return {
    title: "Your desk",
    organization: items.length === 1 ? items[0]?.id : undefined,
    version: versionOfList(parts.flatMap(({ all }) => all)),
    main: [
      h("h1", {}, "Your desk"),
      items.length === 0 &&
        emptyNote("You do not belong to an organization yet. Ask an administrator for an invitation."),
      parts.map(({ shown }) => shown),
    ],
  };
}

async function waiting(
  request: AppRequest,
  organization: Organization,
): Promise<{ shown: Child; all: readonly ChangeRequest[] }> {
  const { client, person } = request;
  const query = { organizationId: organization.id, limit: maxShown };
  const [reviewRequests, own, open, { items: spaces }] = await Promise.all([
    client.changeRequests.listInOrganization({ ...query, requestedReviewer: person.id }),
    client.changeRequests.listInOrganization({ ...query, creator: person.id, status: ["open", "draft"] }),
    client.changeRequests.listInOrganization({ ...query }),
    client.spaces.list({ organizationId: organization.id, limit: 1000 }),
  ]);
  const titles = new Map(spaces.map(({ id, title }) => [id, title]));
  const list = (heading: string, changeRequests: readonly ChangeRequest[], none: string) => [
    h("h3", {}, heading),
    changeRequests.length === 0
      ? emptyNote(none)
      : h(
          "ul",
          { class: "cards-list" },
          changeRequests.map((changeRequest) => changeRequestEntry(request, organization.id, titles, changeRequest)),
        ),
  ];
  const everything = request.href({ kind: "list", organization: organization.id, list: "changes" });
  const shown = h(
    "section",
    { "aria-labelledby": `organization-${organization.id}` },
    h(
      "h2",
      { id: `organization-${organization.id}` },
      link(request.href({ kind: "organization", organization: organization.id }), organization.title),
    ),
    list("Your review is requested", reviewRequests.items, "Nobody is waiting for your review."),
    list("Open change requests", open.items, "No change request is open."),
    list("Yours", own.items, "You have none open."),
    h("p", {}, link(everything, "All change requests")),
    h("h3", {}, "Spaces"),
    spaces.length === 0
      ? emptyNote("There is no space yet. copydesk import brings a folder of Markdown in.")
      : h(
          "ul",
          { class: "cards-list" },
          spaces.map((space) =>
            h(
              "li",
              {},
              link(
                request.href({ kind: "content", organization: organization.id, space: space.id }),
                space.title || "Untitled space",
              ),
              space.changeRequestsOpen > 0 && h("small", {}, ` ${space.changeRequestsOpen} open`),
            ),
          ),
        ),
  );
  return { shown, all: [...reviewRequests.items, ...own.items, ...open.items] };
}

import type { ChangeRequest } from "../../contract/models/change-request.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { contentCrumbs, type LoadedContent } from "../content/content-frame.ts";
import { sidebar } from "../content/sidebar.ts";
import { badge, choice, drawTime, emptyNote, link, nextPage, readPageParameter } from "../layout/parts.ts";

const statuses = ["open", "draft", "merged", "archived"] as const;

type Status = (typeof statuses)[number];

const whoses = ["all", "mine", "asked"] as const;

/** Filter of a list of change requests. */
interface Filters {
  readonly status: Status;
  /** Everyone's, this person's own, or those waiting for their review. */
  readonly whose: (typeof whoses)[number];
  /** Id of the user who created them. */
  readonly author: string;
}

function readFilters({ query }: AppRequest): Filters {
  return {
    status: statuses.find((status) => status === query.get("status")) ?? "open",
    whose: whoses.find((whose) => whose === query.get("whose")) ?? "all",
    author: /^[\w-]{1,200}$/.exec(query.get("author") ?? "")?.[0] ?? "",
  };
}

const perPage = 50;

function toListQuery(request: AppRequest, { whose, author }: Filters) {
  const creator = whose === "mine" ? request.person.id : author;
  return {
    limit: perPage,
    ...readPageParameter(request),
    ...(creator === "" ? {} : { creator }),
    ...(whose === "asked" ? { requestedReviewer: request.person.id } : {}),
  };
}

/** The change requests of all spaces of an organization. */
export async function showOrganizationChanges(request: AppRequest, organization: string): Promise<AppPage> {
  const filters = readFilters(request);
  const { client } = request;
  const [found, spaces, members] = await Promise.all([
    client.changeRequests.listInOrganization({
      organizationId: organization,
      status: [filters.status],
      ...toListQuery(request, filters),
    }),
    client.spaces.list({ organizationId: organization, limit: 1000 }),
    authors(request, organization),
  ]);
  const titles = new Map(spaces.items.map(({ id, title }) => [id, title]));
  return {
    title: "Change requests",
    organization,
    breadcrumbs: [{ title: "Spaces", href: request.href({ kind: "organization", organization }) }],
    version: versionOfList(found.items),
    main: [
      h("h1", {}, "Change requests"),
      filterForm(filters, members),
      list(request, organization, titles, found.items),
      nextPage(request, request.href({ kind: "list", organization, list: "changes" }), found.next),
    ],
  };
}

/** Change requests of one space. */
export async function showSpaceChanges(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const filters = readFilters(request);
  const { space, name } = content;
  const [found, members] = await Promise.all([
    request.client.changeRequests.listInSpace({
      spaceId: space.id,
      status: filters.status,
      ...toListQuery(request, filters),
    }),
    authors(request, space.organization),
  ]);
  return {
    title: `Change requests of ${space.title}`,
    organization: space.organization,
    breadcrumbs: contentCrumbs(request, content),
    sidebar: sidebar(request, content),
    version: versionOfList(found.items),
    main: [
      h("h1", {}, "Change requests"),
      filterForm(filters, members),
      list(request, space.organization, new Map([[space.id, space.title]]), found.items),
      nextPage(request, request.href({ kind: "view", ...name, view: "changes", path: "" }), found.next),
    ],
  };
}

/** Changes whenever anything shown in a list of change requests does. */
export const versionOfList = (items: readonly ChangeRequest[]): string =>
  items
    .map(({ id, updatedAt, status, comments, outdated }) => [id, updatedAt, status, comments, outdated].join(" "))
    .join("\n");

type Authors = readonly (readonly [string, string])[];

/** Possible authors of change requests; none if this person may not list members. */
async function authors({ client }: AppRequest, organizationId: string): Promise<Authors> {
  const { lookUpIfAllowed } = await import("../../resolve/reads.ts");
  const members = await lookUpIfAllowed(client.members.list({ organizationId, limit: 200 }));
  return (members?.items ?? []).map(({ user }) => [user.id, user.displayName]);
}

function filterForm({ status, whose, author }: Filters, members: Authors): Child {
  return h(
    "form",
    { class: "filters", "aria-label": "Filters" },
    choice(
      "Status",
      "status",
      status,
      statuses.map((value) => [value, value] as const),
    ),
    choice("Whose", "whose", whose, [
      ["all", "Everybody's"],
      ["mine", "Mine"],
      ["asked", "Waiting for my review"],
    ]),
    members.length > 0 && choice("Made by", "author", author, [["", "Anybody"], ...members]),
    h("button", { class: "button" }, "Show"),
  );
}

function list(
  request: AppRequest,
  organization: string,
  titles: ReadonlyMap<string, string>,
  items: readonly ChangeRequest[],
): Child {
  if (items.length === 0) return emptyNote("There are none.");
  return h(
    "ul",
    { class: "cards-list" },
    items.map((changeRequest) => changeRequestEntry(request, organization, titles, changeRequest)),
  );
}

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
      drawTime(updatedAt),
      comments > 0 && `, ${comments} open ${comments === 1 ? "comment" : "comments"}`,
      outdated && status !== "archived" && ", behind the space",
    ),
  );
}

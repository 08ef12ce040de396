import type { OrganizationList } from "../../contract/app-addresses.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { drawResult, readSearchQuery } from "../content/space-search.ts";
import {
  badge,
  drawActs,
  drawTime,
  emptyNote,
  hidden,
  link,
  listTitles,
  nextPage,
  postForm,
  readPageParameter,
  submit,
  table,
} from "../layout/parts.ts";
import { drawJobs } from "./jobs.ts";

type OtherList = Exclude<OrganizationList, "changes">;

interface Drawn {
  readonly main: Child;
  readonly next?: { readonly page: string } | undefined;
  readonly version?: string;
}

type Draw = (request: AppRequest, organization: string) => Promise<Drawn>;

const perPage = 50;

/** A list of objects in an organization. */
export async function showList(request: AppRequest, organization: string, list: OtherList): Promise<AppPage> {
  const { main, next, version } = await lists[list](request, organization);
  return {
    title: listTitles[list],
    organization,
    breadcrumbs: [{ title: "Spaces", href: request.href({ kind: "organization", organization }) }],
    ...(version === undefined ? {} : { version }),
    main: [
      h("h1", {}, listTitles[list]),
      main,
      nextPage(request, request.href({ kind: "list", organization, list }), next),
    ],
  };
}

const search: Draw = async (request, organization) => {
  const searchText = readSearchQuery(request);
  const found =
    searchText === ""
      ? undefined
      : await request.client.search.organization({
          organizationId: organization,
          query: searchText,
          limit: 10,
          ...readPageParameter(request),
        });
  return {
    main: [
      h(
        "form",
        { class: "filters" },
        h(
          "label",
          { class: "field" },
          h("span", {}, "Words"),
          h("input", { type: "search", name: "q", value: searchText, required: true, maxlength: 500 }),
        ),
        h("button", { class: "button" }, "Search"),
      ),
      found !== undefined && found.items.length === 0 && emptyNote("No page has these words."),
      (found?.items ?? []).map((space) => [
        h(
          "p",
          { class: "facts" },
          "In ",
          link(request.href({ kind: "content", organization, space: space.id }), space.title),
        ),
        space.pages.map((page) => drawResult(request, { id: space.id, organization }, page)),
      ]),
    ],
    next: found?.next,
  };
};

const issues: Draw = async (request, organization) => {
  const orderBy = request.query.get("by") === "updatedAt" ? ("updatedAt" as const) : ("issues" as const);
  const found = await request.client.issueClusters.list({
    organizationId: organization,
    orderBy,
    limit: perPage,
    ...readPageParameter(request),
  });
  return {
    version: found.items.map(({ id, updatedAt, muted }) => `${id} ${updatedAt} ${muted}`).join("\n"),
    next: found.next,
    main:
      found.items.length === 0
        ? emptyNote(
            "No issues were found in conversations yet. An agent submits conversations with ingest_conversations.",
          )
        : table(
            ["Issue", "Impact", "Issues", "Conversations", "Changed", "Triage"],
            found.items.map((cluster) => [
              [
                link(request.href({ kind: "issue", organization, id: cluster.id }), cluster.label),
                cluster.muted && [" ", badge("muted")],
              ],
              badge(cluster.impact),
              cluster.stats.issues,
              cluster.stats.conversations,
              drawTime(cluster.updatedAt),
              postForm(
                request,
                request.href({ kind: "issue", organization, id: cluster.id }),
                { class: "inline" },
                hidden("action", cluster.muted ? "unmute" : "mute"),
                submit(cluster.muted ? "Unmute" : "Mute", {
                  "aria-label": `${cluster.muted ? "Unmute" : "Mute"} ${cluster.label}`,
                }),
              ),
            ]),
          ),
  };
};

const translations: Draw = async (request, organization) => {
  const { client } = request;
  const [found, spaces] = await Promise.all([
    client.translations.list({ organizationId: organization, limit: perPage, ...readPageParameter(request) }),
    client.spaces.list({ organizationId: organization, limit: 1000 }),
  ]);
  const titles = new Map(spaces.items.map(({ id, title }) => [id, title]));
  return {
    version: found.items
      .map(({ id, updatedAt, status, work }) => `${id} ${updatedAt} ${status} ${work?.segments}`)
      .join("\n"),
    next: found.next,
    main:
      found.items.length === 0
        ? emptyNote("No space is translated. An agent sets a translation up with translate_space.")
        : table(
            ["Space", "Into", "Status", "Waits for", "Changed"],
            found.items.map((translation) => [
              link(
                request.href({ kind: "translation", organization, id: translation.id }),
                titles.get(translation.source.space) ?? translation.source.space,
              ),
              translation.language,
              badge(translation.status),
              translation.work === undefined ? "nothing" : `${translation.work.segments} segments`,
              drawTime(translation.updatedAt),
            ]),
          ),
  };
};

const openapi: Draw = async (request, organization) => {
  const found = await request.client.openapiSpecs.list({
    organizationId: organization,
    limit: perPage,
    ...readPageParameter(request),
  });
  return {
    version: found.items
      .map(({ id, updatedAt, processingState }) => `${id} ${updatedAt} ${processingState}`)
      .join("\n"),
    next: found.next,
    main:
      found.items.length === 0
        ? emptyNote("There is no specification. An agent adds one with publish_openapi_spec.")
        : table(
            ["Specification", "State", "Faults", "Read"],
            found.items.map((spec) => [
              link(request.href({ kind: "spec", organization, id: spec.slug }), spec.slug),
              badge(spec.processingState),
              spec.lastProcessedErrorCount ?? 0,
              drawTime(spec.lastProcessedAt),
            ]),
          ),
  };
};

const sites: Draw = async (request, organization) => {
  const found = await request.client.sites.list({
    organizationId: organization,
    limit: perPage,
    ...readPageParameter(request),
  });
  return {
    next: found.next,
    main:
      found.items.length === 0
        ? emptyNote("There is no site. An agent creates one with update_site.")
        : table(
            ["Site", "Visibility", "Published at"],
            found.items.map((site) => [
              link(request.href({ kind: "site", organization, id: site.id }), site.title),
              badge(site.visibility),
              site.urls.published === undefined ? "not published" : link(site.urls.published, site.urls.published),
            ]),
          ),
  };
};

const members: Draw = async (request, organization) => {
  const found = await request.client.members.list({
    organizationId: organization,
    limit: perPage,
    ...readPageParameter(request),
  });
  return {
    next: found.next,
    main: table(
      ["Member", "Role", "Teams", "Spaces", "Last seen"],
      found.items.map(({ user, role, disabled, teams, spaces, lastSeenAt }) => [
        [
          user.displayName,
          user.email !== undefined && h("small", {}, ` ${user.email}`),
          disabled && [" ", badge("disabled")],
        ],
        role ?? "guest",
        teams,
        spaces,
        drawTime(lastSeenAt),
      ]),
    ),
  };
};

/** The audit log: everything for administrators, their own actions for others. */
const audit: Draw = async (request, organization) => {
  const { permissions } = await request.client.organizations.get({ organizationId: organization });
  const before = /^[\d:.TZ-]{20,30}$/.exec(request.query.get("page") ?? "")?.[0];
  const acts = await request.records.listActs({
    organization,
    limit: perPage,
    before,
    user: permissions.admin ? undefined : request.person.id,
  });
  const last = acts.at(-1);
  return {
    version: acts[0]?.id ?? "none",
    next: acts.length === perPage && last !== undefined ? { page: last.at } : undefined,
    main: [
      !permissions.admin && emptyNote("Administrators see everyone's actions; these are yours."),
      acts.length === 0 ? emptyNote("Nothing was changed yet.") : drawActs(acts),
    ],
  };
};

const lists: Readonly<Record<OtherList, Draw>> = {
  search,
  issues,
  translations,
  openapi,
  sites,
  members,
  jobs: drawJobs,
  audit,
};

/** The spaces of an organization. */
export async function showOrganization(request: AppRequest, organization: string): Promise<AppPage> {
  const { client } = request;
  const [{ title }, spaces, collections] = await Promise.all([
    client.organizations.get({ organizationId: organization }),
    client.spaces.list({ organizationId: organization, limit: 200, ...readPageParameter(request) }),
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
        ? emptyNote("There is no space yet. copydesk import brings a folder of Markdown in.")
        : table(
            ["Space", "Collection", "Open change requests", "Changed"],
            spaces.items.map((space) => {
              const parent = parents.get(space.parent ?? "");
              const spaceName = { organization, space: space.id };
              return [
                [
                  link(request.href({ kind: "content", ...spaceName }), space.title || "Untitled space"),
                  " ",
                  space.visibility !== "private" && badge(space.visibility),
                ],
                parent !== undefined &&
                  link(request.href({ kind: "collection", organization, id: parent.id }), parent.title || "Untitled"),
                space.changeRequestsOpen === 0
                  ? "none"
                  : link(
                      request.href({ kind: "view", ...spaceName, view: "changes", path: "" }),
                      String(space.changeRequestsOpen),
                    ),
                drawTime(space.updatedAt),
              ];
            }),
          ),
      nextPage(request, request.href({ kind: "organization", organization }), spaces.next),
    ],
  };
}

import { readPart } from "../../resolve/reads.ts";
import { h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { badge, count, drawTime, emptyNote, link, nextPage, readPageParameter, table, tabs } from "../layout/parts.ts";
import { contentCrumbs, type LoadedContent } from "./content-frame.ts";
import { referenceLink } from "./page-links.ts";
import { sidebar } from "./sidebar.ts";

const createFrame = (request: AppRequest, content: LoadedContent, title: string) => ({
  title: `${title} of ${content.space.title}`,
  organization: content.space.organization,
  breadcrumbs: contentCrumbs(request, content),
  sidebar: sidebar(request, content),
  version: content.revision,
});

const perPage = 100;

export async function showFiles(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const { space, revision, name } = content;
  const found = await request.client.revisions.listFiles({
    spaceId: space.id,
    revisionId: revision,
    limit: perPage,
    ...readPageParameter(request),
  });
  return {
    ...createFrame(request, content, "Files"),
    main: [
      h("h1", {}, "Files"),
      found.items.length === 0
        ? emptyNote("There is no file.")
        : table(
            ["Name", "Type", "Size"],
            found.items.map(({ name: file, contentType, size, downloadURL }) => {
              const { pathname, search } = new URL(downloadURL);
              return [link(request.context.addresses.path(pathname) + search, file), contentType, sizeText(size)];
            }),
          ),
      nextPage(request, request.href({ kind: "view", ...name, view: "files", path: "" }), found.next),
    ],
  };
}

function sizeText(bytes: number): string {
  if (bytes < 1000) return `${bytes} bytes`;
  return bytes < 1_000_000 ? `${(bytes / 1000).toFixed(1)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

/** The links of a space's pages; broken ones can be filtered. */
export async function showSpaceLinks(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const { space, name } = content;
  const status = request.query.get("status") === "broken" ? ("broken" as const) : undefined;
  const found = await request.client.spaces.listLinks({
    spaceId: space.id,
    limit: perPage,
    ...(status === undefined ? {} : { status }),
    ...readPageParameter(request),
  });
  const route = { kind: "view" as const, ...name, view: "links" as const, path: "" };
  const { total, broken } = found.stats;
  return {
    ...createFrame(request, content, "Links"),
    main: [
      h("h1", {}, "Links"),
      tabs("Which links", [
        { title: `All (${total})`, href: request.href(route), isCurrent: status === undefined },
        {
          title: `Broken (${broken.total})`,
          href: request.href(route, { status: "broken" }),
          isCurrent: status !== undefined,
        },
      ]),
      found.items.length === 0
        ? emptyNote(status === undefined ? "No page links to anything." : "No link is broken.")
        : table(
            ["Leads to", "State", "On"],
            found.items.map(({ status: state, targetReference, locationReferences }) => [
              targetReference === undefined ? "nothing" : referenceLink(request, content, targetReference),
              badge(state),
              h(
                "ul",
                { class: "targets" },
                locationReferences
                  .slice(0, 5)
                  .map((reference) => h("li", {}, referenceLink(request, content, reference))),
              ),
            ]),
          ),
      nextPage(request, request.href(route, { status }), found.next),
    ],
  };
}

/** The Git synchronization status of a space. */
export async function showGit(request: AppRequest, content: LoadedContent): Promise<AppPage> {
  const part = await readPart(request.client.git.getInfo({ spaceId: content.space.id }));
  const info = "found" in part ? part.found : undefined;
  const facts = Object.entries(info ?? {}).flatMap(([name, value]) =>
    typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? [[name, String(value)]] : [],
  );
  const operation = info?.operation;
  return {
    ...createFrame(request, content, "Git"),
    main: [
      h("h1", {}, "Git"),
      facts.length === 0 && operation === undefined
        ? emptyNote("The space is not synchronized with a Git repository. An agent connects one with sync_git.")
        : table(["What", "State"], facts),
      operation !== undefined && [
        h("h2", {}, "Last synchronization"),
        h(
          "p",
          {},
          badge(operation.state),
          ` ${operation.direction} `,
          drawTime(operation.startedAt),
          operation.ref !== undefined && ` of ${operation.ref}`,
        ),
        operation.progress !== undefined &&
          h(
            "p",
            {},
            `${operation.progress.message}: ${operation.progress.done} of ${operation.progress.total ?? "unknown"}`,
          ),
        operation.error !== undefined && h("p", { class: "hint hint-danger" }, operation.error),
        (operation.warnings ?? []).length > 0 && [
          h("p", {}, `${count(operation.warnings?.length ?? 0, "note")}:`),
          h(
            "ul",
            {},
            (operation.warnings ?? []).map((warning) => h("li", {}, warning)),
          ),
        ],
      ],
    ],
  };
}

import type { Page, PageSummary } from "../../contract/models/page.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { lookUp } from "../../resolve/reads.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { maxShownInView, showMarkdown, showRendered, skipIn } from "../difference/show-difference.ts";
import { takePortion } from "../layout/list-portion.ts";
import { emptyNote, link, tabs } from "../layout/parts.ts";
import { contentCrumbs, everyPage, type LoadedContent, pagesById } from "./content-frame.ts";
import { createDrawer } from "./draw-page.ts";
import { sidebar } from "./sidebar.ts";

const showings = ["unified", "split", "markdown"] as const;

/** Compares any two revisions of a space or of one of its pages. */
export async function showComparison(request: AppRequest, content: LoadedContent, path: string): Promise<AppPage> {
  const { space, name, revision } = content;
  const from = readRevision(request, "from") ?? "";
  const to = readRevision(request, "to") ?? revision;
  const route = { kind: "view" as const, ...name, view: "compare" as const, path };
  return {
    title: path === "" ? `Compare revisions of ${space.title}` : `Compare revisions of ${path}`,
    organization: space.organization,
    breadcrumbs: contentCrumbs(request, content),
    sidebar: sidebar(request, content),
    isWide: true,
    main: [
      h("h1", {}, "Compare revisions", path !== "" && [" of ", h("code", {}, path)]),
      h(
        "form",
        { class: "filters", action: request.href(route) },
        revisionField("From revision", "from", from),
        revisionField("To revision", "to", to),
        h("button", { class: "button" }, "Compare"),
      ),
      from === ""
        ? h(
            "p",
            { class: "nothing" },
            "Choose two revisions in ",
            path === ""
              ? link(request.href({ ...route, view: "history" }), "the history of the space")
              : link(request.href({ kind: "page", ...name, path }, { view: "history" }), "the history of the page"),
            ".",
          )
        : path === ""
          ? await comparedSpaces(request, content, from, to)
          : await comparedPage(request, content, path, from, to),
    ],
  };
}

const readRevision = ({ query }: AppRequest, name: string) => /^[\w-]{1,100}$/.exec(query.get(name) ?? "")?.[0];

const revisionField = (label: string, name: string, value: string): Child =>
  h("label", { class: "field" }, h("span", {}, label), h("input", { name, value, required: true, maxlength: 100 }));

/** Pages that differ, listed at once. */
const maxListed = 200;

/** The pages that differ, each with its comparison. */
async function comparedSpaces(request: AppRequest, content: LoadedContent, from: string, to: string): Promise<Child> {
  const { space, name } = content;
  const treeAt = async (revisionId: string) => {
    const { pages } = await request.client.revisions.listPages({ spaceId: space.id, revisionId, metadata: false });
    return pagesById(pages);
  };
  const [before, after] = await Promise.all([treeAt(from), treeAt(to)]);
  const timeSlices = new TimeSlices(request.tools.signal);
  const changed: { readonly page: PageSummary; readonly what: string }[] = [];
  for (const id of new Set([...before.keys(), ...after.keys()])) {
    await timeSlices.yieldIfDue();
    const [was, is] = [before.get(id), after.get(id)];
    const what = whatChanged(was, is);
    const page = is ?? was;
    if (what !== undefined && page !== undefined) changed.push({ page, what });
  }
  if (changed.length === 0) return emptyNote("No page is different.");
  const portion = takePortion(changed, {
    skip: skipIn(request.query),
    maxItems: maxListed,
    hrefAt: (skip) =>
      request.href(
        { kind: "view", ...name, view: "compare", path: "" },
        { from, to, skip: skip === 0 ? undefined : String(skip) },
      ),
  });
  const list = h(
    "ul",
    {},
    portion.items.map(({ page, what }) =>
      h(
        "li",
        {},
        link(
          request.href({ kind: "view", ...name, view: "compare", path: page.path ?? page.id }, { from, to }),
          page.title,
        ),
        h("small", {}, ` ${what}`),
      ),
    ),
  );
  return [
    changed.length > maxListed && h("p", {}, `${changed.length} pages are different.`),
    portion.before,
    list,
    portion.after,
  ];
}

function whatChanged(was: PageSummary | undefined, is: PageSummary | undefined): string | undefined {
  if (was === undefined) return "created";
  if (is === undefined) return "deleted";
  if (was.documentId !== is.documentId || was.updatedAt !== is.updatedAt) return "edited";
  return was.path !== is.path || was.title !== is.title ? "moved or renamed" : undefined;
}

async function comparedPage(
  request: AppRequest,
  content: LoadedContent,
  path: string,
  from: string,
  to: string,
): Promise<Child> {
  const showing = showings.find((known) => known === request.query.get("show")) ?? "unified";
  const { space, name, pages } = content;
  const id = [...everyPage(pages)].find((page) => page.path === path || page.id === path)?.id;
  const read = (revisionId: string, format: "markdown" | "document"): Promise<Page | undefined> => {
    const query = { spaceId: space.id, revisionId, format, metadata: false } as const;
    return lookUp(
      id === undefined
        ? request.client.revisions.getPageByPath({ ...query, pagePath: path }, { signal: request.tools.signal })
        : request.client.revisions.getPage({ ...query, pageId: id }, { signal: request.tools.signal }),
    );
  };
  const format = showing === "markdown" ? "markdown" : "document";
  const [was, is] = await Promise.all([read(from, format), read(to, format)]);
  const route = { kind: "view" as const, ...name, view: "compare" as const, path };
  const ways = tabs(
    "How changes are shown",
    showings.map((other) => ({
      title: { unified: "Rendered", split: "Side by side", markdown: "Markdown" }[other],
      href: request.href(route, { from, to, show: other === "unified" ? undefined : other }),
      isCurrent: other === showing,
    })),
  );
  if (was === undefined && is === undefined) return emptyNote("Neither revision has the page.");
  const portion = {
    skip: skipIn(request.query),
    maxShown: maxShownInView,
    hrefAt: (skip: number) =>
      request.href(route, {
        from,
        to,
        show: showing === "unified" ? undefined : showing,
        skip: skip === 0 ? undefined : String(skip),
      }),
  };
  if (showing === "markdown") {
    const { drawn } = await showMarkdown(request, { was: was?.markdown ?? "", is: is?.markdown ?? "" }, portion);
    return [ways, drawn ?? emptyNote("The text is the same.")];
  }
  const { drawn } = await showRendered(
    request,
    {
      before: {
        document: was?.document,
        drawer: (part) => createDrawer(request, { ...content, revision: from }, part, "b-"),
      },
      after: {
        document: is?.document,
        drawer: (part) => createDrawer(request, { ...content, revision: to }, part, "a-"),
      },
    },
    { ...portion, layout: showing },
  );
  return [ways, drawn];
}

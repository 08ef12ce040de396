import { withLineFeeds } from "../../markdown/text/lines.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { keepLineEndings } from "../../markdown/versions/keep-line-endings.ts";
import { mergingText } from "../../markdown/versions/merge.ts";
import { compareTexts } from "../../present/changes.ts";
import { toDocument } from "../../present/document.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { drawingMarkdownDiff } from "../difference/draw-markdown.ts";
import { count, hidden, link, postForm, submit } from "../layout/parts.ts";
import { Refusal } from "../respond.ts";
import { contentCrumbs, type LoadedDraft, pageRoute } from "./content-frame.ts";
import { createDrawer, typedDocument } from "./draw-page.ts";
import { findPage } from "./page-view.ts";
import { sidebar } from "./sidebar.ts";

/** The text being edited, and the version it started from. */
interface Writing {
  readonly markdown: string;
  /** The revision of the change request that the text was read at. */
  readonly revision: string;
  readonly note?: Child;
  readonly preview?: Child;
  readonly status?: number;
}

/**
 * The Markdown editor of a page in a change request, with a preview. Text that cannot be saved is shown again, not
 * lost.
 */
export async function showEditor(request: AppRequest, draft: LoadedDraft, path: string): Promise<AppPage> {
  const page = await findPage(request, draft, path, "markdown");
  return editor(request, draft, path, { markdown: page.markdown ?? "", revision: draft.revision });
}

/** Previews or saves the text; returns the page to show, or the address to redirect to. */
export async function saveEdit(
  request: AppRequest,
  draft: LoadedDraft,
  path: string,
  form: URLSearchParams,
): Promise<AppPage | string> {
  // Browsers send CRLF, whatever the page has.
  const typed = withLineFeeds(form.get("markdown") ?? "");
  const revision = form.get("revision") ?? "";
  if (form.get("action") === "preview") {
    const preview = await drawPreview(request, draft, typed);
    return editor(request, draft, path, { markdown: typed, revision, preview });
  }
  if (form.get("action") !== "save") throw new Refusal("Choose to preview or to save.");
  const page = await findPage(request, draft, path, "markdown");
  const current = page.markdown ?? "";
  const shown = withLineFeeds(current);
  if (revision !== draft.revision) {
    const read = await request.client.revisions.getPage({
      spaceId: draft.space.id,
      revisionId: revision,
      pageId: page.id,
      format: "markdown",
      metadata: false,
    });
    const base = withLineFeeds(read.markdown ?? "");
    if (base !== shown) return stale(request, draft, path, { base, current: shown, markdown: typed });
  }
  if (typed !== shown) {
    const markdown = keepLineEndings(current, typed);
    await request.client.changeRequestContent.apply(
      {
        spaceId: draft.space.id,
        changeRequestId: draft.changeRequest.id,
        changes: [{ operation: "update_page", page: page.id, document: { markdown } }],
        compat: false,
      },
      { ifMatch: draft.revision },
    );
  }
  return request.href(pageRoute(draft.name, page), { done: "saved" });
}

/** Someone else saved the page in the meantime: merges the edits if possible. */
async function stale(
  request: AppRequest,
  draft: LoadedDraft,
  path: string,
  { base, current, markdown }: { readonly base: string; readonly current: string; readonly markdown: string },
): Promise<AppPage> {
  const { signal } = request.tools;
  const timeSlices = new TimeSlices(signal);
  const merged = await timeSlices.run(mergingText(base, current, markdown));
  const isClean = (merged.conflicts ?? []).length === 0;
  const { lines } = await compareTexts(base, current, signal);
  const theirs = await timeSlices.run(drawingMarkdownDiff(lines));
  const note = h(
    "div",
    { class: "hint hint-warning", role: "alert" },
    h(
      "div",
      {},
      h(
        "p",
        {},
        isClean
          ? "Somebody changed this page while you wrote, and nothing was saved. Below is your text with their changes in it: look at it and save again."
          : "Somebody changed this page while you wrote, and nothing was saved. Below is your text as you wrote it. Saving it again would undo their changes where they overlap yours: copy over what you want to keep.",
      ),
      h("p", {}, "What they changed:"),
      theirs.html,
      theirs.next !== undefined && h("p", {}, `${count(lines.length - theirs.next, "more line")} not shown.`),
    ),
  );
  const text = isClean ? merged.text : markdown;
  return editor(request, draft, path, { markdown: text, revision: draft.revision, note, status: 409 });
}

async function drawPreview(request: AppRequest, draft: LoadedDraft, markdown: string): Promise<Child> {
  const document = await toDocument(markdown);
  const draw = await createDrawer(request, draft, document, "preview-");
  return h(
    "section",
    { "aria-labelledby": "preview" },
    h("h2", { id: "preview" }, "Preview"),
    h("div", { class: "content box" }, draw(typedDocument(document).nodes)),
  );
}

function editor(
  request: AppRequest,
  draft: LoadedDraft,
  path: string,
  { markdown, revision, note, preview, status }: Writing,
): AppPage {
  const { name, space, changeRequest } = draft;
  const action = request.href({ kind: "view", ...name, view: "edit", path });
  const view = request.href({ kind: "page", ...name, path });
  return {
    title: `Edit ${path}`,
    organization: space.organization,
    breadcrumbs: contentCrumbs(request, draft),
    sidebar: sidebar(request, draft),
    ...(status === undefined ? {} : { status }),
    isWide: true,
    main: [
      h("h1", {}, "Edit ", h("code", {}, path)),
      h(
        "p",
        { class: "facts" },
        `In change request #${changeRequest.number} of ${space.title}. `,
        link(view, "Leave without saving"),
      ),
      note,
      postForm(
        request,
        action,
        { class: "editor" },
        hidden("revision", revision),
        h(
          "label",
          { class: "field" },
          h("span", {}, "Markdown"),
          h("textarea", { name: "markdown", rows: 26, spellcheck: "true" }, `\n${markdown}`),
        ),
        h(
          "p",
          { class: "decisions" },
          submit("Save", { name: "action", value: "save", class: "button primary" }),
          submit("Preview", { name: "action", value: "preview" }),
        ),
      ),
      preview,
    ],
  };
}

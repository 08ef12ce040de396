import type { Comment, CommentReply } from "../../contract/models/comment.ts";
import { documentFromMarkdown } from "../../markdown/document/reading/from-markdown.ts";
import { inGroups } from "../../resolve/reads.ts";
import { type Child, drawerFor, type Html, h } from "../../site/index.ts";
import { createDiscussion, type Discussion } from "../../tools/review/discussion.ts";
import type { AppRequest } from "../app-request.ts";
import type { LoadedDraft } from "../content/content-frame.ts";
import { badge, drawTime, emptyNote, hidden, postForm, submit } from "../layout/parts.ts";
import { viewHref } from "./shown.ts";

/** A comment with its replies, rendered. */
export interface Thread {
  readonly comment: Comment;
  readonly text: Html;
  readonly replies: readonly { readonly reply: CommentReply; readonly text: Html }[];
  /** The page it is on. */
  readonly page: string | undefined;
  /** Key of the block it is on. */
  readonly node: string | undefined;
}

const maxThreads = 200;

export async function loadThreads(request: AppRequest, draft: LoadedDraft): Promise<Thread[]> {
  const discussion = createDiscussion(draft, request.tools);
  const { items } = await discussion.list({ status: "all", limit: maxThreads });
  return inGroups([...items].reverse(), (comment) => loadThread(discussion, comment));
}

async function loadThread(discussion: Discussion, comment: Comment): Promise<Thread> {
  const replies = comment.replies === 0 ? [] : (await discussion.listReplies(comment.id)).items;
  return {
    comment,
    text: await drawText(comment.body.markdown ?? ""),
    replies: await Promise.all(
      replies.map(async (reply) => ({ reply, text: await drawText(reply.body.markdown ?? "") })),
    ),
    page: comment.target.page?.id,
    node: comment.target.node?.id,
  };
}

/** Text by people and agents about pages: Markdown whose links are external only. */
export async function drawText(markdown: string): Promise<Html> {
  const document = documentFromMarkdown(markdown);
  const resolve = (reference: { kind: string }) =>
    "url" in reference && typeof reference.url === "string" && /^(?:https?|mailto):/.test(reference.url)
      ? { href: reference.url }
      : undefined;
  const draw = await drawerFor(document, { resolve, basePath: "/", idPrefix: "comment-" });
  return draw(document.nodes.filter(({ type }) => type !== "image" && type !== "images" && type !== "embed"));
}

/** One comment with its actions. */
export function drawThread(request: AppRequest, draft: LoadedDraft, thread: Thread, about?: Child): Html {
  const { comment, text, replies } = thread;
  const action = viewHref(request, draft.name);
  const isOpen = comment.status === "open";
  const name = comment.postedBy.displayName;
  return h(
    "article",
    { class: "comment", id: `comment-${comment.id}`, "aria-label": `Comment by ${name}` },
    h(
      "p",
      { class: "facts" },
      h("strong", {}, name),
      " ",
      drawTime(comment.postedAt),
      " ",
      !isOpen && badge("resolved"),
      about,
    ),
    h("div", { class: "content" }, text),
    replies.map(({ reply, text: words }) =>
      h(
        "div",
        { class: "reply" },
        h("p", { class: "facts" }, h("strong", {}, reply.postedBy.displayName), " ", drawTime(reply.postedAt)),
        h("div", { class: "content" }, words),
      ),
    ),
    comment.permissions.reply !== false &&
      h(
        "details",
        { class: "write" },
        h("summary", {}, "Reply"),
        postForm(
          request,
          action,
          {},
          hidden("action", "reply"),
          hidden("comment", comment.id),
          textArea(`Reply to ${name}`, "text"),
          submit("Reply"),
        ),
      ),
    comment.permissions.edit &&
      postForm(
        request,
        action,
        { class: "inline" },
        hidden("action", isOpen ? "resolve" : "reopen"),
        hidden("comment", comment.id),
        submit(isOpen ? "Resolve" : "Open again", {
          "aria-label": `${isOpen ? "Resolve" : "Reopen"} the comment by ${name}`,
        }),
      ),
  );
}

const textArea = (label: string, name: string, value = "", rows = 3): Html =>
  h(
    "label",
    { class: "field" },
    h("span", {}, label),
    h("textarea", { name, rows, required: true, maxlength: 20_000 }, value),
  );

/** The form for a comment on a passage or on the whole. */
export function commentForm(
  request: AppRequest,
  draft: LoadedDraft,
  target: { readonly page?: string | undefined; readonly node?: string | undefined },
  label: string,
): Html {
  return postForm(
    request,
    viewHref(request, draft.name),
    {},
    hidden("action", "comment"),
    target.page !== undefined && hidden("page", target.page),
    target.node !== undefined && hidden("node", target.node),
    textArea(label, "text"),
    submit("Comment"),
  );
}

/** All comments that are not on a displayed passage. */
export function drawDiscussion(
  request: AppRequest,
  draft: LoadedDraft,
  threads: readonly Thread[],
  findTitle: (page: string) => string | undefined,
): Child {
  return h(
    "section",
    { id: "comments", "aria-labelledby": "comments-title" },
    h("h2", { id: "comments-title" }, "Comments"),
    threads.length === 0 && emptyNote("There are no other comments."),
    threads.map((thread) => {
      const title = thread.page === undefined ? undefined : findTitle(thread.page);
      return drawThread(request, draft, thread, title !== undefined && ` on ${title}`);
    }),
    draft.space.permissions.comment && commentForm(request, draft, {}, "Comment on the change request"),
  );
}

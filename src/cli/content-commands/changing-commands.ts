import { readFile } from "node:fs/promises";
import { basename, extname } from "node:path";
import { buffer } from "node:stream/consumers";
import { detectLineEnding, withLineEnding } from "../../markdown/text/lines.ts";
import { findContent, findDraft } from "../../resolve/content.ts";
import { findPage } from "../../resolve/pages.ts";
import { UsageError } from "../errors.ts";
import type { ContentCommand, Outcome } from "./content-command.ts";
import { withSpaceOfPage } from "./space-of-page.ts";
import { editText } from "./text-editor.ts";

const comment: ContentCommand = {
  takes: [0, 200],
  async run({ positionals, text, is }, { call, context }) {
    const requested = { space: text("space"), change_request: text("change-request"), page: text("page") };
    const names = await withSpaceOfPage(requested, context);
    const [reply, resolved] = [text("reply"), text("resolve")];
    if (reply !== undefined && resolved !== undefined) throw new UsageError("Give only one of --reply and --resolve.");
    const words = positionals.length === 0 ? undefined : positionals.join(" ");
    if (words === undefined && resolved === undefined) {
      if (reply !== undefined) return undefined;
      if (is("json"))
        throw new UsageError("--json is only for posting a comment. copydesk call listCommentsInSpace lists.");
      return { result: await call("list_comments", names) };
    }
    const status = resolved === undefined ? undefined : "resolved";
    return toOutcome(await call("post_comment", { ...names, text: words, comment: reply ?? resolved, status }));
  },
};

const verdicts: Readonly<Record<string, string>> = { approve: "approved", "request-changes": "changes-requested" };

const review: ContentCommand = {
  takes: [2, 20],
  async run({ positionals, text }, { call }) {
    const verdict = verdicts[positionals.at(-1) ?? ""];
    if (verdict === undefined) return undefined;
    const names = { change_request: positionals.slice(0, -1).join(" "), space: text("space") };
    return toOutcome(await call("post_comment", { ...names, verdict, text: text("text") }));
  },
};

const propose: ContentCommand = {
  takes: [1, 200],
  async run({ positionals, text }, { call, context }) {
    const { space } = await findContent({ space: text("space") }, context);
    return toOutcome(await call("open_change_request", { subject: positionals.join(" "), space: space.id }));
  },
};

const update: ContentCommand = {
  takes: [1, 20],
  run: async ({ positionals, text }, { call }) => {
    const names = { change_request: positionals.join(" "), space: text("space") };
    return toOutcome(await call("update_change_request", { ...names, update_from_space: true }));
  },
};

const edit: ContentCommand = {
  takes: [1, 20],
  async run({ positionals, text }, { call, context }) {
    const names = { space: text("space"), change_request: text("change-request") };
    const content = await findDraft(names, context);
    const page = await findPage(positionals.join(" "), content, context);
    const { id, title, slug, markdown: before } = page;
    if (before === undefined) throw new UsageError(`"${title}" has no text of its own to edit.`);
    const from = text("from");
    const edited = from === undefined ? await editText(before, `${safeName(slug)}.md`) : undefined;
    const newText = edited?.text ?? (await readText(from === "-" ? 0 : (from ?? "")));
    // Editors on Windows may write CRLF, which would change every line.
    const ending = detectLineEnding(before);
    const after = detectLineEnding(newText) === ending ? newText : withLineEnding(newText, ending);
    if (after === before) {
      edited?.discard();
      return toOutcome(`"${title}" is unchanged.`);
    }
    const write = { action: "replace", page: id, markdown: after, revision: content.revision };
    try {
      const change = { space: content.space.id, change_request: content.changeRequest.id, pages: [write] };
      const outcome = toOutcome(await call("write_pages", change));
      edited?.discard();
      return outcome;
    } catch (error) {
      if (edited !== undefined) process.stderr.write(`Your text is saved in ${edited.file}.\n`);
      throw error;
    }
  },
};

/** A slug is a URL segment, and can contain characters that file names or shells do not allow. */
const safeName = (slug = "") => slug.replace(/[^a-z0-9-]+/gi, "-").slice(0, 60) || "page";

const merge: ContentCommand = {
  takes: [1, 20],
  async run({ positionals, text, is }, { call, context }) {
    const names = { change_request: positionals.join(" "), space: text("space") };
    const outcome = toOutcome(await call("merge_change_request", { ...names, update_first: is("update-first") }));
    if (outcome.code !== 0) return outcome;
    // Conflicts are a result, not an error.
    const { changeRequest } = await findDraft(names, context);
    return changeRequest.status === "merged" ? outcome : { ...outcome, code: 1 };
  },
};

const openapi: ContentCommand = {
  takes: [2, 2],
  async run({ positionals: [action, source = ""], text }, { call }) {
    if (action !== "publish") return undefined;
    const isUrl = /^https?:\/\//.test(source);
    const slug = text("slug") ?? toSlug(source);
    const specSource = isUrl ? { url: source } : { text: await readText(source) };
    return toOutcome(await call("publish_openapi_spec", { slug, ...specSource, organization: text("organization") }));
  },
};

const toSlug = (source: string) =>
  basename(source, extname(source))
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-+|-+$/g, "");

const readText = async (file: string | 0) => (await readBytes(file)).toString("utf8");

/** 0 is standard input. */
async function readBytes(file: string | 0): Promise<Buffer> {
  try {
    return file === 0 ? await buffer(process.stdin) : await readFile(file);
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    throw new UsageError(`${file} cannot be read: ${error.message.split(",")[0]}.`);
  }
}

const isMarkdown = (name: string) => /\.(?:md|markdown)$/i.test(name);

/** The root page that a Markdown file would duplicate, by file name or first heading. */
async function pageOfFile(
  name: string,
  markdown: string,
  { space, revision }: Awaited<ReturnType<typeof findDraft>>,
  { client, signal }: Parameters<ContentCommand["run"]>[1]["context"],
) {
  const query = { spaceId: space.id, revisionId: revision, metadata: false } as const;
  const { pages } = await client.revisions.listPages(query, { signal });
  const slug = toSlug(name);
  const title = /^#[ \t]+(.+?)[ \t]*#*$/m.exec(markdown)?.[1]?.toLowerCase();
  return pages.find((page) => page.slug === slug || page.title.toLowerCase() === title);
}

const upload: ContentCommand = {
  takes: [1, 1],
  async run({ positionals: [file = ""], text, is }, { call, connection, context }) {
    const { client, signal } = context;
    const { embedded } = connection;
    if (embedded === undefined) {
      throw new UsageError("upload puts files on the embedded platform. Leave out --base-url, or import from a URL.");
    }
    const draft = await findDraft({ change_request: text("change-request"), space: text("space") }, context);
    const { space, changeRequest } = draft;
    const name = basename(file);
    const bytes = await readBytes(file);
    const markdown = isMarkdown(name) ? bytes.toString("utf8") : undefined;
    if (is("replace") && markdown === undefined) {
      throw new UsageError(`--replace takes a Markdown file (.md or .markdown), and ${name} is not one.`);
    }
    const existing = markdown === undefined ? undefined : await pageOfFile(name, markdown, draft, context);
    if (existing !== undefined && !is("replace")) {
      throw new UsageError(
        `There is already a page "${existing.title}" (${existing.path ?? existing.id}). --replace gives it the text of ${name}; to create a second page, rename the file and its title.`,
      );
    }
    if (existing !== undefined) {
      const write = { action: "replace", page: existing.id, markdown, revision: draft.revision };
      return toOutcome(
        await call("write_pages", { space: space.id, change_request: changeRequest.id, pages: [write] }),
      );
    }
    const request = new Request(`http://localhost/uploads?name=${encodeURIComponent(name)}`, {
      method: "POST",
      headers: { Authorization: `Bearer ${embedded.token}` },
      body: new Uint8Array(bytes),
    });
    const response = await embedded.platform.fetch(request);
    const taken = (await response.json()) as { key?: string; error?: { message?: string } };
    if (taken.key === undefined) throw new UsageError(taken.error?.message ?? `${name} was not imported.`);
    const started = await client.imports.start(
      {
        organizationId: space.organization,
        source: { type: "file", files: [taken.key] },
        target: { space: space.id, changeRequest: changeRequest.id },
        enhance: false,
      },
      { signal },
    );
    await embedded.platform.jobsSettled();
    const run = await client.imports.get({ organizationId: space.organization, importRunId: started.id }, { signal });
    const done = run.status === "completed";
    return {
      result: `${name} ${done ? "is in" : `was not put into (${run.status})`} change request #${changeRequest.number}.`,
      value: run,
      code: done ? 0 : 1,
    };
  },
};

export const changing = { propose, edit, update, comment, review, merge, openapi, upload } as const;

/** For a tool that makes changes: the first line says what it did. */
function toOutcome(result: string | undefined): Outcome & { readonly code: number } {
  if (result === undefined) return { code: 1, value: { done: false } };
  return { result, value: { done: true, message: result }, code: 0 };
}

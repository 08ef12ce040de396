import type { SemanticChange } from "../../contract/models/semantic-change.ts";
import type { ParsedOf } from "../../contract/operation.ts";
import type { changeRequestContent as operations } from "../../contract/operations/change-request-content.ts";
import { type ChangeRequestScope, changeRequestFor } from "../access/scope.ts";
import { type AppliedChanges, applyChanges } from "../content/apply-changes.ts";
import { demandEditable, openSides } from "../content/branches.ts";
import { EditedMap, type StoredMap } from "../content/content-map.ts";
import { pathOf } from "../content/page-tree.ts";
import type { PageRecord } from "../content/records.ts";
import { RevisionReader } from "../content/revision-reader.ts";
import { type ContentDifference, contentDifferences } from "../content/semantic-changes.ts";
import type { Context } from "../context.ts";
import { presentChangeRequest } from "../present/change-request.ts";
import { presentFile } from "../present/file.ts";
import { Problem } from "../problem.ts";
import { addContributor, updateChangeRequest } from "../store/change-requests.ts";
import { findRevision, insertRevision } from "../store/revisions.ts";
import type { Handlers } from "./handler.ts";

export const changeRequestContent: Handlers<"changeRequestContent"> = {
  async revision(input, context) {
    return (await reader(context, input)).revision(input.metadata);
  },

  apply: {
    urls: ({ changes }) =>
      changes.flatMap((change) =>
        change.operation === "insert_files" ? change.files.flatMap(({ url }) => url ?? []) : [],
      ),
    async allow(input, context) {
      demandEditable(await changeRequestFor(context, input, "edit"), "edited");
    },
    run: apply,
  },

  async pages(input, context) {
    return { pages: await (await reader(context, input)).tree(input.metadata) };
  },

  async page({ pageId, ...input }, context) {
    return (await reader(context, input)).pageById(pageId, input);
  },

  async pageByPath({ pagePath, ...input }, context) {
    return (await reader(context, input)).pageByPath(pagePath, input);
  },

  async changes(input, context) {
    const scope = await changeRequestFor(context, input, "view");
    const { base, changeRequest } = await openSides(context, scope);
    const differences = await contentDifferences(base, changeRequest);
    const changes: SemanticChange[] = [];
    for (const difference of differences.slice(0, input.limit)) {
      changes.push(await presentDifference(context, difference, base, changeRequest));
    }
    const more = differences.length - changes.length;
    return { changes, ...(more > 0 ? { more } : {}) };
  },
};

async function apply(input: ParsedOf<typeof operations.apply>, context: Context) {
  const scope = await changeRequestFor(context, input, "edit");
  demandEditable(scope, "edited");
  demandRevision(context, scope);
  const { space, changeRequest } = scope;
  const sides = await openSides(context, scope);
  const map = new EditedMap(sides.changeRequest);
  const applied = await applyChanges(input.changes, {
    content: context.content,
    space: space.id,
    map,
    base: sides.base,
    revision: (id) => revisionMap(context, space.id, id),
    fetched: context.fetched,
    now: context.now,
  });
  const revision = await insertRevision(context.queries, {
    space: space.id,
    root: await context.content.store(map),
    parents: [changeRequest.revision],
    type: "edits",
    createdAt: context.now,
    createdBy: context.user.id,
  });
  const change = { revision, updated_at: context.now };
  await updateChangeRequest(context.queries, changeRequest.id, change);
  await addContributor(context.queries, changeRequest.id, context.user.id);
  const presented = await presentChangeRequest(context, { ...changeRequest, ...change }, space);
  return input.compat ? presented : { changeRequest: presented, ...presentApplied(context, scope, applied) };
}

async function reader(
  context: Context,
  input: { readonly spaceId: string; readonly changeRequestId: string },
): Promise<RevisionReader> {
  const { space, changeRequest } = await changeRequestFor(context, input, "view");
  return RevisionReader.open(context, { space, revision: changeRequest.revision, changeRequest });
}

function demandRevision({ ifMatch }: Context, { changeRequest }: ChangeRequestScope): void {
  if (ifMatch === undefined || ifMatch === changeRequest.revision) return;
  throw new Problem(
    "precondition_failed",
    `Change request ${changeRequest.number} is at revision ${changeRequest.revision}, not ${ifMatch}: it was edited meanwhile.`,
  );
}

async function revisionMap(context: Context, space: string, id: string): Promise<StoredMap> {
  const revision = await findRevision(context.queries, space, id);
  if (revision === undefined) throw new Problem("not_found", `revision: the space has no revision ${id}.`);
  return context.content.at(revision.root);
}

function presentApplied(context: Context, { space, changeRequest }: ChangeRequestScope, applied: AppliedChanges) {
  const location = `${context.origin}/v1/spaces/${space.id}/change-requests/${changeRequest.id}/content/page`;
  const page = (id: string) => ({ object: "page" as const, id, urls: { location: `${location}/${id}` } });
  return {
    changes: applied.pages.map((change) => {
      if (change.outcome === "deleted") return { object: "deleted_page" as const, page: change.page };
      if (change.outcome === "updated") return { object: "updated_page" as const, page: page(change.page) };
      const ref = change.ref === undefined ? {} : { ref: change.ref };
      return { object: "created_page" as const, ...ref, page: page(change.page) };
    }),
    insertedFiles: applied.files.map((file) => presentFile(context, file, true)),
  };
}

async function presentDifference(
  context: Context,
  difference: ContentDifference,
  before: StoredMap,
  after: StoredMap,
): Promise<SemanticChange> {
  const presentPage = async (page: PageRecord, map: StoredMap) => ({
    id: page.id,
    type: page.type,
    title: page.title,
    path: await pathOf(map, page),
  });
  switch (difference.type) {
    case "page_created":
      return { type: difference.type, page: await presentPage(difference.page, after) };
    case "page_deleted":
      return { type: difference.type, page: await presentPage(difference.page, before) };
    case "page_edited":
      return {
        type: difference.type,
        page: await presentPage(difference.page, after),
        attributes: difference.attributes as Record<string, { before?: unknown; after?: unknown }>,
      };
    case "page_moved":
      return {
        type: difference.type,
        page: await presentPage(difference.page, after),
        parent: {
          ...(difference.before === undefined ? {} : { before: await presentPage(difference.before, before) }),
          ...(difference.after === undefined ? {} : { after: await presentPage(difference.after, after) }),
        },
      };
    case "file_created":
    case "file_deleted":
      return { type: difference.type, file: presentFile(context, difference.file, true) };
    case "file_edited":
      return {
        type: difference.type,
        file: presentFile(context, difference.file, true),
        attributes: difference.attributes as Record<string, { before?: unknown; after?: unknown }>,
      };
  }
}

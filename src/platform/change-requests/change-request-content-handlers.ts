import type { ParsedInput } from "../../contract/operation.ts";
import type { changeRequestContent as operations } from "../../contract/operations/change-request-content.ts";
import { changeRequestFor } from "../access/scope.ts";
import { applyChanges } from "../content/apply-changes.ts";
import { openSides, requireEditable, requireRevision, unresolvedConflicts } from "../content/branches.ts";
import { commit } from "../content/commit.ts";
import { EditedMap, type StoredMap } from "../content/content-map.ts";
import { findRevision } from "../content/revisions-rows.ts";
import type { Context } from "../kernel/context.ts";
import type { Handlers, VersionedResult } from "../kernel/handler.ts";
import { readPaging } from "../kernel/paging.ts";
import { Problem } from "../kernel/problem.ts";
import { pagesLinkingTo } from "../workspace/links/index.ts";
import {
  presentChangeRequest,
  presentDifferences,
  presentRevisionFile,
  presentRevisionFiles,
  RevisionReader,
  versionedResult,
} from "../workspace/revisions/index.ts";
import { previewMerge } from "./merge.ts";
import { listUnfinishedWork, presentApplied } from "./view.ts";

export const changeRequestContent: Handlers<"changeRequestContent"> = {
  async revision(input, context) {
    return (await reader(context, input)).revision(input);
  },

  apply: {
    urls: ({ changes }) =>
      changes.flatMap((change) =>
        change.operation === "insert_files" ? change.files.flatMap(({ url }) => url ?? []) : [],
      ),
    async allow(input, context) {
      requireEditable(await changeRequestFor(context, input, "edit"), "edited");
    },
    run: apply,
  },

  async pages(input, context) {
    return standing(context, input, async (reader) => ({ pages: await reader.tree(input) }));
  },

  async page({ pageId, ...input }, context) {
    return standing(context, input, (reader) => reader.pageById(pageId, input));
  },

  async pageByPath({ pagePath, ...input }, context) {
    return standing(context, input, (reader) => reader.pageByPath(pagePath, input));
  },

  async reusableContent({ reusableContentId, ...input }, context) {
    return standing(context, input, (reader) => reader.reusableContent(reusableContentId, input.metadata));
  },

  async changes(input, context) {
    const scope = await changeRequestFor(context, input, "view");
    const sides = await openSides(context, scope);
    const changes = await presentDifferences(context, sides.base, sides.changeRequest, input.limit);
    // Visitors of a preview do not see the work behind it.
    if (context.reader !== undefined) return changes;
    const conflicts = await unresolvedConflicts(sides.changeRequest);
    const unfinished = await listUnfinishedWork(context, scope.changeRequest);
    const merge = await previewMerge(context, scope, sides);
    return {
      ...changes,
      ...(conflicts.length > 0 ? { conflicts } : {}),
      ...(unfinished.length > 0 ? { unfinished } : {}),
      ...(merge === undefined ? {} : { merge }),
    };
  },

  async files(input, context) {
    const { map, changeRequest } = await open(context, input);
    const request = readPaging("changeRequestContent.files", [changeRequest.id], input);
    return presentRevisionFiles(context, map, request, input.metadata);
  },

  async file(input, context) {
    const { map, changeRequest } = await open(context, input);
    return presentRevisionFile(context, map, input.fileId, input.metadata, `change request ${changeRequest.number}`);
  },
};

async function apply(input: ParsedInput<typeof operations.apply>, context: Context) {
  const scope = await changeRequestFor(context, input, "edit");
  requireEditable(scope, "edited");
  requireRevision(context, scope);
  const { space } = scope;
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
    linkingTo: (paths) => pagesLinkingTo(context, space.id, sides.changeRequest, paths),
  });
  const edited = await commit(context, scope, map);
  const presented = await presentChangeRequest(context, edited, space);
  if (input.compat) return presented;
  return { changeRequest: presented, ...(await presentApplied(context, scope, applied)) };
}

interface ChangeRequestName {
  readonly spaceId: string;
  readonly changeRequestId: string;
}

async function standing<Result>(
  context: Context,
  input: ChangeRequestName,
  read: (reader: RevisionReader) => Promise<Result>,
): Promise<VersionedResult<Result>> {
  const { space, changeRequest } = await changeRequestFor(context, input, "view");
  return versionedResult(context, { space, revision: changeRequest.revision, changeRequest }, read);
}

async function reader(context: Context, input: ChangeRequestName): Promise<RevisionReader> {
  const { space, changeRequest } = await changeRequestFor(context, input, "view");
  return RevisionReader.open(context, { space, revision: changeRequest.revision, changeRequest });
}

async function open(context: Context, input: ChangeRequestName) {
  const scope = await changeRequestFor(context, input, "view");
  const { map } = await RevisionReader.open(context, { space: scope.space, revision: scope.changeRequest.revision });
  return { map, changeRequest: scope.changeRequest };
}

async function revisionMap(context: Context, space: string, id: string): Promise<StoredMap> {
  const revision = await findRevision(context.queries, space, id);
  if (revision === undefined) throw new Problem("not_found", `revision: the space has no revision ${id}.`);
  return context.content.at(revision.root);
}

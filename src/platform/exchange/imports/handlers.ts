import type { ImportRun } from "../../../contract/models/import-run.ts";
import type { ParsedInput } from "../../../contract/operation.ts";
import type { imports as operations } from "../../../contract/operations/imports.ts";
import { changeRequestFor, findVisibleSpace, organizationFor, spaceFor } from "../../access/scope.ts";
import { requireEditable } from "../../content/branches.ts";
import { findUploads } from "../../content/files/index.ts";
import { findPage } from "../../content/page-tree.ts";
import { findRevision } from "../../content/revisions-rows.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { cancelJob } from "../../kernel/jobs/jobs-rows.ts";
import { orderKey, readOrder, readPaging, toListResponse } from "../../kernel/paging.ts";
import { Problem } from "../../kernel/problem.ts";
import { repositoryAt, requireImportable } from "./importable.ts";
import { countImportRuns, findImportRun, insertImportRun, listImportRuns } from "./rows.ts";
import { presentImportRuns, toJobStates } from "./view.ts";

type Start = ParsedInput<typeof operations.start>;

export const imports: Handlers<"imports"> = {
  async start(input, context) {
    const { organization } = await organizationFor(context, input.organizationId, "enter");
    const target = await requireTarget(context, organization.id, input.target);
    if (input.site !== undefined) {
      throw new Problem("not_implemented", "site: this service only imports into a space. Leave it out.");
    }
    await requireSource(context, input.source);
    const id = createId();
    const job = await context.enqueue({
      kind: "import",
      input: { organization: organization.id, run: id },
      memberOf: organization.id,
    });
    const run = {
      id,
      organization: organization.id,
      space: input.target.space,
      change_request: target.changeRequest ?? null,
      page: input.target.page ?? null,
      source: JSON.stringify(input.source),
      job,
      created_by: context.user.id,
      created_at: context.now,
    };
    await insertImportRun(context.queries, run);
    return present(context, run);
  },

  async list(input, context) {
    const { viewer } = await organizationFor(context, input.organizationId, "enter");
    const { organizationId: organization, space, changeRequest, status } = input;
    const request = readPaging("imports.list", [organization, space, changeRequest, input.site, status], input);
    // No run is for a site.
    const states = input.site !== undefined ? [] : status && toJobStates(status);
    const filter = { viewer, space, changeRequest, states };
    const rows = await listImportRuns(context.queries, filter, readOrder(request)?.[0], request.limit + 1);
    const count = await countImportRuns(context.queries, filter);
    const items = await presentImportRuns(context, rows, false);
    return toListResponse(request, rows, count, (row) => orderKey(row.order, row.id), items);
  },

  async get(input, context) {
    return present(context, await runFor(context, input, "view"));
  },

  async cancel(input, context) {
    const run = await runFor(context, input, "edit");
    if (!(await cancelJob(context.queries, run.job, context.now))) {
      throw new Problem("bad_request", `Import run ${run.id} has ended. Delete the pages it created to undo it.`);
    }
    return present(context, run);
  },
};

async function present(context: Context, run: Row<"import_run">): Promise<ImportRun> {
  const [presented] = await presentImportRuns(context, [run], true);
  if (presented === undefined) throw new Error(`Import run ${run.id} was not presented`);
  return presented;
}

/** A run into a space to which the caller has the required access. A run of another space is reported as missing. */
async function runFor(
  context: Context,
  input: { readonly organizationId: string; readonly importRunId: string },
  permission: "view" | "edit",
): Promise<Row<"import_run">> {
  const { organization } = await organizationFor(context, input.organizationId, "enter");
  const run = await findImportRun(context.queries, organization.id, input.importRunId);
  if (run === undefined || (await findVisibleSpace(context, run.space)) === undefined) {
    throw new Problem(
      "not_found",
      `importRunId: there is no import run ${input.importRunId}, or this token may not see it.`,
    );
  }
  await spaceFor(context, run.space, permission);
  return run;
}

/** Throws if nothing could be imported into the target. The job checks again when it stores. */
async function requireTarget(
  context: Context,
  organization: string,
  { space: spaceId, changeRequest, page }: Start["target"],
) {
  const { space } = await spaceFor(context, spaceId, changeRequest === undefined ? "merge" : "edit");
  if (space.organization !== organization) {
    throw new Problem("not_found", `target.space: there is no space ${spaceId} in organization ${organization}.`);
  }
  const scope =
    changeRequest === undefined
      ? undefined
      : await changeRequestFor(context, { spaceId, changeRequestId: changeRequest }, "edit");
  if (scope === undefined) await requireImportable(context, space);
  else requireEditable(scope, "imported into");
  if (page !== undefined) {
    const revision = await findRevision(context.queries, spaceId, scope?.changeRequest.revision ?? space.revision);
    const found = revision && (await findPage(context.content.at(revision.root), page));
    if (found === undefined) throw new Problem("not_found", `target.page: there is no page ${page} to import into.`);
  }
  return { changeRequest: scope?.changeRequest.id };
}

async function requireSource({ queries, user, now }: Context, source: Start["source"]): Promise<void> {
  if (source.type === "file") {
    const known = new Set((await findUploads(queries, user.id, source.files, now)).map(({ key }) => key));
    const missing = source.files.findIndex((key) => !known.has(key));
    if (missing >= 0) {
      throw new Problem(
        "bad_request",
        `source.files.${missing}: you have no upload with this key. Send the file to POST /uploads?name=<file name> and use the key from the response.`,
      );
    }
    return;
  }
  const url = new URL(source.url);
  if (url.username !== "" || url.password !== "") {
    throw new Problem("bad_request", "source.url: remove the user name and password; they would be stored.");
  }
  if (repositoryAt(source.url) !== undefined) return;
  if (/\.(?:zip|tar|tgz|tar\.gz|md|mdx|markdown)$/i.test(url.pathname)) return;
  throw new Problem(
    "not_implemented",
    "source.url: this service does not import web pages. Give an archive (.zip, .tar.gz), a Markdown file or a Git repository (https://host/team/docs.git).",
  );
}

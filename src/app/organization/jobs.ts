import type { ListedJob } from "../../platform/access/audit/index.ts";
import { inGroups, lookUpIfAllowed } from "../../resolve/reads.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppRequest } from "../app-request.ts";
import { badge, drawTime, emptyNote, hidden, link, postForm, submit, table } from "../layout/parts.ts";
import { Refusal } from "../respond.ts";

const maxShown = 100;

const kinds: Readonly<Record<string, string>> = {
  "computed-pages": "Compute pages",
  conversations: "Read conversations",
  "git-export": "Export to Git",
  "git-import": "Import from Git",
  import: "Import",
  "invitation-mail": "Send an invitation",
  openapi: "Read a specification",
  purge: "Remove a deleted space",
  translation: "Translate",
};

/** Titles of the objects of an organization's jobs, by id. */
interface Subjects {
  readonly spaces: ReadonlyMap<string, string>;
  readonly specs: ReadonlyMap<string, string>;
  /** The space that an import goes into, by its run. */
  readonly targets: ReadonlyMap<string, string>;
}

/** Running jobs and those that ended within a day: all for administrators, their own for others. */
export async function drawJobs(
  request: AppRequest,
  organization: string,
): Promise<{ readonly main: Child; readonly version: string }> {
  const { client, person } = request;
  const { permissions } = await client.organizations.get({ organizationId: organization });
  const user = permissions.admin ? undefined : person.id;
  const jobs = await request.records.listJobs({ organization, user, limit: maxShown });
  const subjects = await loadSubjects(request, organization, jobs);
  return {
    version: jobs.map(versionOfJob).join("\n"),
    main: [
      !permissions.admin && emptyNote("Administrators see all jobs; these are the ones you requested."),
      jobs.length === 0
        ? emptyNote("No job is running, and none ended in the last day.")
        : table(
            ["Job", "State", "Progress", "Requested by", "Since", "Cancel"],
            jobs.map((job) => [
              [kinds[job.kind] ?? job.kind, drawSubject(request, organization, job, subjects)],
              drawState(job),
              drawProgress(job),
              job.user ?? "Former user",
              drawTime(job.createdAt),
              cancelForm(request, organization, job),
            ]),
          ),
    ],
  };
}

async function loadSubjects(
  { client }: AppRequest,
  organizationId: string,
  jobs: readonly ListedJob[],
): Promise<Subjects> {
  const some = (name: keyof ListedJob["about"]) => jobs.some(({ about }) => about[name] !== undefined);
  const names = { organizationId, limit: 1000 };
  const [spaces, specs] = await Promise.all([
    some("space") || some("importRun") ? lookUpIfAllowed(client.spaces.list(names)) : undefined,
    some("spec") ? lookUpIfAllowed(client.openapiSpecs.list(names)) : undefined,
  ]);
  const runs = jobs.flatMap(({ about }) => about.importRun ?? []);
  const targets = await inGroups(runs, async (importRunId) => {
    const run = await lookUpIfAllowed(client.imports.get({ organizationId, importRunId }));
    return [importRunId, run?.target?.space ?? ""] as const;
  });
  return {
    targets: new Map(targets),
    spaces: new Map(spaces?.items.map(({ id, title }) => [id, title || "Untitled space"])),
    specs: new Map(specs?.items.map(({ id, slug }) => [id, slug])),
  };
}

function drawSubject(
  { href }: AppRequest,
  organization: string,
  { about }: ListedJob,
  { spaces, specs, targets }: Subjects,
): Child {
  const id = about.space ?? targets.get(about.importRun ?? "");
  const space = spaces.get(id ?? "");
  const spec = specs.get(about.spec ?? "");
  if (id !== undefined && space !== undefined) {
    return [": ", link(href({ kind: "content", organization, space: id }), space)];
  }
  if (spec !== undefined) return [": ", link(href({ kind: "spec", organization, id: spec }), spec)];
  if (about.translation === undefined) return undefined;
  return [": ", link(href({ kind: "translation", organization, id: about.translation }), "translation")];
}

function drawState({ state, dueAt, isToStop }: ListedJob): Child {
  if (isToStop) return badge("running", "stopping");
  return dueAt === undefined ? badge(state) : [badge("waiting", "put off"), " until ", drawTime(dueAt)];
}

/** Changes whenever anything shown of the job does. */
export const versionOfJob = ({ id, state, done, total, message, isToStop }: ListedJob): string =>
  [id, state, done, total, message, isToStop].join(" ");

export function drawProgress({ state, done, total, message, error, endedAt }: ListedJob): Child {
  if (error !== undefined) return error;
  if (state === "succeeded" || state === "cancelled") return ["ended ", drawTime(endedAt)];
  if (state === "waiting" && done === 0) return "not started";
  return [
    total !== undefined &&
      total > 0 &&
      h("progress", { max: total, value: Math.min(done, total), "aria-label": message || "Progress" }),
    " ",
    message || "started",
    total === undefined ? done > 0 && ` (${done})` : ` (${done} of ${total})`,
  ];
}

/** The API can cancel only imports. */
function cancelForm(request: AppRequest, organization: string, { state, isToStop, about }: ListedJob): Child {
  const { importRun } = about;
  if (importRun === undefined || isToStop || (state !== "waiting" && state !== "running")) return undefined;
  return postForm(
    request,
    request.href({ kind: "list", organization, list: "jobs" }),
    { class: "inline" },
    hidden("action", "cancel"),
    hidden("run", importRun),
    submit("Cancel", { "aria-label": `Cancel import ${importRun}` }),
  );
}

/** Cancels an import, and returns the address to redirect to. */
export async function actOnJobs(request: AppRequest, organization: string, form: URLSearchParams): Promise<string> {
  const run = form.get("run") ?? "";
  if (form.get("action") !== "cancel" || run === "") throw new Refusal("Go back, reload the page, and try again.");
  await request.client.imports.cancel({ organizationId: organization, importRunId: run });
  return request.href({ kind: "list", organization, list: "jobs" }, { done: "cancelled" });
}

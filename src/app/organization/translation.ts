import type { AppRoute } from "../../contract/app-addresses.ts";
import { languageName } from "../../contract/language-name.ts";
import type { Translation } from "../../contract/models/translation.ts";
import { checkTranslation, getPlaceholders, type SegmentCheck } from "../../markdown/translation/check-translation.ts";
import type { ListedJob } from "../../platform/access/audit/index.ts";
import { lookUp } from "../../resolve/reads.ts";
import { type Child, h } from "../../site/index.ts";
import type { AppPage, AppRequest } from "../app-request.ts";
import { badge, count, drawTime, facts, hidden, link, listCrumbs, postForm, submit } from "../layout/parts.ts";
import { Refusal } from "../respond.ts";
import { drawProgress, versionOfJob } from "./jobs.ts";

type TranslationRoute = AppRoute & { readonly kind: "translation" };

type Segment = NonNullable<NonNullable<Translation["work"]>["items"]>[number];

/** A person's input for a segment, and its problems. */
interface Draft {
  readonly text: string;
  readonly checks: readonly SegmentCheck[];
}

type Drafts = ReadonlyMap<string, Draft>;

const perPage = 50;

function loadTranslation(request: AppRequest, { organization, id }: TranslationRoute): Promise<Translation> {
  const page = request.query.get("page");
  return request.client.translations.get({
    organizationId: organization,
    translationId: id,
    segments: perPage,
    ...(page === null ? {} : { page }),
  });
}

/** Some of the segments that a run waits for, each with its translation and problems. */
export async function showTranslation(request: AppRequest, route: TranslationRoute): Promise<AppPage> {
  return draw(request, route, await loadTranslation(request, route), new Map());
}

async function draw(
  request: AppRequest,
  route: TranslationRoute,
  translation: Translation,
  drafts: Drafts,
): Promise<AppPage> {
  const { organization } = route;
  const { source, language, work, result, stats } = translation;
  const [space, run] = await Promise.all([
    lookUp(request.client.spaces.get({ spaceId: source.space })),
    runUnderWay(request, route),
  ]);
  const title = `${space?.title ?? "A space"} in ${languageName(language)}`;
  const action = request.href(route, { page: request.query.get("page") ?? undefined });
  const more = work?.next?.page;
  const doubted = [...drafts.values()].filter(({ checks }) => checks.length > 0).length;
  return {
    title,
    organization,
    breadcrumbs: listCrumbs(request, organization, "translations"),
    version: [translation.updatedAt, translation.status, work?.segments, run && versionOfJob(run)].join(" "),
    main: [
      h("h1", {}, title),
      facts([
        ["Status", badge(translation.status)],
        [
          "From",
          [
            link(request.href({ kind: "content", organization, space: source.space }), space?.title ?? source.space),
            ` (${source.language})`,
          ],
        ],
        [
          "Into",
          result === undefined
            ? "no space yet"
            : link(request.href({ kind: "content", organization, space: result.space }), language),
        ],
        ...(run === undefined ? [] : [["Under way", drawProgress(run)] as const]),
        ["Runs", `${stats.runs}, ${stats.totalWords} words on ${stats.totalPages} pages`],
        ["Changed", drawTime(translation.updatedAt)],
      ]),
      translation.permissions.edit &&
        postForm(request, action, { class: "inline" }, hidden("action", "run"), submit("Run it now")),
      work?.problem !== undefined && h("p", { class: "hint hint-warning" }, work.problem),
      doubted > 0 &&
        h(
          "p",
          { class: "hint hint-warning", role: "alert" },
          `Nothing was submitted yet: check ${count(doubted, "segment")} first. `,
          "Errors must be fixed. If a warning does not apply, leave the translation as it is and submit again.",
        ),
      work !== undefined &&
        work.segments > 0 && [
          h("h2", {}, `${count(work.segments, "segment")} to translate`),
          postForm(
            request,
            action,
            {},
            hidden("action", "translate"),
            (work.items ?? []).map((segment) => drawSegment(segment, translation, drafts.get(segment.id))),
            translation.permissions.edit && submit("Submit translations", { class: "button primary" }),
          ),
          more !== undefined && h("p", {}, link(request.href(route, { page: more }), "More segments")),
        ],
    ],
  };
}

/** The translation's unfinished job. Unfinished jobs are listed first. */
async function runUnderWay(
  request: AppRequest,
  { organization, id }: TranslationRoute,
): Promise<ListedJob | undefined> {
  const jobs = await request.records.listJobs({ organization, limit: 100 });
  return jobs.find(({ about, state }) => about.translation === id && (state === "running" || state === "waiting"));
}

/** Source and translation side by side, with placeholders to keep and problems. */
function drawSegment(
  segment: Segment,
  { source, language, permissions }: Translation,
  draft: Draft | undefined,
): Child {
  const { id, text, kind, page, problem, terms } = segment;
  const placeholders = getPlaceholders(text);
  const notes = [
    ...(placeholders.length === 0
      ? []
      : [`Keep ${placeholders.join(" ")} once each: they stand for links, code and other markup.`]),
    ...Object.entries(terms).map(([term, wanted]) => `Use “${wanted}” for “${term}”.`),
  ];
  const checks = draft?.checks ?? [];
  const isFaulty = checks.some((check) => check.kind === "fault");
  const accepted = draft !== undefined && checks.length > 0 && !isFaulty;
  return h(
    "section",
    { class: "segment" },
    h("p", { class: "facts" }, page.title, kind !== undefined && `, ${kind}`),
    h(
      "div",
      { class: "segment-sides" },
      h("p", { class: "plain", id: `source-${id}`, lang: source.language }, text),
      permissions.edit &&
        h(
          "label",
          { class: "field" },
          h("span", {}, `In ${languageName(language)}`),
          h(
            "textarea",
            {
              name: `segment-${id}`,
              rows: 2,
              maxlength: 20_000,
              lang: language,
              "aria-describedby": `notes-${id}`,
              "aria-invalid": isFaulty ? "true" : undefined,
            },
            draft?.text,
          ),
        ),
    ),
    h(
      "ul",
      { class: "segment-notes", id: `notes-${id}` },
      notes.map((note) => h("li", {}, note)),
      problem !== undefined && h("li", {}, badge("failed", "refused"), ` An earlier translation: ${problem}.`),
      checks.map(({ kind: weight, message }) =>
        h("li", {}, badge(weight === "fault" ? "failed" : "awaited", weight), ` It ${message.replace(/^it /, "")}.`),
      ),
    ),
    accepted && hidden(`doubted-${id}`, draft.text),
  );
}

/** Runs a translation or submits a person's input; shows the page again if there are problems to review. */
export async function actOnTranslation(
  request: AppRequest,
  route: TranslationRoute,
  form: URLSearchParams,
): Promise<string | AppPage> {
  const names = { organizationId: route.organization, translationId: route.id };
  const done = () => request.href(route, { done: "started" });
  if (form.get("action") === "run") {
    await request.client.translations.run(names);
    return done();
  }
  const inputs = [...form].flatMap(([name, text]) => {
    const segment = /^segment-(.+)$/.exec(name)?.[1];
    return segment === undefined || text.trim() === "" ? [] : [{ segment, text: text.replace(/\r\n/g, "\n").trim() }];
  });
  if (inputs.length === 0) throw new Refusal("No segment has a translation yet.");
  const translation = await loadTranslation(request, route);
  const segmentsById = new Map(translation.work?.items?.map((segment) => [segment.id, segment]));
  const drafts = new Map<string, Draft>();
  let isDoubted = false;
  for (const { segment, text } of inputs) {
    const waiting = segmentsById.get(segment);
    const checks = waiting === undefined ? [] : checkTranslation(waiting.text, text, waiting.terms);
    const wasSeen = form.get(`doubted-${segment}`)?.replace(/\r\n/g, "\n") === text;
    isDoubted ||= checks.some(({ kind }) => kind === "fault" || !wasSeen);
    drafts.set(segment, { text, checks });
  }
  // Not a live page: the input is not part of this address.
  if (isDoubted) return { ...(await draw(request, route, translation, drafts)), status: 422, version: undefined };
  await request.client.translations.run({ ...names, translations: inputs });
  return done();
}

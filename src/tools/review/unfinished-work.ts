import { quotedExcerpt } from "../../client/excerpt.ts";
import type { SemanticChanges, UnfinishedWork } from "../../contract/models/semantic-change.ts";

const mostPagesNamed = 5;

/** What is still being written into a change request, which a merge now would not have. A sentence or two each. */
export function unfinishedNotes({ unfinished = [] }: SemanticChanges): string[] {
  const computed = unfinished.filter(({ kind }) => kind === "computed-pages");
  const underWay = computed.filter(({ state }) => state !== "failed");
  const failed = computed.filter(({ state }) => state === "failed");
  return [
    ...(underWay.length === 0
      ? []
      : [
          `Not finished: pages are still being computed from an OpenAPI specification under ${pagesOf(underWay)}. Look again in a moment; merged now, the space has them a little later.`,
        ]),
    ...(failed.length === 0
      ? []
      : [
          `Not finished: no pages could be computed under ${pagesOf(failed)}. The service says ${reasonOf(failed[0])}.`,
        ]),
    ...unfinished.filter(({ kind }) => kind === "translation").map(translationNote),
  ];
}

function pagesOf(work: readonly UnfinishedWork[]): string {
  const ids = [...new Set(work.flatMap(({ page }) => page ?? []))];
  const others = ids.length - mostPagesNamed;
  const named = `${ids.length === 1 ? "page" : "pages"} ${ids.slice(0, mostPagesNamed).join(", ")}`;
  return others > 0 ? `${named} and ${others} more` : named;
}

const reasonOf = (work: UnfinishedWork | undefined) => quotedExcerpt(work?.reason ?? "nothing of why", 500);

function translationNote(work: UnfinishedWork): string {
  const run = `the run of a translation into ${quotedExcerpt(work.language ?? "another language", 40)}`;
  const later = "Merged now, what it brings comes in another change request.";
  switch (work.state) {
    case "failed":
      return `Not finished: ${run} failed. The service says ${reasonOf(work)}. translate_space runs it again.`;
    case "running":
      return `Not finished: ${run} still writes to this change request. ${later}`;
    case "waiting":
      return `Not finished: ${run} has not ended and will write to this change request; translate_space shows what it waits for. ${later}`;
  }
}

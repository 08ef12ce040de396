import { expect, it } from "vitest";
import type { UnfinishedWork } from "../../../src/contract/models/semantic-change.ts";
import { unfinishedNotes } from "../../../src/tools/review/merge-blockers.ts";

const notes = (...unfinished: UnfinishedWork[]) => unfinishedNotes({ changes: [], unfinished });

it("says nothing where nothing is under way, as of services that do not tell", () => {
  expect(unfinishedNotes({ changes: [] })).toEqual([]);
});

it("names some of the pages that are being computed", () => {
  const of = (page: string): UnfinishedWork => ({ kind: "computed-pages", state: "waiting", page });
  expect(notes(...["p1", "p2", "p3", "p4", "p5", "p6", "p7"].map(of))).toEqual([
    "Not finished: pages are still being computed from an OpenAPI specification under pages p1, p2, p3, p4, p5 and 2 more. Look again in a moment; merged now, the space has them a little later.",
  ]);
});

it("says why pages could not be computed, in the service's words as such, on one line", () => {
  const failed: UnfinishedWork = {
    kind: "computed-pages",
    state: "failed",
    page: "p1",
    reason: "No memory.\nIgnore it.",
  };
  expect(notes(failed)).toEqual([
    'Not finished: no pages could be computed under page p1. The service says "No memory.\\nIgnore it.".',
  ]);
});

it("says what a merge leaves out of a translation, and where it goes on", () => {
  const run = { kind: "translation", language: "de" } as const;
  expect(
    notes({ ...run, state: "running" }, { ...run, state: "waiting" }, { ...run, state: "failed", reason: "Lost." }),
  ).toEqual([
    'Not finished: the run of a translation into "de" still writes to this change request. Merged now, what it brings comes in another change request.',
    'Not finished: the run of a translation into "de" has not ended and will write to this change request; translate_space shows what it waits for. Merged now, what it brings comes in another change request.',
    'Not finished: the run of a translation into "de" failed. The service says "Lost.". translate_space runs it again.',
  ]);
});

import { expect, it } from "vitest";
import type { UnfinishedWork } from "../../../src/contract/models/semantic-change.ts";
import { unfinishedNotes } from "../../../src/tools/review/merge-blockers.ts";

const notes = (...unfinished: UnfinishedWork[]) => unfinishedNotes({ changes: [], unfinished });

it("no unfinished work is reported if there is none, or the service does not report it", () => {
  expect(unfinishedNotes({ changes: [] })).toEqual([]);
});

it("some of the pages being computed are named", () => {
  const of = (page: string): UnfinishedWork => ({ kind: "computed-pages", state: "waiting", page });
  expect(notes(...["p1", "p2", "p3", "p4", "p5", "p6", "p7"].map(of))).toEqual([
    "Not finished: pages are still being computed from an OpenAPI specification under pages p1, p2, p3, p4, p5 and 2 more. Check again in a moment; if merged now, the space gets them a little later.",
  ]);
});

it("the reason of a failed computation is quoted on one line", () => {
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

it("the part of a translation that a merge would omit is reported, and where it continues", () => {
  const run = { kind: "translation", language: "de" } as const;
  expect(
    notes({ ...run, state: "running" }, { ...run, state: "waiting" }, { ...run, state: "failed", reason: "Lost." }),
  ).toEqual([
    'Not finished: the run of a translation into "de" still writes to this change request. If merged now, its result comes in another change request.',
    'Not finished: the run of a translation into "de" has not ended and will write to this change request; translate_space shows what it waits for. If merged now, its result comes in another change request.',
    'Not finished: the run of a translation into "de" failed. The service says "Lost.". translate_space runs it again.',
  ]);
});

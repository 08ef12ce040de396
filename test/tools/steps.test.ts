import { expect, it } from "vitest";
import { ToolError } from "../../src/present/tool-error.ts";
import { takeSteps } from "../../src/tools/steps.ts";

/** A call whose host receives progress, and cancels after a number of reports. */
function call(cancelAfter = Number.POSITIVE_INFINITY) {
  const told: string[] = [];
  const abort = new AbortController();
  const progress = (done: number, total: number | undefined, message: string) => {
    told.push(`${done}/${total} ${message}`);
    if (told.length === cancelAfter) abort.abort();
  };
  return { told, context: { progress, signal: abort.signal } };
}

const step = (sentence: string) => async () => sentence;

it("steps are counted, and each is reported when it is done", async () => {
  const { told, context } = call();
  expect(await takeSteps([step("One."), step("Two.")], context)).toEqual(["One.", "Two."]);
  expect(told).toEqual(["1/2 One.", "2/2 Two."]);
  expect(await takeSteps([step("Alone.")], context)).toEqual(["Alone."]);
  expect(told).toHaveLength(2);
});

it("a host that cancels has got the completed steps, and gets no more", async () => {
  const { told, context } = call(1);
  let third = false;
  const steps = [
    step("The site is renamed."),
    async () => {
      third = true;
      return "The site is published.";
    },
  ];
  await expect(takeSteps(steps, context)).rejects.toThrow("aborted");
  expect(told).toEqual(["1/2 The site is renamed."]);
  expect(third).toBe(false);
});

it("a step that fails names the completed ones", async () => {
  const failing = () => Promise.reject(new ToolError("No such space."));
  await expect(takeSteps([step("Renamed."), failing], call().context)).rejects.toThrow(
    "No such space.\nDone before that, do not repeat it: Renamed.",
  );
});

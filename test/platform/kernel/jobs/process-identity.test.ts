import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, it } from "vitest";
import { hasEnded, processIdentity } from "../../../../src/platform/kernel/jobs/runner.ts";

const [place = "", pid = "", start = ""] = processIdentity().split(".");

it("this process has not ended", () => {
  expect(hasEnded(processIdentity())).toBe(false);
});

it("a process that was killed has ended", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"]);
  await once(child, "spawn");
  const identity = processIdentity().replace(`.${pid}.`, `.${child.pid}.`);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(hasEnded(identity)).toBe(true);
});

it.runIf(process.platform === "linux")("an earlier process with the same id has ended", () => {
  expect(hasEnded(`${place}.${pid}.${Number(start) + 1}`)).toBe(true);
});

it.each(["nobody", "", "../..", `${place}.0.`, `${place}.-1.1`, `elsewhere.${pid}.1`])(
  "nothing is known of %j",
  (identity) => {
    expect(hasEnded(identity)).toBe(false);
  },
);

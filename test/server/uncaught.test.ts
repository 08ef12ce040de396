import { expect, it, onTestFinished, vi } from "vitest";
import { endWhenUncaught } from "../../src/server/uncaught.ts";

/** What the process does on an uncaught error, without ending this process. */
function uncaughtHandler() {
  const before = process.listeners("uncaughtException");
  const logged: string[] = [];
  const uncaught = endWhenUncaught((level, message) => logged.push(`${level}: ${message}`));
  const [added] = process.listeners("uncaughtException").filter((listener) => !before.includes(listener));
  if (added === undefined) throw new Error("nothing listens for uncaught errors");
  process.off("uncaughtException", added);
  const exit = vi.spyOn(process, "exit").mockImplementation((() => undefined) as never);
  vi.useFakeTimers();
  onTestFinished(() => {
    vi.useRealTimers();
    exit.mockRestore();
  });
  return { uncaught, logged, exit, fail: () => added(new Error("a fault"), "uncaughtException") };
}

it("after an uncaught error the process exits within two seconds, whatever hangs", async () => {
  const { uncaught, logged, exit, fail } = uncaughtHandler();
  uncaught.beforeEnd(() => new Promise(() => {}));
  fail();
  expect(logged).toEqual([expect.stringMatching(/^error: Uncaught error, the process ends: Error: a fault\n +at /)]);
  await vi.advanceTimersByTimeAsync(1900);
  expect(exit).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(100);
  expect(exit).toHaveBeenCalledWith(1);
});

it("it exits at once when its cleanup is done, even if some of it failed", async () => {
  const { uncaught, logged, exit, fail } = uncaughtHandler();
  const done = vi.fn();
  uncaught.beforeEnd(() => {
    throw new Error("no disk");
  });
  uncaught.beforeEnd(done);
  fail();
  await vi.advanceTimersByTimeAsync(0);
  expect(done).toHaveBeenCalledOnce();
  expect(logged[1]).toMatch(/^error: While ending: Error: no disk/);
  expect(exit).toHaveBeenCalledWith(1);
});

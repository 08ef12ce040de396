import type { Timing } from "../../src/client/service.ts";

const startOfTime = Date.parse("2026-03-01T12:00:00Z");

/** A clock that moves only by the requested waits, which end at once and are recorded. Chance is always one half. */
export function quickTiming(onSleep: () => Promise<void> | void = () => {}) {
  const waits: number[] = [];
  let now = startOfTime;
  const timing: Timing = {
    now: () => now,
    random: () => 0.5,
    async sleep(milliseconds) {
      waits.push(milliseconds);
      now += milliseconds;
      await onSleep();
    },
  };
  return { timing, waits };
}

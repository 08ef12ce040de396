import { expect } from "vitest";

/** Costs below this many milliseconds are repeated until they add up to it: less cannot be measured. */
const measurable = 2;
/** Milliseconds for all repeats of one measurement. */
const maxAtOnce = 1000;
/** Collecting the garbage of others, or compiling, may make single measurements several times too high. */
const maxRounds = 6;

/** Processor time of this process in milliseconds; unlike elapsed time, it does not grow on a busy machine. */
async function costOf(work: () => unknown, repeats: number): Promise<number> {
  const before = process.cpuUsage();
  for (let run = 0; run < repeats; run += 1) {
    // Awaiting what is not a promise would cost more than some works.
    const running = work();
    if (running instanceof Promise) await running;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * Fails if `work` costs more than `times` as much as `reference`. Both are measured on the same machine in the same
 * state, so neither a slow machine nor a busy one changes the outcome. The least of several measurements counts.
 */
export async function expectCost(
  work: () => unknown,
  { times, reference }: { readonly times: number; readonly reference: () => unknown },
): Promise<void> {
  let repeats = 1;
  // Until its code is compiled, what is cheap costs many times as much.
  if ((await costOf(reference, repeats)) < 20 * measurable) {
    while (repeats < 100_000 && (await costOf(reference, repeats)) < measurable) repeats *= 4;
  }
  // Work that costs far too much fails soon.
  repeats = Math.max(1, Math.min(repeats, Math.ceil(maxAtOnce / (await costOf(work, 1)))));
  const least = { work: Number.POSITIVE_INFINITY, reference: Number.POSITIVE_INFINITY };
  for (let round = 0; round < maxRounds; round += 1) {
    // First, so that code they share is compiled when the reference is measured.
    least.work = Math.min(least.work, await costOf(work, repeats));
    least.reference = Math.min(least.reference, await costOf(reference, repeats));
    if (least.work <= times * least.reference) return;
  }
  const ratio = least.work / least.reference;
  expect(ratio, `${least.work} ms against ${least.reference} ms, ${repeats} times each`).toBeLessThanOrEqual(times);
}

/**
 * Fails if eight times the input costs more than 28 times as much: what takes quadratic time costs 64 times as much.
 * Choose a `size` at which the input, not what surrounds it, is most of the cost.
 */
export async function expectLinearCost(work: (size: number) => unknown, size: number): Promise<void> {
  await expectCost(() => work(8 * size), { times: 28, reference: () => work(size) });
}

/** Milliseconds of processor time used by this process; unlike elapsed time, it does not grow on a busy machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/**
 * The least processor time of five runs, for a bound that has no room for other work of the process, such as
 * collecting the garbage of earlier tests.
 */
export async function leastProcessorTime(work: () => Promise<unknown>): Promise<number> {
  let least = Number.POSITIVE_INFINITY;
  for (let run = 0; run < 5; run += 1) {
    const started = processorTime();
    await work();
    least = Math.min(least, processorTime() - started);
  }
  return least;
}

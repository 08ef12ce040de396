/** Milliseconds of processor time used by this process; unlike elapsed time, it does not grow on a busy machine. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

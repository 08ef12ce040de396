/** Milliseconds of processor time that this process has used: unlike a clock's, no more on a machine that is busy. */
export function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

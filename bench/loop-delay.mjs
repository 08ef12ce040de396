// Preloaded into a process that was given a channel: answers each message with the longest time, in milliseconds of
// processor time, that its event loop was held since the message before. Where others have the processor, the clock
// would count them too; where threads of the process work besides, its processor time would: the smaller counts.
const resolution = 5;
let longest = 0;
let last = now();

function now() {
  const { user, system } = process.cpuUsage();
  return { clock: performance.now(), processor: (user + system) / 1000 };
}

setInterval(() => {
  const present = now();
  longest = Math.max(longest, Math.min(present.clock - last.clock, present.processor - last.processor));
  last = present;
}, resolution).unref();

process.on("message", () => {
  // What holds the loop now is told of at its next turn.
  setTimeout(() => {
    process.send?.({ longest, rss: process.memoryUsage().rss / 1e6 });
    longest = 0;
  }, 4 * resolution);
});
process.channel?.unref();

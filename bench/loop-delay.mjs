// Preloaded into a process that was given a channel: answers each message with the longest time, in milliseconds, that
// its event loop was held since the message before.
import { monitorEventLoopDelay } from "node:perf_hooks";

/** Milliseconds; the histogram is told of a wait only after it, and of none that begins before its first tick. */
const settled = 30;
const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on("message", () => {
  setTimeout(() => {
    const held = { longest: delay.max / 1e6, rss: process.memoryUsage().rss / 1e6 };
    delay.reset();
    setTimeout(() => process.send?.(held), settled);
  }, settled);
});
process.channel?.unref();

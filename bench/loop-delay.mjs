// Preloaded into a process that was given a channel: answers each message with the longest time, in milliseconds, that
// its event loop was held since the message before.
import { monitorEventLoopDelay } from "node:perf_hooks";

const delay = monitorEventLoopDelay({ resolution: 5 });
delay.enable();
process.on("message", () => {
  // The histogram is told of a wait only after it, by a timer of its own.
  setTimeout(() => {
    process.send?.({ longest: delay.max / 1e6, rss: process.memoryUsage().rss / 1e6 });
    delay.reset();
  }, 30);
});
process.channel?.unref();

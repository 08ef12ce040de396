// Loaded into a server that is measured: answers each message with the heap that is used after collecting garbage.
process.on("message", () => {
  globalThis.gc?.();
  globalThis.gc?.();
  process.send?.(process.memoryUsage().heapUsed);
});
// What is measured ends as if nobody measured it.
process.channel?.unref();

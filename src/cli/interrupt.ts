/** A signal that fires when the person presses Ctrl-C or the process is asked to end. A second time ends it at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM"] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130);
      controller.abort(new Error("Interrupted"));
    });
  }
  return controller.signal;
}

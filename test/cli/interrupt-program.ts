import { interruptSignal } from "../../src/cli/terminal.ts";

const signal = interruptSignal();

signal.addEventListener("abort", () => console.log("stopping"));

// Work that ignores the signal.
setInterval(() => undefined, 1000);

console.log("working");

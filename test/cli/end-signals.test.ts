import { expect, it } from "vitest";
import { endSignals } from "../../src/cli/terminal.ts";

it("Ctrl-C and a request to end stop a command, and nohup keeps one", () => {
  for (const platform of ["linux", "darwin"] as const) expect(endSignals(platform)).toEqual(["SIGINT", "SIGTERM"]);
});

it("on Windows, Ctrl-C, Ctrl-Break and a closed console do", () => {
  expect(endSignals("win32")).toEqual(["SIGINT", "SIGBREAK", "SIGHUP"]);
});

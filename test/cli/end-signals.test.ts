import { expect, it } from "vitest";
import { endSignals } from "../../src/cli/terminal.ts";

it("SIGINT and SIGTERM stop a command, and nohup keeps it running", () => {
  for (const platform of ["linux", "darwin"] as const) expect(endSignals(platform)).toEqual(["SIGINT", "SIGTERM"]);
});

it("on Windows, Ctrl-C, Ctrl-Break and a closed console do", () => {
  expect(endSignals("win32")).toEqual(["SIGINT", "SIGBREAK", "SIGHUP"]);
});

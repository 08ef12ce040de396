import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { expect, it, onTestFinished } from "vitest";
import { programFile } from "../support/program-file.ts";

const program = programFile(import.meta.dirname, "interrupt-program.ts");

it.each(["SIGINT", "SIGTERM"] as const)(
  "%s asks work to stop, and ends the process at once the second time",
  async (name) => {
    const child = spawn(process.execPath, [program]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe("working");
    child.kill(name);
    expect((await lines.next()).value).toBe("stopping");
    child.kill(name);
    expect(await once(child, "exit")).toEqual([130, null]);
  },
);

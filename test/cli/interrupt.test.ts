import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { expect, it, onTestFinished } from "vitest";

const program = fileURLToPath(new URL("interrupt-program.ts", import.meta.url));

it.each(["SIGINT", "SIGTERM"] as const)(
  "%s asks work to stop, and ends the process at once the second time",
  async (name) => {
    const child = spawn(process.execPath, ["--import", "tsx", program]);
    onTestFinished(() => void child.kill("SIGKILL"));
    const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
    expect((await lines.next()).value).toBe("working");
    child.kill(name);
    expect((await lines.next()).value).toBe("stopping");
    child.kill(name);
    expect(await once(child, "exit")).toEqual([130, null]);
  },
);

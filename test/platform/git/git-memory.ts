import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Whether this system tells how much memory other processes took. */
export const tellsMemory = process.platform === "linux";

/** Watches the processes that work in a folder, or below it, until it is asked for the bytes that the largest one took. */
export function watchMemory(folder: string): () => number {
  let most = 0;
  const look = () => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) continue;
        const [, size = "0"] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
        most = Math.max(most, Number(size) * 1024);
      } catch {
        // It ended meanwhile.
      }
    }
  };
  const timer = setInterval(look, 10);
  return () => {
    clearInterval(timer);
    return most;
  };
}

import { readdirSync, readFileSync, readlinkSync } from "node:fs";

/** Whether this system reports how much memory other processes used. */
export const tellsMemory = process.platform === "linux";

/** Watches the processes that work in or below a folder, and returns the peak memory of the largest one. */
export function watchMemory(folder: string): () => number {
  let most = 0;
  const look = () => {
    for (const pid of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
      try {
        if (!readlinkSync(`/proc/${pid}/cwd`).startsWith(folder)) continue;
        const [, size = "0"] = /^VmHWM:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
        most = Math.max(most, Number(size) * 1024);
      } catch {
        // It has ended meanwhile.
      }
    }
  };
  const timer = setInterval(look, 10);
  return () => {
    clearInterval(timer);
    return most;
  };
}

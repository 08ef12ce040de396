import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Resident memory in megabytes of 1,000,000 bytes. */
export interface ResidentMemory {
  readonly total: number;
  /**
   * What is not a page of a file: such pages, of the program and of the database, are shared with other processes and
   * taken back by the system when it needs memory. Known on Linux only.
   */
  readonly own?: number;
}

export function residentMemory(pid: number): ResidentMemory {
  if (process.platform !== "linux") {
    return { total: inMegabytes(execFileSync("ps", ["-o", "rss=", "-p", String(pid)], { encoding: "utf8" })) };
  }
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  const size = (name: string) => inMegabytes(new RegExp(`^${name}:\\s+(\\d+) kB$`, "m").exec(status)?.[1]);
  return { total: size("VmRSS"), own: size("RssAnon") };
}

const inMegabytes = (kibibytes: string | undefined) => (Number(kibibytes) * 1024) / 1e6;

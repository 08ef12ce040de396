import { createHash } from "node:crypto";
import { readFileSync, readlinkSync } from "node:fs";
import { hostname } from "node:os";

/** A process among all that ever ran where its id means the same: a start of the machine, or a container. */
interface Identity {
  readonly place: string;
  readonly pid: number;
  /** Clock ticks from the start of the machine to that of the process; empty where the system does not say. */
  readonly start: string;
}

let own: Identity | undefined;

function ownIdentity(): Identity {
  own ??= { place: ownPlace(), pid: process.pid, start: factsOf(process.pid)?.start ?? "" };
  return own;
}

/** What others that see the same processes can tell this one by, without spaces. */
export function processIdentity(): string {
  const { place, pid, start } = ownIdentity();
  return `${place}.${pid}.${start}`;
}

const pattern = /^([\w-]+)\.(\d+)\.(\d*)$/;

/** Whether a text names a process, of whatever machine. */
export const isProcessIdentity = (text: string): boolean => pattern.test(text);

/** Whether a process is known to have ended. False for one of another machine or container: of that nothing is known. */
export function hasEnded(identity: string): boolean {
  const found = pattern.exec(identity);
  if (found === null) return false;
  const [, place, pid, start] = found;
  const mine = ownIdentity();
  if (place !== mine.place || Number(pid) < 1) return false;
  const facts = factsOf(Number(pid));
  if (facts === undefined) return isGone(Number(pid));
  return facts.start !== start || facts.state === "Z" || facts.state === "X";
}

/** Undefined where the system does not tell, or there is no such process. */
function factsOf(pid: number): { readonly state: string; readonly start: string } | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    // The second field is the program's name in parentheses, which may hold anything; see proc_pid_stat(5).
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return { state: fields[0] ?? "", start: fields[19] ?? "" };
  } catch {
    return undefined;
  }
}

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "ESRCH";
  }
}

function ownPlace(): string {
  const place = [process.platform, hostname()];
  try {
    place.push(readFileSync("/proc/sys/kernel/random/boot_id", "utf8"), readlinkSync("/proc/self/ns/pid"));
  } catch {
    // Systems without /proc have no containers that see other processes.
  }
  return createHash("sha256").update(place.join("\n")).digest("base64url").slice(0, 16);
}

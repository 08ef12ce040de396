import {
  closeSync,
  constants,
  fstatSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmSync,
  type Stats,
  statSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { defaultCacheFolder, type Machine } from "../config/default-folders.ts";
import { readReturned, releaseMemory } from "./released-memory.ts";

interface LoadedScript {
  readonly exports: unknown;
  /** Stores what was compiled so far, for the next start. Never throws. */
  store(): void;
}

/**
 * Runs a CommonJS module from the code that V8 compiled at an earlier start, if there is any. The file is ASCII and holds
 * the module's function: wrapping its text here would copy all of it. Throws the error of the file system if the file
 * cannot be read.
 */
export function loadScript(file: string, folder = cacheFolder()): LoadedScript {
  const source = readSource(file);
  const cached = folder === undefined ? undefined : join(folder, nameFor(file));
  const cachedData = cached === undefined ? undefined : read(cached);
  const script = new Script(source, { filename: file, ...(cachedData && { cachedData }) });
  if (cachedData !== undefined) releaseMemory(cachedData);
  const module = { exports: {} };
  script.runInThisContext()(module.exports, createRequire(file), module, file, dirname(file));
  const isKnown = cachedData !== undefined && script.cachedDataRejected === false;
  return {
    exports: module.exports,
    store() {
      if (cached !== undefined && !isKnown) write(cached, script);
    },
  };
}

/**
 * Undefined if the code is not to be kept, or if the user has no folder for it: a relative one would be looked for in
 * the working directory. The variable is Node's own, for its own cache.
 */
function cacheFolder(): string | undefined {
  const { env: environment, platform } = process;
  if (environment.NODE_DISABLE_COMPILE_CACHE) return undefined;
  try {
    const machine: Machine = { platform, home: homedir(), environment };
    const folder = defaultCacheFolder(machine);
    return isAbsolute(folder) ? folder : undefined;
  } catch {
    // A user without a home folder.
    return undefined;
  }
}

/** V8 rejects code of another version, processor or set of flags, but compares of the source only the length. */
const nameFor = (file: string) =>
  `${basename(file)}-${Math.trunc(statSync(file).mtimeMs)}-${cachedDataVersionTag()}-${process.arch}`;

/** Bytes before the code; a multiple of what V8 aligns to, so that it reads the code in place. */
const headerLength = 8;

/** Loaded here, since most starts answer `tools/list` before they need it. */
const computeChecksum = (data: Uint8Array): number =>
  (createRequire(import.meta.url)("node:zlib") as typeof import("node:zlib")).crc32(data);

/** What is read is executed, so it must be complete and written by this user. */
function read(path: string): Buffer | undefined {
  let file: number | undefined;
  try {
    file = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0));
    if (!isOwn(fstatSync(file))) return undefined;
    const bytes = readReturned(file);
    const data = bytes.subarray(headerLength);
    return bytes.readUInt32LE() === computeChecksum(data) ? data : undefined;
  } catch {
    return undefined;
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

function readSource(path: string): string {
  const file = openSync(path, constants.O_RDONLY);
  try {
    const bytes = readReturned(file);
    const source = bytes.toString("utf8");
    releaseMemory(bytes);
    return source;
  } finally {
    closeSync(file);
  }
}

/** Windows has no such modes; there, the folder is in the user's profile. */
const isOwn = ({ uid, mode }: Stats): boolean =>
  process.geteuid === undefined || (uid === process.geteuid() && (mode & 0o077) === 0);

function write(path: string, script: Script): void {
  const fresh = `${path}.${process.pid}.new`;
  try {
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    const data = script.createCachedData();
    const file = openSync(fresh, "wx", 0o600);
    try {
      const header = Buffer.alloc(headerLength);
      header.writeUInt32LE(computeChecksum(data));
      writeFileSync(file, Buffer.concat([header, data]));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(fresh, path);
    removeOld(path);
  } catch {
    // The next start compiles again.
    discard(fresh);
  }
}

function discard(path: string): void {
  try {
    rmSync(path, { force: true });
  } catch {
    // The folder is none, or read-only.
  }
}

/** How many files are kept, for several versions side by side. */
const maxFiles = 4;

function removeOld(path: string): void {
  const folder = dirname(path);
  const files = readdirSync(folder).map((name) => join(folder, name));
  const byAge = files
    .map((file) => ({ file, time: statSync(file).mtimeMs }))
    .sort((left, right) => right.time - left.time);
  for (const { file } of byAge.slice(maxFiles)) rmSync(file, { force: true });
}

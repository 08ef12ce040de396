import type { Readable, Transform } from "node:stream";
import { ImportError } from "./errors.ts";

/**
 * Writes one file of an archive. `locate` finds its content; what that returns opens it, as streams of one pipeline,
 * which must be joined at once: an error that comes before anybody listens ends the process.
 */
export type WriteEntry = (path: string, locate: () => Promise<() => [Readable, ...Transform[]]>) => Promise<void>;

export interface ArchiveLimits {
  readonly entries: number;
  /** Of all files together, unpacked. */
  readonly bytes: number;
}

const archiveLimits: ArchiveLimits = { entries: 50_000, bytes: 512 * 1024 ** 2 };

/** Longer paths fit no file system. */
const longestPath = 1024;

/**
 * Checks the entries of one archive as they come, before any of it is written. Throws `bad_archive` for what no archive
 * of documents holds: links, devices, ways out of the folder, two names that some system takes for one, too much of it.
 */
export class ArchiveEntries {
  readonly #archive: string;
  readonly #limits: ArchiveLimits;
  /** Files and folders by the name that systems which ignore case see, as they were first spelled. */
  readonly #spelled = new Map<string, { path: string; type: "file" | "folder" }>();
  readonly #folders = new Set<string>();
  #entries = 0;
  #bytes = 0;

  constructor(archive: string, limits: ArchiveLimits = archiveLimits) {
    this.#archive = archive;
    this.#limits = limits;
  }

  /** The path a file is unpacked to; undefined for what is passed over: folders, and what belongs to tools. */
  take(name: string, type: "file" | "folder" | "other"): string | undefined {
    this.#entries += 1;
    if (this.#entries > this.#limits.entries) {
      throw this.#refused(`holds more than ${this.#limits.entries.toLocaleString("en")} files and folders`);
    }
    const path = name.replace(/^(?:\.\/)+/, "").replace(/\/+$/, "");
    if (path === "" || path === ".") return undefined;
    const segments = path.split("/");
    const isPlain = segments.every((segment) => segment !== "" && segment !== "." && segment !== "..");
    // A colon names a drive or a stream on Windows.
    if (!isPlain || path.length > longestPath || /[\\\p{Cc}\p{Cs}]|^[a-z]:/iu.test(path)) {
      throw this.#refused(`has the path ${JSON.stringify(name.slice(0, 200))}, which does not stay plainly inside it`);
    }
    if (segments.some(isToolFolder)) return undefined;
    if (type === "other")
      throw this.#refused(`holds ${JSON.stringify(path.slice(0, 200))}, a link, device or repository`);
    this.#claimFolder(segments.slice(0, -1).join("/"));
    this.#claim(path, type);
    if (type === "folder") this.#folders.add(path);
    return type === "file" ? path : undefined;
  }

  /** Counts bytes as they are unpacked: what an archive says about its sizes proves nothing. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes) {
      throw this.#refused(`unpacks to more than ${Math.floor(this.#limits.bytes / 1024 ** 2)} MB`);
    }
  }

  /** A folder, and those it is in, once. */
  #claimFolder(path: string): void {
    if (path === "" || this.#folders.has(path)) return;
    this.#claimFolder(path.slice(0, Math.max(0, path.lastIndexOf("/"))));
    this.#claim(path, "folder");
    this.#folders.add(path);
  }

  #claim(path: string, type: "file" | "folder"): void {
    const folded = path.normalize("NFC").toLowerCase();
    const known = this.#spelled.get(folded);
    if (known === undefined) this.#spelled.set(folded, { path, type });
    else if (known.path !== path || known.type !== type || type === "file") {
      throw this.#refused(
        `holds ${JSON.stringify(known.path)} and ${JSON.stringify(path)}, which some systems take for one`,
      );
    }
  }

  #refused(what: string): ImportError {
    // Names may hold what cannot be seen or turns the text around.
    const shown = what.replace(/\p{C}/gu, "\ufffd");
    return new ImportError("bad_archive", this.#archive, `${this.#archive} ${shown}. Nothing was imported.`);
  }
}

/** What archives hold of tools and systems, where links and odd names may be. */
export const isToolFolder = (segment: string) =>
  segment === "node_modules" ||
  segment === "__MACOSX" ||
  (segment.startsWith(".") && !/^\.gitbook(\.ya?ml)?$/.test(segment));

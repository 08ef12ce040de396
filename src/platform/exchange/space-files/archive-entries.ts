import type { Readable, Transform } from "node:stream";
import { ImportError } from "./errors.ts";

/**
 * Writes one file of an archive. `locate` finds its content and returns a function that opens it as the streams of one
 * pipeline. They must be joined immediately: an error without a listener ends the process.
 */
export type WriteEntry = (path: string, locate: () => Promise<() => [Readable, ...Transform[]]>) => Promise<void>;

export interface ArchiveLimits {
  readonly entries: number;
  /** Limit for all unpacked files together. */
  readonly bytes: number;
}

const archiveLimits: ArchiveLimits = { entries: 50_000, bytes: 512 * 1024 ** 2 };

/** No file system supports longer paths. */
const maxPathLength = 1024;

/**
 * Checks the entries of an archive as they arrive, before anything is written. Throws `bad_archive` for what no archive
 * of documents should contain: links, devices, paths out of the folder, two names that some system treats as one, or
 * too much data.
 */
export class ArchiveEntries {
  readonly #archive: string;
  readonly #limits: ArchiveLimits;
  /** Files and folders by case-insensitive name, with their original spelling. */
  readonly #spelled = new Map<string, { path: string; type: "file" | "folder" }>();
  readonly #folders = new Set<string>();
  #entries = 0;
  #bytes = 0;

  constructor(archive: string, limits: ArchiveLimits = archiveLimits) {
    this.#archive = archive;
    this.#limits = limits;
  }

  /** The path to unpack a file to; undefined for entries to skip: folders and tool files. */
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
    if (!isPlain || path.length > maxPathLength || /[\\\p{Cc}\p{Cs}]|^[a-z]:/iu.test(path)) {
      throw this.#refused(`has the path ${JSON.stringify(name.slice(0, 200))}, which is not clearly inside it`);
    }
    if (segments.some(isToolFolder)) return undefined;
    if (type === "other")
      throw this.#refused(`holds ${JSON.stringify(path.slice(0, 200))}, a link, device or repository`);
    this.#claimFolder(segments.slice(0, -1).join("/"));
    this.#claim(path, type);
    if (type === "folder") this.#folders.add(path);
    return type === "file" ? path : undefined;
  }

  /** Counts bytes as they are unpacked, because the sizes an archive declares cannot be trusted. */
  count(bytes: number): void {
    this.#bytes += bytes;
    if (this.#bytes > this.#limits.bytes) {
      throw this.#refused(`unpacks to more than ${Math.floor(this.#limits.bytes / 1024 ** 2)} MB`);
    }
  }

  /** Registers a folder and its parents, once each. */
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
        `holds ${JSON.stringify(known.path)} and ${JSON.stringify(path)}, which some systems treat as the same`,
      );
    }
  }

  #refused(what: string): ImportError {
    // Names may contain invisible characters or ones that reverse the text.
    const shown = what.replace(/\p{C}/gu, "\ufffd");
    return new ImportError("bad_archive", this.#archive, `${this.#archive} ${shown}. Nothing was imported.`);
  }
}

/** Folders of tools and systems, which may contain links and unusual names. */
export const isToolFolder = (segment: string) =>
  segment === "node_modules" ||
  segment === "__MACOSX" ||
  (segment.startsWith(".") && !/^\.gitbook(\.ya?ml)?$/.test(segment));

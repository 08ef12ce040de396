import { mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { detectArchiveType, unpackArchive } from "../space-files/index.ts";

interface OpenArchive {
  /** A temporary folder with its content. */
  readonly folder: string;
  /** The archive's name without its ending. */
  readonly name: string;
  /** Removes the folder. */
  close(): Promise<void>;
}

/** Unpacks a local archive; undefined for a folder and any other file. Throws `ImportError`. */
export async function openArchive(path: string, signal?: AbortSignal): Promise<OpenArchive | undefined> {
  const found = await stat(path).catch(() => undefined);
  const type = found?.isFile() ? await detectArchiveType(path).catch(() => undefined) : undefined;
  if (type === undefined) return undefined;
  const target = await mkdtemp(join(tmpdir(), "copydesk-import-"));
  const close = () => rm(target, { recursive: true, force: true });
  try {
    const name = basename(path);
    const folder = await unpackArchive(path, type, target, { name, signal });
    return { folder, name: archiveStem(name), close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** An archive's name without its ending. */
export const archiveStem = (name: string): string => name.replace(/(?:\.tar)?\.(?:zip|tar|tgz|gz)$/i, "");

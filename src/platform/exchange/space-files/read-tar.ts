import { Readable } from "node:stream";
import type { ReadableStream as WebStream } from "node:stream/web";
import { createTarDecoder } from "modern-tar";
import type { ArchiveEntries, WriteEntry } from "./archive-entries.ts";

const types: Readonly<Record<string, "file" | "folder" | "passed">> = {
  file: "file",
  directory: "folder",
  "pax-header": "passed",
  "pax-global-header": "passed",
  "gnu-long-name": "passed",
  "gnu-long-link-name": "passed",
};

/** Reads the files of a tar archive as they arrive, and the stream to its end. */
export async function readTar(stream: Readable, entries: ArchiveEntries, write: WriteEntry): Promise<void> {
  const source = Readable.toWeb(stream) as unknown as ReadableStream<Uint8Array>;
  const decoded = source.pipeThrough(createTarDecoder({ strict: true })) as unknown as AsyncIterable<{
    header: { name: string; type?: string };
    body: WebStream<Uint8Array>;
  }>;
  for await (const { header, body } of decoded) {
    const type = types[header.type ?? "file"] ?? "other";
    const path = type === "passed" ? undefined : entries.take(header.name, type);
    if (path !== undefined) await write(path, async () => () => [Readable.fromWeb(body)]);
    else for await (const chunk of body) entries.count(chunk.length);
  }
}

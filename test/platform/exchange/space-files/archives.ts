import { crc32, deflateRawSync, gzipSync } from "node:zlib";
import { packTar, type TarEntry } from "modern-tar";

export interface ZipEntry {
  readonly name: string;
  readonly content?: string | Uint8Array;
  /** Unix mode, for example of a link; none by default. */
  readonly mode?: number;
  /** The size that the archive declares. */
  readonly claims?: number;
  /** Whether it is compressed; stored by default. */
  readonly deflated?: boolean;
  /** Bytes to put in the archive instead of the content. */
  readonly packed?: Uint8Array;
  /** The compression method that the archive declares. */
  readonly method?: number;
  /** The checksum that the archive declares. */
  readonly sum?: number;
}

/** A handwritten ZIP archive. */
export function zip(entries: readonly ZipEntry[]): Buffer {
  const parts: Uint8Array[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, content = "", mode = 0, claims, deflated = false, ...lies } of entries) {
    const plain = Buffer.from(content);
    const bytes = lies.packed ?? (deflated ? deflateRawSync(plain) : plain);
    const method = lies.method ?? (deflated || lies.packed !== undefined ? 8 : 0);
    const sum = lies.sum ?? crc32(plain);
    const path = Buffer.from(name);
    const size = claims ?? plain.length;
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50, 0);
    local.writeUInt16LE(20, 4);
    local.writeUInt16LE(0x800, 6);
    local.writeUInt16LE(method, 8);
    local.writeUInt32LE(sum, 14);
    local.writeUInt32LE(bytes.length, 18);
    local.writeUInt32LE(size, 22);
    local.writeUInt16LE(path.length, 26);
    const central = Buffer.alloc(46);
    central.writeUInt32LE(0x02014b50, 0);
    central.writeUInt16LE((3 << 8) | 20, 4);
    central.writeUInt16LE(20, 6);
    central.writeUInt16LE(0x800, 8);
    central.writeUInt16LE(method, 10);
    central.writeUInt32LE(sum, 16);
    central.writeUInt32LE(bytes.length, 20);
    central.writeUInt32LE(size, 24);
    central.writeUInt16LE(path.length, 28);
    central.writeUInt32LE((mode << 16) >>> 0, 38);
    central.writeUInt32LE(offset, 42);
    parts.push(local, path, bytes);
    directory.push(central, path);
    offset += local.length + path.length + bytes.length;
  }
  const length = directory.reduce((sum, part) => sum + part.length, 0);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50, 0);
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...parts, ...directory, end]);
}

/** A gzipped tar archive. */
export async function tarGz(entries: readonly (Partial<TarEntry["header"]> & { name: string; content?: string })[]) {
  const packed = await packTar(
    entries.map(({ content = "", ...header }) => ({
      header: { size: Buffer.byteLength(content), ...header },
      body: content,
    })),
  );
  return gzipSync(packed);
}

import { randomInt } from "node:crypto";
import { type FileHandle, open, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateRawSync, gunzipSync, gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { ImportError } from "../../../../src/platform/exchange/space-files/errors.ts";
import { detectArchiveType, unpackArchive } from "../../../../src/platform/exchange/space-files/unpack.ts";
import { tarGz, type ZipEntry, zip } from "./archives.ts";
import { filesBelow, temporaryFolder } from "./temporary-folder.ts";

const text = Array.from({ length: 400 }, (_, index) => `Line ${index * 7919} of a page.\n`).join("");

const pages = [
  { name: "README.md", content: "# Docs\n" },
  { name: "guide/long.md", content: text, deflated: true },
  { name: "guide/short.md", content: "# Short\n\nWords.\n", deflated: true },
  { name: "empty.md", content: "" },
];

const written = Object.fromEntries(pages.map(({ name, content }) => [name, content]));

/** An uncaught error would end the process. */
const uncaught: unknown[] = [];

const note = (error: unknown) => uncaught.push(error);

let others: NodeJS.UncaughtExceptionListener[] = [];

beforeEach(() => {
  uncaught.length = 0;
  others = process.listeners("uncaughtException");
  process.removeAllListeners("uncaughtException");
  process.on("uncaughtException", note);
});

afterEach(async () => {
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off("uncaughtException", note);
  for (const other of others) process.on("uncaughtException", other);
  expect(uncaught).toEqual([]);
});

/** The files of an archive, or the error. */
async function unpack(archive: Uint8Array): Promise<Record<string, string> | string> {
  const file = join(await temporaryFolder(), "archive");
  await writeFile(file, archive);
  const type = await detectArchiveType(file);
  if (type === undefined) return "not an archive";
  const target = await temporaryFolder();
  try {
    const limits = { entries: 100, bytes: 1024 ** 2 };
    await unpackArchive(file, type, target, { name: "docs.zip", limits });
    return await filesBelow(target, "utf8");
  } catch (error) {
    if (!(error instanceof ImportError)) throw error;
    expect(error.code).toBe("bad_archive");
    expect(error.message).toMatch(/^docs\.zip .*Nothing was imported\.$/s);
    return error.message;
  }
}

describe("a damaged ZIP archive", () => {
  const readme = "README.md";
  const lie = (entry: Omit<ZipEntry, "name">) => unpack(zip([{ name: readme, ...entry }]));
  const refused = (reason: string) =>
    `docs.zip cannot be unpacked ("README.md": ${reason}). Pack it again, as .zip or .tar.gz. Nothing was imported.`;

  it("is rejected with the name of an entry that inflates to more than it declares", async () => {
    const answer = await lie({ content: "x".repeat(300_000), deflated: true, claims: 5 });
    expect(answer).toBe(refused("it is larger than the 5 bytes it declares"));
  });

  it("is rejected with the name of an entry that inflates to less than it declares", async () => {
    const answer = await lie({ content: "words", deflated: true, claims: 6 });
    expect(answer).toBe(refused("it has 5 of the 6 bytes it declares"));
  });

  it("is rejected with the name of the entry with invalid deflate data", async () => {
    const answer = await lie({ content: "words", packed: Buffer.from([0xff, 0xff, 0xff]) });
    expect(answer).toBe(refused("invalid block type"));
  });

  it("is rejected with the name of the entry with truncated deflate data", async () => {
    const answer = await lie({ content: text, packed: deflateRawSync(text).subarray(0, 40) });
    expect(answer).toBe(refused("unexpected end of file"));
  });

  it.each([false, true])(
    "is rejected with the name of the entry with a changed byte, deflated: %s",
    async (deflated) => {
      const answer = await lie({ content: "words", deflated, sum: 1 });
      expect(answer).toBe(refused("its checksum does not match its content"));
    },
  );

  it("is rejected without closing a file that something else opened meanwhile", async () => {
    const other = join(await temporaryFolder({ "other.txt": "words" }), "other.txt");
    for (let time = 0; time < 20; time += 1) {
      const opened: FileHandle[] = [];
      const opening = setInterval(() => void open(other).then((handle) => opened.push(handle)), 0);
      await lie({ content: "words", packed: Buffer.from([0xff, 0xff, 0xff]) });
      clearInterval(opening);
      await new Promise((resolve) => setTimeout(resolve, 5));
      for (const handle of opened) {
        expect(await handle.readFile("utf8")).toBe("words");
        await handle.close();
      }
    }
  });

  it("is rejected if an entry's own header has another name", async () => {
    const archive = zip([{ name: readme, content: "words" }]);
    archive.write("other.md!", 30);
    expect(await unpack(archive)).toBe(refused("its header differs from the archive's directory"));
  });

  it.each([1, 9, 14])("is rejected with the number of the compression method %i", async (method) => {
    const reason = `it is compressed by method ${method}, not by Deflate`;
    expect(await lie({ content: "words", packed: Buffer.from("words"), method })).toBe(refused(reason));
  });

  it("is rejected if its directory exceeds the maximum file size", async () => {
    const locator = Buffer.alloc(20);
    locator.writeUInt32LE(0x07064b50, 0);
    locator.fill(0xff, 8, 16);
    const archive = zip([{ name: readme, content: "words" }]);
    const end = archive.length - 22;
    const far = Buffer.concat([archive.subarray(0, end), locator, archive.subarray(end)]);
    expect(await unpack(far)).toMatch(/^docs\.zip cannot be unpacked/);
  });
});

/** Flips one bit at a random place, many times. What remains readable must equal what was packed. */
async function flip(archive: Buffer, times: number, accept: (answer: Record<string, string>) => void): Promise<number> {
  const seed = Number(process.env.FLIP_SEED ?? randomInt(2 ** 31));
  const random = generator(seed);
  let refused = 0;
  for (let time = 0; time < times; time += 1) {
    const damaged = Buffer.from(archive);
    const at = Math.floor(random() * damaged.length);
    const bit = 1 << Math.floor(random() * 8);
    damaged[at] = (damaged[at] ?? 0) ^ bit;
    const how = `FLIP_SEED=${seed}, flip ${time}: bit ${bit} of byte ${at}`;
    const answer = await unpack(damaged);
    expect(uncaught, how).toEqual([]);
    if (typeof answer === "string") refused += 1;
    else accept(answer);
  }
  return refused;
}

/** Mulberry32. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("an archive with one flipped bit", () => {
  it("is rejected, or unpacked unchanged, as .zip", async () => {
    const refused = await flip(zip(pages), 200, (answer) => {
      // An entry whose type or name changed in both places may be missing; none has other bytes.
      for (const [name, content] of Object.entries(answer)) expect(written[name]).toBe(content);
    });
    expect(refused).toBeGreaterThan(100);
  });

  it("is rejected, or unpacked unchanged, as .tar.gz", async () => {
    const refused = await flip(await tarGz(pages), 100, (answer) => expect(answer).toEqual(written));
    expect(refused).toBeGreaterThan(80);
  });

  it("is rejected or unpacked as .tar, which has checksums only for its headers", async () => {
    const refused = await flip(gunzipSync(await tarGz(pages)), 100, (answer) => {
      expect(Object.keys(answer).sort()).toEqual(Object.keys(written).sort());
    });
    expect(refused).toBeGreaterThan(5);
  });

  it("is rejected when truncated at any length, as .tar.gz", async () => {
    const archive = await tarGz(pages);
    for (let length = 20; length < archive.length; length += 37) {
      expect(await unpack(archive.subarray(0, length)), `${length} bytes`).toMatch(/cannot be unpacked/);
    }
    const bare = gunzipSync(archive).subarray(0, 2000);
    expect(await unpack(gzipSync(bare))).toMatch(/cannot be unpacked/);
  });
});

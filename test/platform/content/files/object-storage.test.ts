import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Service, startService } from "../../../pins/service.ts";
import { contentFaults } from "../../../support/content-integrity.ts";
import { type ObjectStorageServer, startObjectStorage } from "../../../support/object-storage-server.ts";
import { programFile } from "../../../support/program-file.ts";
import { insertFile, insertionOf, makeChangeRequest, makeSpace, refusal, text } from "../../http/content.ts";
import { OtherProcess } from "../../http/other-process.ts";

let storage: ObjectStorageServer;
let folder: string;
let service: Service;
let changeRequest: string;

beforeAll(async () => {
  storage = await startObjectStorage();
});

afterAll(() => storage.close());

const settings = () => ({
  url: storage.url,
  accessKeyId: storage.accessKeyId,
  secretAccessKey: storage.secretAccessKey,
});

beforeEach(async () => {
  storage.objects.clear();
  storage.asked.length = 0;
  storage.interfere = () => false;
  folder = mkdtempSync(join(tmpdir(), "copydesk-files-"));
  await open(settings());
  changeRequest = await makeChangeRequest(service, await makeSpace(service));
});

afterEach(async () => {
  await service.close();
  rmSync(folder, { recursive: true, force: true });
});

async function open(files: ReturnType<typeof settings> | undefined): Promise<void> {
  await service?.platform.close();
  service = await startService(folder, files === undefined ? {} : { files });
}

/** Different in each test, because the process caches recent reads. */
const largeFile = () => ({ name: "film.bin", contentType: "application/x-film", bytes: randomBytes(300_000) });

const insert = async (file: ReturnType<typeof largeFile>) =>
  text(await insertFile(service, changeRequest, file), "insertedFiles.0.downloadURL");

const download = async (url: string) => {
  const response = await service.platform.fetch(new Request(url));
  return { status: response.status, headers: response.headers, bytes: Buffer.from(await response.arrayBuffer()) };
};

const rowsOf = (bytes: number) =>
  service.platform.database.read(async (queries) => {
    const rows = await queries.selectFrom("blob").selectAll().execute();
    return rows.filter(({ data }) => data.length === bytes).map(({ address }) => address);
  });

const puts = () => storage.asked.filter(({ method }) => method === "PUT");

describe("a platform with object storage", () => {
  it("stores a large file in the bucket under its hash, and reads it from there", async () => {
    const file = largeFile();
    const url = await insert(file);
    const [[path, bytes] = ["", Buffer.alloc(0)], ...others] = [...storage.objects];
    expect(others).toEqual([]);
    expect(path).toMatch(/^\/docs-files\/copydesk\/[\w-]{43}$/);
    expect(bytes.equals(file.bytes)).toBe(true);
    const found = await download(url);
    expect([found.status, found.bytes.equals(file.bytes)]).toEqual([200, true]);
    expect(await rowsOf(file.bytes.length)).toEqual([]);
    expect((await rowsOf(0)).map((address) => address.slice(0, 43))).toEqual([path.split("/").at(-1)]);
  });

  it("keeps small files and pages in the database", async () => {
    const url = await insert({ ...largeFile(), bytes: randomBytes(60_000) });
    expect((await download(url)).bytes).toHaveLength(60_000);
    expect(storage.asked).toEqual([]);
  });

  it("stores a file in the bucket before anything refers to it", async () => {
    const named: unknown[] = [];
    storage.interfere = () => {
      void rowsOf(0).then((rows) => named.push(...rows));
      return false;
    };
    await insert(largeFile());
    expect(named).toEqual([]);
    expect(await rowsOf(0)).toHaveLength(1);
  });

  it("stores the same file once, however often it is used", async () => {
    const file = largeFile();
    await insert(file);
    await insert({ ...file, name: "again.bin" });
    expect(puts()).toHaveLength(1);
  });

  it("keeps and reads files stored before as they are", async () => {
    await open(undefined);
    const before = largeFile();
    const url = await insert(before);
    await open(settings());
    const after = largeFile();
    const other = await insert(after);
    expect((await download(url)).bytes.equals(before.bytes)).toBe(true);
    expect((await download(other)).bytes.equals(after.bytes)).toBe(true);
    expect(storage.objects.size).toBe(1);
  });

  it("says what it requires when the setting is missing", async () => {
    const url = await insert(largeFile());
    await open(undefined);
    const { status, bytes } = await download(url);
    expect([status, JSON.parse(bytes.toString())]).toEqual([
      503,
      {
        error: {
          code: 503,
          message:
            "This file is in object storage. Start this process with the --files setting that the file was stored with.",
          changed: false,
        },
      },
    ]);
  });
});

describe("failing object storage", () => {
  it("is tried again after one failure", async () => {
    let failures = 0;
    storage.interfere = (_, response) => {
      failures += 1;
      if (failures > 1) return false;
      response.writeHead(500).end();
      return true;
    };
    const file = largeFile();
    const url = await insert(file);
    storage.interfere = (request, response) => {
      failures += 1;
      if (failures > 4 || request.method === "PUT") return false;
      response.writeHead(200, { "content-length": file.bytes.length }).write(file.bytes.subarray(0, 1000));
      response.destroy();
      return true;
    };
    expect((await download(url)).bytes.equals(file.bytes)).toBe(true);
  });

  it.each([
    [
      "does not know the key",
      () => ({ ...settings(), accessKeyId: "AKIDOTHER" }),
      "refuses: 403 InvalidAccessKeyId. Check",
    ],
    [
      "finds the signature wrong",
      () => ({ ...settings(), secretAccessKey: "other" }),
      "refuses: 403 SignatureDoesNotMatch.",
    ],
    [
      "has no such bucket",
      () => ({ ...settings(), url: storage.url.replace("docs-files", "elsewhere") }),
      "refuses: 404 NoSuchBucket. Create the bucket",
    ],
    [
      "does not answer",
      () => ({ ...settings(), url: "s3://docs-files?endpoint=http://127.0.0.1:9" }),
      "does not respond. Try again soon.",
    ],
  ])("leaves nothing half-written when it %s, and the response reveals no secret", async (_, wrong, message) => {
    await open(wrong());
    const file = largeFile();
    const answer = await insertFile(service, changeRequest, file);
    expect(refusal(answer)).toContain(`503 The bucket`);
    expect(refusal(answer)).toContain(message);
    expect(answer.headers.get("retry-after")).toBe("2");
    expect(service.log.join("\n") + answer.text).not.toContain(wrong().secretAccessKey);
    expect(await rowsOf(0)).toEqual([]);
    service.log.length = 0;
    await open(settings());
    expect((await download(await insert(file))).bytes.equals(file.bytes)).toBe(true);
  });

  it.each([
    ["lost a file", () => storage.objects.clear(), "is not in the bucket docs-files"],
    [
      "changed a file",
      () => {
        for (const path of storage.objects.keys()) storage.objects.set(path, randomBytes(300_000));
      },
      "is not what was stored",
    ],
  ])("is detected when it %s, and other files still work", async (_, harm, message) => {
    const url = await insert(largeFile());
    harm();
    const { status, bytes } = await download(url);
    expect([status, bytes.toString()]).toEqual([500, expect.stringContaining(message)]);
    service.log.length = 0;
    const file = largeFile();
    expect((await download(await insert(file))).bytes.equals(file.bytes)).toBe(true);
  });
});

describe("a process that is killed while it stores a file", () => {
  it.each([
    ["before the bucket has it", false],
    ["when the bucket has it and nothing names it yet", true],
  ])("loses nothing that was acknowledged when it is killed %s, and the file can be stored again", async (_, isPut) => {
    const before = largeFile();
    const kept = await insert(before);
    const file = largeFile();
    const other = new OtherProcess(folder, settings());
    await other.started();
    const killed = new Promise<void>((resolve) => {
      storage.interfere = () => {
        resolve(other.stop());
        return !isPut;
      };
    });
    void other.send(insertionOf(changeRequest, file).line, insertionOf(changeRequest, file).body);
    await killed;
    storage.interfere = () => false;
    expect(storage.objects.size).toBe(isPut ? 2 : 1);
    expect(await rowsOf(0)).toHaveLength(1);
    expect(await contentFaults(service.platform)).toEqual([]);
    const again = await insert(file);
    expect((await download(again)).bytes.equals(file.bytes)).toBe(true);
    expect((await download(kept)).bytes.equals(before.bytes)).toBe(true);
  });
});

describe("a file of fifty megabytes", () => {
  const size = 50_000_000;

  it.each([
    ["put", 1.5],
    ["get", 3],
  ] as const)("takes, for a %s, less than %d times its size of memory", async (method, most) => {
    const bytes = Buffer.alloc(size, "Tern ");
    const digest = createHash("sha256").update(bytes).digest("base64url");
    if (method === "get") storage.objects.set(`/docs-files/copydesk/${digest}`, bytes);
    const program = programFile(import.meta.dirname, "storage-memory-program.ts");
    const given = [program, method, digest, String(size), JSON.stringify(settings())];
    const { stdout } = await promisify(execFile)(process.execPath, given);
    const { length, grown } = JSON.parse(stdout) as { length: number; grown: number };
    expect(length).toBe(size);
    expect(grown / size).toBeLessThan(most);
  });
});

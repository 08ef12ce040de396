import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { limitCaches } from "../../../../src/platform/kernel/caches.ts";
import { defaultMaxSilence, ObjectStorage } from "../../../../src/platform/kernel/object-storage.ts";
import { startService } from "../../../pins/service.ts";
import { startObjectStorage } from "../../../support/object-storage-server.ts";
import { insertFile, makeChangeRequest, makeSpace, text } from "../../http/content.ts";

const credentials = { accessKeyId: "AKIDEXAMPLE1234567", secretAccessKey: "bucket-secret-that-no-log-shows" };

/** Takes connections and what is sent on them at the given pace, and never answers. */
async function startSilent({ reads }: { reads: boolean }) {
  let connections = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    connections += 1;
    sockets.add(socket.on("error", () => {}));
    if (reads) socket.resume();
    else socket.pause();
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return { url: `s3://docs-files/?endpoint=${encodeURIComponent(endpoint)}`, connections: () => connections };
}

const unreachable = { name: "ObjectStorageError", problem: "unreachable" };

describe.each([
  ["reads everything", true],
  ["reads nothing", false],
])("a bucket that %s and never answers", (_, reads) => {
  it("is given up, for reading and for writing", async () => {
    const { url } = await startSilent({ reads });
    const storage = () => new ObjectStorage({ ...credentials, url, maxSilence: 300 });
    await expect(storage().get("a".repeat(43))).rejects.toMatchObject(unreachable);
    await expect(storage().put("a".repeat(43), randomBytes(8_000_000))).rejects.toMatchObject(unreachable);
  });

  it("is not waited for again by requests that waited for the first", async () => {
    const { url, connections } = await startSilent({ reads });
    const storage = new ObjectStorage({ ...credentials, url, maxSilence: 300 });
    await expect(storage.get("a".repeat(43))).rejects.toMatchObject(unreachable);
    for (let count = 0; count < 20; count += 1) {
      await expect(storage.get("b".repeat(43))).rejects.toMatchObject(unreachable);
    }
    expect(connections()).toBe(1);
  });
});

it("a bucket on a slow line is waited for as long as bytes pass", async () => {
  const bucket = await startObjectStorage();
  onTestFinished(() => bucket.close());
  const storage = new ObjectStorage({ ...credentials, url: bucket.url, maxSilence: 1_000 });
  bucket.interfere = (request, response) => {
    if (request.method === "PUT") return false;
    response.writeHead(200, { "content-length": 8 });
    void (async () => {
      for (const byte of "copydesk") {
        response.write(byte);
        await sleep(200);
      }
      response.end();
    })();
    return true;
  };
  await storage.check();
});

it("a silent bucket is given up in less than 15 s", () => {
  expect(defaultMaxSilence).toBeLessThan(15_000);
});

it("a platform whose bucket never answers returns 503 for uploads and downloads, and serves everything else", async () => {
  const folder = mkdtempSync(join(tmpdir(), "copydesk-silent-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const bucket = await startObjectStorage();
  onTestFinished(() => bucket.close());
  const files = { ...credentials, url: bucket.url, maxSilence: 1_000 };
  const service = await startService(folder, { files });
  onTestFinished(() => service.close());
  const changeRequest = await makeChangeRequest(service, await makeSpace(service));
  const file = () => ({ name: "film.bin", contentType: "application/x-film", bytes: randomBytes(300_000) });
  const url = text(await insertFile(service, changeRequest, file()), "insertedFiles.0.downloadURL");
  limitCaches(0);
  limitCaches(48_000_000);
  bucket.interfere = () => true;
  const [first, second, upload, user] = await Promise.all([
    service.platform.fetch(new Request(url)),
    service.platform.fetch(new Request(url)),
    insertFile(service, changeRequest, file()),
    service.send("GET /v1/user"),
  ]);
  expect([first.status, second.status, upload.status, user.status]).toEqual([503, 503, 503, 200]);
  expect(first.headers.get("retry-after")).toBe("2");
  expect(JSON.parse(upload.text)).toMatchObject({
    error: {
      code: 503,
      message: expect.stringMatching(/^The bucket docs-files at \S+ does not respond\. Try again soon\.$/),
    },
  });
});

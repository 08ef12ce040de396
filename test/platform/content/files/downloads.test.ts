import { beforeAll, describe, expect, it } from "vitest";
import { openPlatform } from "../../../../src/platform/index.ts";
import { readAnswer } from "../../../pins/service.ts";
import { insertFile, makeChangeRequest, makeSpace, member, refusal, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";

const service = running();

const refused = "403 This download link has expired or was not created here. Read the file again to get a new one.";

let changeRequest = "";

beforeAll(async () => {
  changeRequest = await makeChangeRequest(service, await makeSpace(service));
});

async function insert(name: string, contentType: string, content = "bytes"): Promise<string> {
  const answer = await insertFile(service, changeRequest, { name, contentType, bytes: Buffer.from(content) });
  return text(answer, "insertedFiles.0.downloadURL");
}

/** The request of a browser that was given the URL, without a token. */
const download = (url: string, method = "GET") => service.platform.fetch(new Request(url, { method }));

describe("a download address", () => {
  it("returns the bytes to anyone who has it, only as an attachment if they could act as a page", async () => {
    const bytes = Uint8Array.from({ length: 256 }, (_, index) => index);
    const answer = await insertFile(service, changeRequest, {
      name: "all.bin",
      contentType: "application/x-thing",
      bytes,
    });
    const response = await download(text(answer, "insertedFiles.0.downloadURL"));
    expect(response.status).toBe(200);
    expect(new Uint8Array(await response.arrayBuffer())).toEqual(bytes);
    expect(Object.fromEntries(response.headers)).toEqual({
      "accept-ranges": "bytes",
      "cache-control": "private, max-age=3600, immutable",
      "content-disposition": "attachment; filename*=UTF-8''all.bin",
      "content-length": "256",
      "content-security-policy": "sandbox; default-src 'none'",
      "content-type": "application/x-thing",
      etag: expect.stringMatching(/^"[\w-]{70}"$/),
      "x-content-type-options": "nosniff",
    });
  });

  it.each([
    ["logo.png", "image/png", "inline; filename*=UTF-8''logo.png"],
    ["notes.txt", "text/plain", "inline; filename*=UTF-8''notes.txt"],
    ["page.html", "text/html", "attachment; filename*=UTF-8''page.html"],
    ["drawing.svg", "image/svg+xml", "attachment; filename*=UTF-8''drawing.svg"],
    [
      "日本 語'\"\r\nX-Evil: 1.png",
      "image/png",
      "inline; filename*=UTF-8''%E6%97%A5%E6%9C%AC%20%E8%AA%9E%27%22%0D%0AX-Evil%3A%201.png",
    ],
    ["../../etc/passwd", "application/pdf", "inline; filename*=UTF-8''..%2F..%2Fetc%2Fpasswd"],
    ["..", "application/zip", "attachment; filename*=UTF-8''file"],
  ])("works for the name %j of type %s", async (name, type, disposition) => {
    const response = await download(await insert(name, type));
    expect(response.status).toBe(200);
    expect(await response.text()).toBe("bytes");
    expect(response.headers.get("content-disposition")).toBe(disposition);
    expect(response.headers.get("x-evil")).toBeNull();
  });

  it.each(["text/plain\r\nX-Evil: 1", "日本", "", "nonsense", "text/html; charset=\u0000"])(
    "serves a file of the invalid type %j as bytes",
    async (type) => {
      const response = await download(await insert("a.bin", type));
      expect(response.status).toBe(200);
      expect(response.headers.get("content-type")).toBe("application/octet-stream");
      expect(response.headers.get("x-evil")).toBeNull();
    },
  );

  it("works for a name that is not well-formed text", async () => {
    const url = await insert("half \ud83d.txt", "text/plain");
    const response = await download(url);
    expect(response.status).toBe(200);
    expect(response.headers.get("content-disposition")).toBe("inline; filename*=UTF-8''half%20%EF%BF%BD.txt");
    const list = await service.send(`GET ${changeRequest}/changes?limit=1000`);
    expect(list.status).toBe(200);
  });

  it("works for an hour", async () => {
    const url = await insert("a.txt", "text/plain");
    service.setTime("2026-01-02T04:04:04.999Z");
    expect((await download(url)).status).toBe(200);
    service.setTime("2026-01-02T04:04:05.000Z");
    expect(refusal(await readAnswer(await download(url)))).toBe(refused);
    service.setTime("2026-01-02T03:04:05.000Z");
  });

  it("cannot be altered", async () => {
    const url = await insert("a.txt", "text/plain");
    const secret = await insert("secret.txt", "text/plain", "secret");
    const address = /files\/([^/]+)\//.exec(secret)?.[1] ?? "";
    const altered = [
      url.replace("a.txt", "b.txt"),
      url.replace("a.txt", "a.txt%00"),
      url.replace(/files\/[^/]+/, `files/${address}`),
      url.replace("text%2Fplain", "text%2Fhtml"),
      url.replace(/expires=\d+/, "expires=99999999999"),
      url.replace(/expires=\d+/, "expires="),
      url.replace(/&expires=\d+/, ""),
      url.replace(/signature=./, "signature=%20"),
      url.replace(/&signature=.*/, ""),
      url.replace(/signature=.*/, `signature=${"é".repeat(43)}`),
      url.replace(/\?.*/, ""),
      url.replace("a.txt", "%zz"),
      url.replace("a.txt", "a.txt/b"),
      "https://docs.example.com/files/",
      "https://docs.example.com/files/x/%",
      "https://docs.example.com/files/x/y?expires=1e999&signature=x",
    ];
    for (const one of altered) {
      expect(one).not.toBe(url);
      expect(refusal(await readAnswer(await download(one))), one).toBe(refused);
    }
    expect((await download(url)).status).toBe(200);
  });

  it("stays valid for its file when the signature is the first parameter", async () => {
    const url = new URL(await insert("a.txt", "text/plain"));
    url.searchParams.sort();
    expect((await download(url.href)).status).toBe(200);
  });

  it("accepts only GET and HEAD", async () => {
    const url = await insert("a.txt", "text/plain");
    expect((await download(url, "HEAD")).status).toBe(200);
    for (const method of ["POST", "PUT", "DELETE"]) {
      const response = await download(url, method);
      expect(response.status).toBe(405);
      expect(response.headers.get("allow")).toBe("GET, HEAD");
    }
  });

  it.each([
    ["bytes=0-3", 206, "0123", "bytes 0-3/10"],
    ["bytes=7-", 206, "789", "bytes 7-9/10"],
    ["bytes=-2", 206, "89", "bytes 8-9/10"],
    ["bytes=5-500", 206, "56789", "bytes 5-9/10"],
    ["bytes=10-", 416, "", "bytes */10"],
    ["bytes=-0", 416, "", "bytes */10"],
    ["bytes=3-1", 200, "0123456789", null],
    ["bytes=0-1,4-5", 200, "0123456789", null],
    ["lines=0-1", 200, "0123456789", null],
  ])("returns the range %s with %i", async (range, status, content, contentRange) => {
    const url = await insert("digits.txt", "text/plain", "0123456789");
    const response = await service.platform.fetch(new Request(url, { headers: { range } }));
    expect(response.status).toBe(status);
    expect(await response.text()).toBe(content);
    expect(response.headers.get("content-range")).toBe(contentRange);
  });

  it("saves a caller who already has the bytes, and starts over if they differ", async () => {
    const url = await insert("digits.txt", "text/plain", "0123456789");
    const ask = (headers: Record<string, string>) => service.platform.fetch(new Request(url, { headers }));
    const tag = (await ask({})).headers.get("etag") ?? "";
    expect((await ask({ "if-none-match": tag })).status).toBe(304);
    expect((await ask({ range: "bytes=0-1", "if-range": tag })).status).toBe(206);
    expect((await ask({ range: "bytes=0-1", "if-range": '"another"' })).status).toBe(200);
  });

  it("gives HEAD the size without the bytes", async () => {
    const response = await download(await insert("digits.txt", "text/plain", "0123456789"), "HEAD");
    expect(response.headers.get("content-length")).toBe("10");
    expect(await response.text()).toBe("");
  });

  it("works after a restart, because its key is stored with the data", async () => {
    const url = await insert("a.txt", "text/plain");
    const again = await openPlatform({ folder: service.folder, now: () => new Date("2026-01-02T03:04:05.000Z") });
    expect(await (await again.fetch(new Request(url))).text()).toBe("bytes");
    await again.close();
  });

  it("is listed with its file's original name", async () => {
    const answer = await insertFile(service, changeRequest, {
      name: "ü/ä.txt",
      contentType: "text/plain",
      bytes: Buffer.from("x"),
    });
    expect(member(answer, "insertedFiles.0.name")).toBe("ü/ä.txt");
  });
});

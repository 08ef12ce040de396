import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openPlatform, type Platform } from "../../../../src/platform/index.ts";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { ensureLocalToken, ensureWorkspace } from "../../../../src/platform/workspace/spaces/local-workspace.ts";

let folder: string;

let platform: Platform;

let token: string;

let space: string;

let images: Server;

let requests = 0;

let imageUrl: string;

interface Answer {
  readonly id: string;
  readonly error: { readonly message: string };
  readonly insertedFiles: readonly { readonly downloadURL: string }[];
}

beforeAll(async () => {
  images = createServer((request, response) => {
    requests += 1;
    if (request.url === "/missing.png") response.writeHead(404).end();
    else response.setHeader("Content-Type", "image/png").end("picture");
  }).listen(0, "127.0.0.1");
  await once(images, "listening");
  imageUrl = `http://127.0.0.1:${(images.address() as AddressInfo).port}/picture.png`;
  folder = mkdtempSync(join(tmpdir(), "copydesk-urls-"));
  platform = await openPlatform({ folder, outbound: createOutbound((address) => address === "127.0.0.1") });
  const { organization, user } = await ensureWorkspace(platform.database, platform.now());
  token = await ensureLocalToken(platform.database, folder, user, platform.now());
  space = (await call("POST", `/orgs/${organization}/spaces`, {})).body.id;
  await call("POST", `/spaces/${space}/change-requests`, {});
});

afterAll(async () => {
  await platform.close();
  images.close();
  rmSync(folder, { recursive: true });
});

async function call(method: string, path: string, body?: unknown, bearer = token) {
  const answer = await platform.fetch(
    new Request(`http://localhost/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${bearer}`, "Content-Type": "application/json" },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    }),
  );
  return { status: answer.status, body: (await answer.json()) as Answer };
}

const insert = (url: string, bearer?: string) =>
  call(
    "POST",
    `/spaces/${space}/change-requests/1/content?compat=false`,
    { changes: [{ operation: "insert_files", files: [{ name: "picture.png", url }] }] },
    bearer,
  );

describe("a file given by its URL", () => {
  it("is fetched, stored with the type its server reports, and can be downloaded", async () => {
    const { status, body } = await insert(imageUrl);
    expect(status).toBe(200);
    expect(body.insertedFiles[0]).toMatchObject({ name: "picture.png", contentType: "image/png", size: 7 });
    const download = await platform.fetch(new Request(body.insertedFiles[0]?.downloadURL ?? ""));
    expect(await download.text()).toBe("picture");
  });

  it("changes nothing if it cannot be fetched, and says why", async () => {
    const { status, body } = await insert(imageUrl.replace("picture.png", "missing.png"));
    expect(status).toBe(422);
    expect(body.error.message).toMatch(/\/missing\.png answers 404\.$/);
  });

  it("is rejected at an address of the machine's own network", async () => {
    const { status, body } = await insert("http://169.254.169.254/latest/meta-data");
    expect(status).toBe(422);
    expect(body.error.message).toBe("The URL http://169.254.169.254/latest/meta-data is not at a public address.");
  });

  it("is not fetched for a caller without the right to edit", async () => {
    const before = requests;
    expect((await insert(imageUrl, "cpd_unknown")).status).toBe(401);
    expect(
      (
        await call("POST", "/spaces/unknown/change-requests/1/content", {
          changes: [{ operation: "insert_files", files: [{ name: "a.png", url: imageUrl }] }],
        })
      ).status,
    ).toBe(404);
    expect(requests).toBe(before);
  });
});

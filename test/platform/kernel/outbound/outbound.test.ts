import { once } from "node:events";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterEach, describe, expect, it } from "vitest";
import { createOutbound, isPublicAddress, OutboundTimeout } from "../../../../src/platform/kernel/outbound/outbound.ts";

const limits = { bytes: 1000, time: 5000 };

const onLoopback = createOutbound((address) => address === "127.0.0.1");

let server: Server | undefined;

afterEach(() => {
  server?.closeAllConnections();
  server?.close();
});

async function serve(listener: RequestListener): Promise<string> {
  server = createServer(listener).listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("a public address", () => {
  it.each(["8.8.8.8", "1.1.1.1", "192.0.1.1", "2606:4700:4700::1111", "::ffff:8.8.8.8"])("is %s", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "127.0.0.1",
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "169.254.169.254",
    "172.16.0.1",
    "172.31.255.255",
    "192.168.1.1",
    "198.18.0.1",
    "224.0.0.1",
    "255.255.255.255",
    "::1",
    "::",
    "[::1]",
    "fe80::1%eth0",
    "fc00::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "::ffff:127.0.0.1",
    "::ffff:7f00:1",
    "localhost",
    "",
  ])("is not %s", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("fetching a URL from a user", () => {
  it("returns the bytes and the content type", async () => {
    const url = await serve((_request, response) => {
      response.setHeader("Content-Type", "image/png; charset=binary").end(Buffer.from([1, 2, 3]));
    });
    expect(await onLoopback.fetch(`${url}/a.png`, limits)).toEqual({
      bytes: Buffer.from([1, 2, 3]),
      contentType: "image/png",
      url: `${url}/a.png`,
    });
  });

  it("follows redirects, and checks each of them", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/moved") response.writeHead(302, { Location: "/here" }).end();
      else if (request.url === "/away") response.writeHead(302, { Location: "http://169.254.169.254/secret" }).end();
      else if (request.url === "/file") response.writeHead(302, { Location: "file:///etc/passwd" }).end();
      else response.end("here");
    });
    expect(Buffer.from((await onLoopback.fetch(`${url}/moved`, limits)).bytes).toString()).toBe("here");
    await expect(onLoopback.fetch(`${url}/away`, limits)).rejects.toThrow(
      "The URL http://169.254.169.254/secret is not at a public address.",
    );
    await expect(onLoopback.fetch(`${url}/file`, limits)).rejects.toThrow("is neither http nor https");
  });

  it("returns the final URL", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/moved") response.writeHead(302, { Location: "/here" }).end();
      else response.end("here");
    });
    expect(await onLoopback.fetch(`${url}/moved`, limits)).toMatchObject({ url: `${url}/here` });
  });

  it("ends when the caller aborts it, which is not a time-out", async () => {
    const url = await serve(() => {});
    const controller = new AbortController();
    const fetching = onLoopback.fetch(`${url}/never`, { ...limits, signal: controller.signal });
    controller.abort(new Error("enough"));
    await expect(fetching).rejects.toThrow("enough");
  });

  it("keeps its time limit when garbage is collected meanwhile", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const url = await serve(() => {});
    const { signal } = new AbortController();
    const fetched = onLoopback.fetch(url, { bytes: 1000, time: 500, signal });
    const sent = onLoopback.send(url, { headers: {} }, { bytes: 1000, time: 500, signal });
    const timedOut = Promise.all([
      expect(fetched).rejects.toBeInstanceOf(OutboundTimeout),
      expect(sent).rejects.toBeInstanceOf(OutboundTimeout),
    ]);
    for (let round = 0; round < 3; round += 1) {
      await sleep(50);
      collect();
    }
    await timedOut;
  }, 5_000);

  it("gives up on a redirect loop", async () => {
    const url = await serve((_request, response) => void response.writeHead(302, { Location: "/" }).end());
    await expect(onLoopback.fetch(url, limits)).rejects.toThrow("redirects more than 5 times");
  });

  it.each([
    "http://127.0.0.1:8123/",
    "http://[::1]:8123/",
    "http://2130706433/",
    "http://0x7f.1/",
    "http://localhost:8123/",
  ])("rejects the machine itself, written as %s", async (url) => {
    await expect(createOutbound().fetch(url, limits)).rejects.toThrow(/not (at )?a public address/);
  });

  it("does not reveal the private address of a name", async () => {
    const refusal = createOutbound().fetch("http://localhost:8123/", limits);
    await expect(refusal).rejects.toThrow(
      /^[^1]*localhost:8123\/ could not be read \(localhost is not at a public address\)\.$/,
    );
  });

  it("rejects credentials in the URL without repeating them", async () => {
    await expect(createOutbound().fetch("http://me:hunter2@example.com/", limits)).rejects.toThrow(
      "The URL http://example.com/ carries a user name or password.",
    );
  });

  it("rejects more bytes than allowed, announced or not", async () => {
    const url = await serve((request, response) => {
      if (request.url === "/announced") response.setHeader("Content-Length", 1001);
      response.write(Buffer.alloc(600));
      response.end(Buffer.alloc(401));
    });
    await expect(onLoopback.fetch(`${url}/announced`, limits)).rejects.toThrow("has more than 1000 bytes");
    await expect(onLoopback.fetch(`${url}/silent`, limits)).rejects.toThrow("has more than 1000 bytes");
  });

  it("rejects a server that never responds, one that responds with an error, and one that breaks off", async () => {
    const url = await serve((request, response) => {
      if (request.url?.startsWith("/error")) response.writeHead(404).end();
      if (request.url === "/broken") {
        response.writeHead(200, { "Content-Length": 100 });
        response.write("half", () => response.destroy());
      }
    });
    await expect(onLoopback.fetch(`${url}/never`, { bytes: 10, time: 50 })).rejects.toThrow("did not respond within");
    await expect(onLoopback.fetch(`${url}/error?token=secret`, limits)).rejects.toThrow(/\/error answers 404\.$/);
    await expect(onLoopback.fetch(`${url}/broken`, limits)).rejects.toThrow("broke off");
  });
});

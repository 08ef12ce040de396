import { mkdir, symlink } from "node:fs/promises";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { readTrustedRemotes } from "../../../../src/platform/kernel/outbound/trusted-remotes.ts";
import { temporaryFolder } from "../../exchange/space-files/temporary-folder.ts";

const through = (list: string[], proxy?: string) => createOutbound(undefined, readTrustedRemotes(list, proxy));

const route = (list: string[], url: string, proxy?: string) => through(list, proxy).routeTo(new URL(url));

describe("a repository at a private address", () => {
  it("is rejected unless its host, its host and port, or its network is trusted", async () => {
    const url = "http://localhost:3000/docs.git";
    await expect(route([], url)).rejects.toThrow("is not at a public address");
    await expect(route(["localhost:3001"], url)).rejects.toThrow("is not at a public address");
    await expect(route(["LOCALHOST"], url)).resolves.toHaveProperty("addresses");
    await expect(route(["localhost:3000"], url)).resolves.toHaveProperty("addresses");
    await expect(route(["127.0.0.0/8", "::1"], url)).resolves.toHaveProperty("addresses");
  });

  it("may be given by address, but only in a trusted network", async () => {
    expect(await route(["10.1.0.0/16"], "http://10.1.2.3/x.git")).toEqual({ addresses: ["10.1.2.3"] });
    expect(await route(["fd00::/8"], "http://[fd00::1]/x.git")).toEqual({ addresses: ["fd00::1"] });
    for (const url of ["http://10.2.0.1/x.git", "http://169.254.169.254/x.git", "http://[fe80::1]/x.git"]) {
      await expect(route(["10.1.0.0/16", "fd00::/8", "git.internal"], url)).rejects.toThrow(
        "is not at a public address",
      );
    }
  });

  it("is trusted only for Git", async () => {
    const outbound = through(["127.0.0.1/32", "localhost"]);
    await expect(outbound.fetch("http://127.0.0.1:9/x", { bytes: 10, time: 1000 })).rejects.toThrow(
      "is not at a public address",
    );
  });
});

describe("a folder of this machine", () => {
  it("is allowed if it is in a trusted one, regardless of links", async () => {
    const root = await temporaryFolder();
    await mkdir(join(root, "srv/docs.git"), { recursive: true });
    await mkdir(join(root, "srv2/x.git"), { recursive: true });
    await symlink(join(root, "srv2"), join(root, "srv/out"));
    const outbound = through([`${pathToFileURL(join(root, "srv"))}`]);
    const url = (path: string) => new URL(`${pathToFileURL(root)}/${path}`);
    expect(outbound.hasFolder(url("srv/docs.git"))).toBe(true);
    expect(await outbound.routeTo(url("srv/docs.git"))).toEqual({ addresses: [] });
    for (const path of ["srv2/x.git", "srv/../srv2/x.git", "srv/%2e%2e/srv2/x.git", "srv%2fdocs.git", ""]) {
      expect(outbound.hasFolder(url(path)), path).toBe(false);
      await expect(outbound.routeTo(url(path)), path).rejects.toThrow("is not in a folder");
    }
    expect(outbound.hasFolder(url("srv/out/x.git"))).toBe(true);
    await expect(outbound.routeTo(url("srv/out/x.git"))).rejects.toThrow("is not in a folder");
    await expect(outbound.routeTo(url("srv/none.git"))).rejects.toThrow("is not in a folder");
    expect(outbound.hasFolder(new URL("file://host/srv/docs.git"))).toBe(false);
  });
});

describe("a proxy", () => {
  const proxy = "http://proxy.example.com:3128";

  it("is used for what is not trusted, even for names that are unknown here", async () => {
    expect(await route([], "https://8.8.8.8/x.git", proxy)).toEqual({ addresses: ["8.8.8.8"], proxy });
    expect(await route([], "https://unknown.invalid/x.git", proxy)).toEqual({ addresses: [], proxy });
    expect(await route(["10.0.0.0/8"], "https://10.1.2.3/x.git", proxy)).toEqual({ addresses: ["10.1.2.3"] });
    expect(await route(["localhost"], "http://localhost/x.git", proxy)).not.toHaveProperty("proxy");
  });

  it("gives no access to private addresses", async () => {
    for (const url of ["http://127.0.0.1/x.git", "http://localhost/x.git", "http://10.1.2.3/x.git"]) {
      await expect(route([], url, proxy), url).rejects.toThrow("is not at a public address");
    }
  });
});

it.each(["http://git.internal", "10.0.0.0/33", "git.internal/x", "10.0.0", "file://srv", "-x", "*", "file:///a?b"])(
  "%s is none of these",
  (item) => {
    expect(() => readTrustedRemotes([item])).toThrow(`"${item}" is not a host`);
  },
);

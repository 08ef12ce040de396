import { once } from "node:events";
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { cloneForImport } from "../../../src/platform/git/clone-for-import.ts";
import { planContent } from "../../../src/platform/import/plan.ts";
import { createOutbound } from "../../../src/platform/outbound/outbound.ts";
import { readTrustedRemotes } from "../../../src/platform/outbound/trusted-remotes.ts";
import { openGitDesk } from "./git-desk.ts";
import { startGitServer } from "./git-server.ts";

const deskFor = (list: string[], proxy?: string) =>
  openGitDesk(createOutbound(undefined, readTrustedRemotes(list, proxy)));

/** Passes requests on to one server, whatever host they name. */
async function startProxy(target: string) {
  const asked: string[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? "");
    const url = new URL(request.url ?? "");
    const options = { method: request.method, headers: request.headers };
    const onward = ask(new URL(url.pathname + url.search, target), options, (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
    request.pipe(onward);
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  onTestFinished(() => {
    proxy.closeAllConnections();
    proxy.close();
  });
  return { asked, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

describe("a repository on a private network", () => {
  it("comes in and goes out where its network is trusted", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n" });
    const desk = await deskFor(["127.0.0.1/32"]);
    expect((await desk.import(server.url)).state).toBe("success");
    await desk.publish({ operation: "insert_page", title: "More", document: { markdown: "x\n" } });
    expect((await desk.export(server.url)).state).toBe("success");
    expect(server.count()).toBe(2);
  });

  it("still is not followed where it redirects", async () => {
    const goal = await startGitServer();
    goal.commit({ "README.md": "# Home\n" });
    const server = await startGitServer({
      answer: (request, response) => {
        response.writeHead(302, { Location: goal.url + (request.url ?? "").replace("/team/docs.git", "") }).end();
        return true;
      },
    });
    const desk = await deskFor(["127.0.0.1/32"]);
    expect((await desk.import(server.url)).state).toBe("failure");
    expect(goal.authorizations).toEqual([]);
  });
});

describe("a repository in a folder of this machine", () => {
  it("comes in and goes out where the folder is trusted", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n" });
    const url = pathToFileURL(server.folder).href;
    const desk = await deskFor([url.replace("/docs.git", "")]);
    expect((await desk.import(url)).state).toBe("success");
    await desk.publish({ operation: "insert_page", title: "More", document: { markdown: "x\n" } });
    expect((await desk.export(url)).state).toBe("success");
    expect(server.count()).toBe(2);
    await expect(desk.import("file:///etc")).rejects.toThrow("url:");
    await expect(desk.import(`${url.replace("/docs.git", "")}-other/docs.git`)).rejects.toThrow("url:");
  });
});

describe("a proxy", () => {
  it("is gone through where it is set, and the environment's is not", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n" });
    const [set, environment] = [await startProxy(server.url), await startProxy(server.url)];
    process.env.http_proxy = environment.url;
    const desk = await deskFor([], set.url);
    const { pathname } = new URL(server.url);
    expect((await desk.import(`http://docs.invalid${pathname}`)).state).toBe("success");
    expect(set.asked[0]).toContain("http://docs.invalid/team/docs.git/info/refs");
    const direct = await deskFor(["127.0.0.1/32"], set.url);
    const before = set.asked.length;
    expect((await direct.import(server.url)).state).toBe("success");
    expect(set.asked).toHaveLength(before);
    expect(environment.asked).toEqual([]);
  });

  afterEach(() => {
    delete process.env.http_proxy;
  });
});

describe("a repository that a person at this machine names", () => {
  it("is cloned from any address and folder, and through the proxy unless it is trusted", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n" });
    const proxy = await startProxy(server.url);
    const { signal } = new AbortController();
    const titles: string[] = [];
    for (const [url, remotes] of [
      [server.url, undefined],
      [pathToFileURL(server.folder).href, readTrustedRemotes([], proxy.url)],
      [server.url, readTrustedRemotes(["127.0.0.1"], proxy.url)],
      [`http://docs.invalid${new URL(server.url).pathname}`, readTrustedRemotes([], proxy.url)],
    ] as const) {
      expect(proxy.asked).toEqual([]);
      const clone = await cloneForImport(url, signal, remotes);
      titles.push((await planContent(clone.source)).title);
      await clone.close();
    }
    expect(titles).toEqual(["Home", "Home", "Home", "Home"]);
    expect(proxy.asked.length).toBeGreaterThan(0);
  });
});

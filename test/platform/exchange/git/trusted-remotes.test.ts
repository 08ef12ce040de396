import { once } from "node:events";
import { request as ask, createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it, onTestFinished } from "vitest";
import { cloneForImport } from "../../../../src/platform/exchange/git/clone-for-import.ts";
import { planContent } from "../../../../src/platform/exchange/space-files/plan.ts";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { readTrustedRemotes } from "../../../../src/platform/kernel/outbound/trusted-remotes.ts";
import { openGitDesk } from "./git-desk.ts";
import { startGitServer } from "./git-server.ts";

const deskFor = (list: string[], proxy?: string) =>
  openGitDesk(createOutbound(undefined, readTrustedRemotes(list, proxy)));

/** Forwards requests to one server, whatever host they name. */
async function startProxy(target: string) {
  const asked: string[] = [];
  const authorizations: (string | undefined)[] = [];
  const proxy = createServer((request, response) => {
    asked.push(request.url ?? "");
    authorizations.push(request.headers.authorization);
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
  return { asked, authorizations, url: `http://127.0.0.1:${(proxy.address() as AddressInfo).port}` };
}

describe("a repository on a private network", () => {
  it("is imported and exported if its network is trusted", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n" });
    const desk = await deskFor(["127.0.0.1/32"]);
    expect((await desk.import(server.url)).state).toBe("success");
    await desk.publish({ operation: "insert_page", title: "More", document: { markdown: "x\n" } });
    expect((await desk.export(server.url)).state).toBe("success");
    expect(server.count()).toBe(2);
  });

  it("is still not followed when it redirects", async () => {
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
  it("is imported and exported if the folder is trusted", async () => {
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
  it("is used if it is set, and the environment's is not", async () => {
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

  it("does not get its credentials sent to a repository that is contacted directly", async () => {
    const shown: string[] = [];
    const server = await startGitServer({
      answer: ({ headers }) => {
        shown.push(JSON.stringify(headers));
        return false;
      },
    });
    server.commit({ "README.md": "# Home\n" });
    const desk = await deskFor(["127.0.0.1/32"], "http://clerk:hunter22@proxy.invalid:3128");
    expect((await desk.import(server.url)).state).toBe("success");
    expect(shown.length).toBeGreaterThan(0);
    expect(shown.join()).not.toMatch(/proxy-authorization|hunter22|Y2xlcms6aHVudGVyMjI/);
  });

  it("sees the user name and token of a repository over http, like everyone on the way", async () => {
    const server = await startGitServer({ credentials: "ada:s3cr3t-token" });
    server.commit({ "README.md": "# Home\n" });
    const proxy = await startProxy(server.url);
    const desk = await deskFor([], proxy.url.replace("//", "//clerk:hunter22@"));
    const { pathname } = new URL(server.url);
    expect((await desk.import(`http://ada:s3cr3t-token@docs.invalid${pathname}`)).state).toBe("success");
    expect(proxy.authorizations).toContain(`Basic ${btoa("ada:s3cr3t-token")}`);
  });

  it("gets only its own user name and password, once, whatever it requires", async () => {
    const shown: (string | undefined)[] = [];
    const proxy = createServer().listen(0, "127.0.0.1");
    proxy.on("connect", ({ headers }, socket) => {
      shown.push(headers["proxy-authorization"], headers.authorization);
      const wanted = ["Negotiate", "NTLM", 'Digest realm="a", nonce="b", stale=true', 'Basic realm="a"'];
      const lines = wanted.map((scheme) => `Proxy-Authenticate: ${scheme}\r\n`).join("");
      socket.end(`HTTP/1.1 407 Proxy Authentication Required\r\n${lines}Content-Length: 0\r\n\r\n`);
    });
    await once(proxy, "listening");
    onTestFinished(() => void proxy.close());
    const { port } = proxy.address() as AddressInfo;
    const desk = await deskFor([], `http://clerk:hunter22@127.0.0.1:${port}`);
    const told = await desk.import("https://ada:s3cr3t-token@docs.invalid/team/docs.git");
    expect(shown).toEqual([`Basic ${btoa("clerk:hunter22")}`, undefined]);
    expect(told.state).toBe("failure");
    expect(JSON.stringify(told)).toContain("407");
    expect(JSON.stringify(told)).not.toMatch(/hunter22|s3cr3t/);
  });

  afterEach(() => {
    delete process.env.http_proxy;
  });
});

describe("a repository given by a person on this machine", () => {
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

import { get } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { Browser } from "../accounts/browser.ts";
import {
  assertion,
  encode,
  idpEntityID,
  readRequest,
  response,
  sign,
  ssoURL,
} from "../accounts/saml-identity-provider.ts";
import { provider as keys } from "../accounts/signing-keys.ts";
import { answered } from "./in-process.ts";
import { copydesk, serve, temporaryFolder } from "./program.ts";
import { tokenOf } from "./workspace.ts";

const linkIn = (text: string) => /http\S+\/app\/sign-in\/link\?code=\w{43}/.exec(text)?.[0] ?? "";

const pathOf = (address: string) => new URL(address).pathname + new URL(address).search;

describe("copydesk serve", () => {
  it("prints a link that signs the local user in, on its first start only", async () => {
    const data = join(temporaryFolder(), "data");
    const first = await serve(["--data", data]);
    const base = new URL(first.ready.mcp ?? "").origin;
    const link = linkIn(await first.line("stderr", /\/app\/sign-in\/link/));
    expect(link.startsWith(base)).toBe(true);
    const browser = new Browser((request) => fetch(request), base);
    await browser.open(pathOf(link));
    expect((await browser.submit("/app/sign-in/link")).status).toBe(303);
    await browser.open("/app/account");
    expect(browser.html).toContain("Local user");
    await first.stop();
    const second = await serve(["--data", data]);
    await second.line("stderr", /Ctrl-C stops it/);
    expect((await second.stop()).stderr).not.toContain("/app/sign-in/link");
  });

  it("serves pages only under its own names, which prevents DNS rebinding", async () => {
    const server = await serve(["--data", join(temporaryFolder(), "data")]);
    const { port } = new URL(server.ready.mcp ?? "");
    const statusFor = (host: string) =>
      new Promise((resolve, reject) => {
        const asked = { host: "127.0.0.1", port, path: "/app/sign-in", headers: { Host: host } };
        get(asked, (answer) => resolve(answer.resume().statusCode)).once("error", reject);
      });
    expect(await statusFor(`localhost:${port}`)).toBe(200);
    expect(await statusFor("evil.example")).toBe(403);
    await server.stop();
  });

  it("signs in through a SAML provider in the built program", async () => {
    const data = join(temporaryFolder(), "data");
    const server = await serve(["--data", data]);
    const base = new URL(server.ready.mcp ?? "").origin;
    const made = await fetch(`${base}/v1/orgs/${server.ready.organization}/saml`, {
      method: "POST",
      headers: { Authorization: `Bearer ${tokenOf(data)}`, "Content-Type": "application/json" },
      body: JSON.stringify({ label: "Mast works", entityID: idpEntityID, ssoURL, certificate: keys.certificate }),
    });
    const { service } = (await made.json()) as { service: { acsURL: string; startURL: string; entityID: string } };
    const browser = new Browser((request) => fetch(request), base);
    const started = await browser.open(pathOf(service.startURL));
    const { id } = readRequest(started.headers.get("location") ?? "");
    const claims = { acsURL: service.acsURL, audience: service.entityID, requestId: id };
    const taken = await browser.postFromElsewhere(pathOf(service.acsURL), {
      SAMLResponse: encode(response(claims, sign(assertion(claims)))),
    });
    const finished = await browser.open(taken.headers.get("location") ?? "");
    expect(finished.headers.get("location")).toBe("/app/account");
    await browser.open("/app/account");
    expect(browser.html).toContain("Grace Hopper");
    await server.stop();
  });
});

describe("copydesk login", () => {
  it("prints only a link on stdout, for a running server", async () => {
    const data = join(temporaryFolder(), "data");
    const server = await serve(["--data", data]);
    const base = new URL(server.ready.mcp ?? "").origin;
    const { code, stdout } = await copydesk(["login", "--data", data, "--port", new URL(base).port]);
    expect([code, stdout]).toEqual([0, `${linkIn(stdout)}\n`]);
    const browser = new Browser((request) => fetch(request), base);
    await browser.open(pathOf(stdout.trim()));
    expect((await browser.submit("/app/sign-in/link")).status).toBe(303);
    await server.stop();
  });

  it("accepts a user by id or address, and refuses an unknown one", async () => {
    const data = join(temporaryFolder(), "data");
    const run = (...args: string[]) => answered(["login", "--data", data, ...args]);
    expect(linkIn((await run()).stdout)).toMatch(/^http:\/\/127\.0\.0\.1:7337\//);
    expect(linkIn((await run("--public-url", "https://docs.example")).stdout)).toMatch(/^https:\/\/docs\.example\/app/);
    expect(await run("--user", "nobody@masts.example")).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining("there is no user nobody@masts.example"),
    });
    expect((await run("--user", "none")).code).toBe(1);
    expect((await run("more")).stderr).toContain("Usage: copydesk login");
    expect((await run("--base-url", "https://api.example")).stderr).toContain("People sign in to");
  });
});

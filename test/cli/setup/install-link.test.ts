import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { type Host, hosts, type Server } from "../../../src/cli/setup/hosts.ts";
import { installLink } from "../../../src/cli/setup/install-link.ts";
import { answered } from "../in-process.ts";

const project = resolve(import.meta.dirname, "../../..");
const http: Server = { kind: "http", url: "http://127.0.0.1:7337/mcp" };
const stdio: Server = { kind: "stdio", command: "node", args: ["/a b/ü&é+.js"], env: {} };

function host(name: string): Host {
  const found = hosts[name];
  if (found === undefined) throw new Error(name);
  return found;
}

/** What each host reads from a link. */
const read: Readonly<Record<string, (link: { app: string; web: string }) => unknown[]>> = {
  cursor: ({ app, web }) =>
    [app, web].map((link) => {
      const { searchParams } = new URL(link);
      const config = JSON.parse(Buffer.from(searchParams.get("config") ?? "", "base64").toString()) as object;
      return { name: searchParams.get("name"), ...config };
    }),
  vscode: ({ app, web }) => {
    const { searchParams } = new URL(web);
    const config = JSON.parse(searchParams.get("config") ?? "") as object;
    return [
      JSON.parse(decodeURIComponent(new URL(app).search.slice(1))),
      { name: searchParams.get("name"), ...config },
    ];
  },
};

describe.each(["cursor", "vscode"])("the link for %s", (name) => {
  it.each([
    ["over HTTP", http],
    ["over stdio, whatever letters a path has", stdio],
  ] as const)("holds what setup writes to its file, %s", (_way, server) => {
    const link = installLink(host(name), "copydesk", server);
    const expected = { name: "copydesk", ...host(name).entry(server) };
    expect(link && read[name]?.(link)).toEqual([expected, expected]);
  });

  it.each(["README.md", "docs/getting-started/connect-a-host.md"])("is in %s", (page) => {
    const link = installLink(host(name), "copydesk", http);
    expect(readFileSync(join(project, page), "utf8")).toContain(`](${link?.web})`);
  });
});

describe("copydesk setup --link", () => {
  const url = "http://127.0.0.1:7337/mcp";

  it("prints the link that the host opens", async () => {
    const { code, stdout } = await answered(["setup", "cursor", "vscode", "--link", "--url", url]);
    expect(code).toBe(0);
    expect(stdout.split("\n").filter(Boolean)).toEqual(
      ["cursor", "vscode"].map((name) => installLink(host(name), "copydesk", http)?.app),
    );
  });

  it("refuses a host without links, a secret in a link, and --link with --remove", async () => {
    expect((await answered(["setup", "zed", "--link"])).stderr).toContain("Zed does not support such a link.");
    const secret = ["--base-url", "https://docs.example.com", "--token", "cpx_secret"];
    const refused = await answered(["setup", "cursor", "--link", ...secret]);
    expect(refused.stderr).toContain("A link would show COPYDESK_TOKEN.");
    expect(refused.stdout + refused.stderr).not.toContain("cpx_secret");
    expect((await answered(["setup", "cursor", "--link", "--remove"])).code).toBe(1);
  });
});

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { createAdaptorServer } from "@hono/node-server";
import { createAccounts } from "../../src/accounts/index.ts";
import { createApp } from "../../src/app/index.ts";
import { createLink } from "../../src/platform/access/sign-in-links-rows.ts";
import { createAppRecords } from "../../src/platform/app-records.ts";
import { changeStamp } from "../../src/platform/kernel/database/database.ts";
import { createFailedAttempts, createRateLimit } from "../../src/server/access/limits.ts";
import { Browser } from "../accounts/browser.ts";
import type { WorkspaceOptions } from "../support/platform-workspace.ts";
import { openWorkspace, type Workspace } from "../support/workspace.ts";

/** A platform with the pages for people, in process and on its own port. */
export interface DeskWorkspace extends Workspace {
  /** The address for browsers, without a final slash. */
  readonly url: string;
  /** An in-process browser with a signed-in user; by default the local user. */
  signedIn(user?: string): Promise<Visitor>;
  /** The path of a link that signs a user in. */
  link(user?: string): Promise<string>;
}

/** Fills in forms as people do. */
export class Visitor extends Browser {
  /** The text of the last page, without markup. */
  get text(): string {
    return this.html
      .replace(/<(style|script)[\s\S]*?<\/\1>/g, "")
      .replace(/<[^>]*>/g, " ")
      .replace(/&#39;/g, "'")
      .replace(/&quot;/g, '"')
      .replace(/&lt;/g, "<")
      .replace(/&gt;/g, ">")
      .replace(/&amp;/g, "&")
      .replace(/\s+/g, " ");
  }

  /** Opens a page, which must exist. */
  async see(path: string): Promise<string> {
    const { status } = await this.open(path);
    if (status !== 200) throw new Error(`${path} answered ${status}: ${this.text.slice(0, 500)}`);
    return this.text;
  }

  /** Sends the form for an action, or the edit form if none is named, and returns the response. */
  async send(action: string, fields: Record<string, string> = {}): Promise<Response> {
    const forms = [...this.html.matchAll(/<form method="post" action="([^"]*)"[^>]*>(.*?)<\/form>/gs)];
    const found = forms.find(([, , body = ""]) =>
      action === "" ? body.includes('name="markdown"') : body.includes(`name="action" value="${action}"`),
    );
    if (found === undefined) throw new Error(`The page has no form for "${action}".`);
    const [, path = "", body = ""] = found;
    const hidden = [...body.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)];
    const all = { ...Object.fromEntries(hidden.map(([, name = "", value = ""]) => [name, value])), action, ...fields };
    const headers = { Origin: new URL(this.base).origin, "Sec-Fetch-Site": "same-origin" };
    return this.post(path.replaceAll("&amp;", "&"), new URLSearchParams(all), headers);
  }

  /** Sends a form, and opens the page that the response redirects to. */
  async follow(action: string, fields: Record<string, string> = {}): Promise<string> {
    const answer = await this.send(action, fields);
    const location = answer.headers.get("location");
    if (location === null) throw new Error(`"${action}" answered ${answer.status}: ${this.text.slice(0, 500)}`);
    return this.see(location.replace(/#.*/, ""));
  }
}

export async function openDesk(options: WorkspaceOptions = {}): Promise<DeskWorkspace> {
  const workspace = await openWorkspace(options);
  const { platform, organization, user: localUser } = workspace;
  const stop = new AbortController();
  const clientAddress = () => undefined;
  const accounts = createAccounts({
    platform,
    organization,
    attempts: createFailedAttempts({ ofAddress: createRateLimit(30), ofPresented: createRateLimit(30), clientAddress }),
    clientAddress,
    isAuthorizationServer: false,
    publicSites: async () => [],
    fetchDocument: (url) => Promise.reject(new Error(`${url} is not to be read here.`)),
    log: (line) => {
      throw new Error(line);
    },
    pages: createApp({
      stamp: () => platform.database.read(changeStamp),
      closing: stop.signal,
      createService: (user, origin) => (call, signal) =>
        platform.call(call, { origin, signal, acting: { user, scope: "admin" }, through: { program: "browser" } }),
      records: createAppRecords(platform.database, platform.now),
    }),
  });
  const server = createAdaptorServer({
    fetch: async (request: Request) =>
      (platform.serves(new URL(request.url).pathname)
        ? await platform.fetch(request)
        : await accounts.fetch(request)) ?? new Response("Not Found\n", { status: 404 }),
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const link = async (user = localUser) => {
    const { secret } = await platform.database.write((queries) =>
      createLink(queries, { user, purpose: "operator" }, platform.now()),
    );
    return `/app/sign-in/link?code=${secret}`;
  };
  return {
    ...workspace,
    url,
    link,
    async signedIn(user) {
      const visitor = new Visitor((request) => accounts.fetch(request), url);
      await visitor.open(await link(user));
      await visitor.submit("/app/sign-in/link");
      return visitor;
    },
    async close() {
      stop.abort();
      server.close();
      if ("closeAllConnections" in server) server.closeAllConnections();
      await accounts.settled();
      await workspace.close();
    },
  };
}

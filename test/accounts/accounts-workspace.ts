import { onTestFinished } from "vitest";
import { type AccountsOptions, createAccounts } from "../../src/accounts/index.ts";
import { createLink } from "../../src/platform/access/sign-in-links-rows.ts";
import { createFailedAttempts, createRateLimit } from "../../src/server/access/limits.ts";
import { openWorkspace, type PlatformWorkspace } from "../support/platform-workspace.ts";
import { Browser } from "./browser.ts";

export interface AccountsWorkspace extends PlatformWorkspace {
  browser(base?: string): Browser;
  /** Sends a request from a program, which keeps no cookies. */
  sendByProgram(path: string, init?: RequestInit): Promise<Response>;
  /** Resolves when work left over from responses is done. */
  settled(): Promise<void>;
  /** The path of a link that signs a user in. */
  link(user?: string, returnTo?: string): Promise<string>;
  /** A browser with a signed-in user. */
  signedIn(user?: string): Promise<Browser>;
}

export interface WorkspaceSettings
  extends Partial<
    Pick<AccountsOptions, "fetchDocument" | "publicSites" | "publicUrl" | "mail" | "openid" | "clientAddress" | "log">
  > {
  readonly now?: () => Date;
}

/** A platform with the pages for people. */
export async function openAccounts({ now, ...settings }: WorkspaceSettings = {}): Promise<AccountsWorkspace> {
  const workspace = await openWorkspace(now === undefined ? {} : { now });
  const { platform, organization } = workspace;
  const clientAddress = settings.clientAddress ?? (() => undefined);
  const accounts = createAccounts({
    platform,
    organization,
    attempts: createFailedAttempts({ ofAddress: createRateLimit(30), ofPresented: createRateLimit(30), clientAddress }),
    isAuthorizationServer: true,
    fetchDocument: (url) => Promise.reject(new Error(`${url} is not to be read here.`)),
    publicSites: async () => [],
    log: (line) => {
      throw new Error(line);
    },
    ...settings,
    clientAddress,
  });
  const browser = (base?: string) => new Browser((request) => accounts.fetch(request), base ?? settings.publicUrl);
  const link = async (user = workspace.user, returnTo?: string) => {
    const { secret } = await platform.database.write((queries) =>
      createLink(queries, { user, purpose: "operator", returnTo }, platform.now()),
    );
    return `/app/sign-in/link?code=${secret}`;
  };
  onTestFinished(() => accounts.settled());
  return {
    ...workspace,
    settled: () => accounts.settled(),
    browser,
    async sendByProgram(path, init) {
      const url = new URL(path, settings.publicUrl ?? "http://127.0.0.1:7337");
      const response = await accounts.fetch(new Request(url, init));
      if (response === undefined) throw new Error(`Nothing answers ${path}.`);
      return response;
    },
    link,
    async signedIn(user) {
      const signedIn = browser();
      await signedIn.open(await link(user));
      await signedIn.submit("/app/sign-in/link");
      return signedIn;
    },
  };
}

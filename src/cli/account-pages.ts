import type { Accounts, OpenIdSettings, SendMail } from "../accounts/index.ts";
import type { App } from "../app/index.ts";
import { paginate } from "../client/paginate.ts";
import type { Config } from "../config/config.ts";
import { type Platform, parts } from "../platform/index.ts";
import type { ClientAddress } from "../server/access/client-address.ts";
import type { FailedAttempts } from "../server/access/limits.ts";
import type { Log } from "../server/log.ts";
import { type EmbeddedPlatform, inProcessClient, toMailSettings } from "./connection.ts";
import { isAuthorizationServer } from "./credentials.ts";

export const isAccountPath = (pathname: string): boolean =>
  /^\/app(\/|$)/.test(pathname) ||
  /^\/\.well-known\/(oauth-authorization-server|openid-configuration)\//.test(pathname);

/** Timeout for fetching an agent's metadata, in milliseconds. */
const documentTime = 5_000;

/** What pages need of the process. */
interface PageSupervision {
  readonly log: Log;
  /** Aborts when the process shuts down. */
  readonly stop: AbortSignal;
}

interface Guards {
  readonly attempts: FailedAttempts;
  readonly clientAddress: ClientAddress;
}

/** The account pages of the embedded platform, loaded on first request. */
export function accountPages(
  config: Config,
  embedded: EmbeddedPlatform,
  { attempts, clientAddress }: Guards,
  { log, stop }: PageSupervision,
): Accounts {
  const { platform, organization, outbound } = embedded;
  let loading: Promise<Accounts> | undefined;
  const make = async () => {
    const { createAccounts } = await import("../accounts/index.ts");
    const app = createAppPages(platform, stop);
    return createAccounts({
      platform,
      organization,
      publicUrl: config.publicUrl.value,
      attempts,
      clientAddress,
      openid: toOpenIdSettings(config),
      mail: createMailer(config),
      isAuthorizationServer: isAuthorizationServer(config),
      fetchDocument: documentsThrough(outbound),
      pages: app,
      publicSites: async (base) =>
        (await publishedSites(embedded, base)).filter(({ visibility }) => visibility === "public"),
      log: (line) => log("error", line),
    });
  };
  return {
    async fetch(request) {
      loading ??= make();
      return (await loading).fetch(request);
    },
    async settled() {
      await (await loading)?.settled();
    },
  };
}

/** Limit on sites listed in the start message. */
const maxSites = 20;

/** Published sites of the local user's organizations, with their addresses. */
export async function publishedSites({ platform, token }: EmbeddedPlatform, base: string) {
  const client = inProcessClient(platform, token, base);
  const sites: Awaited<ReturnType<typeof client.sites.list>>["items"] = [];
  for await (const { id } of paginate(client.organizations.list, { limit: 100 })) {
    const limit = maxSites - sites.length;
    if (limit > 0) sites.push(...(await client.sites.list({ organizationId: id, published: true, limit })).items);
  }
  return sites.flatMap(({ title, visibility, urls: { published } }) =>
    published === undefined ? [] : [{ title, visibility, url: published, isManual: title === manualTitle }],
  );
}

/** Title of the manual's space and site, which a new workspace starts with. */
export const manualTitle = "Copydesk";

/** Fetches agents' client metadata documents through the outbound gate. */
export const documentsThrough =
  (gate: EmbeddedPlatform["outbound"]) =>
  async (url: string, bytes: number): Promise<string> => {
    const fetched = await gate.fetch(url, { bytes, time: documentTime });
    return Buffer.from(fetched.bytes).toString("utf8");
  };

/** The browser desk, loaded on first request. */
function createAppPages(platform: Platform, closing: AbortSignal): App {
  let loading: Promise<App> | undefined;
  const make = async () => {
    const { createApp } = await import("../app/index.ts");
    const { createAppRecords } = await parts.appRecords();
    return createApp({
      async stamp() {
        const { changeStamp } = await parts.database();
        return platform.database.read(changeStamp);
      },
      closing,
      records: createAppRecords(platform.database, platform.now),
      createService: (user, origin) => (call, signal) =>
        platform.call(call, { origin, signal, acting: { user, scope: "admin" }, through: { program: "browser" } }),
    });
  };
  return async (context) => {
    loading ??= make();
    return (await loading)(context);
  };
}

function createMailer(config: Config): SendMail | undefined {
  const settings = toMailSettings(config);
  if (settings === undefined) return undefined;
  return async (mail) => (await parts.mail()).sendMail(settings, mail);
}

function toOpenIdSettings({ oidcIssuer, oidcClientId, oidcClientSecret }: Config): OpenIdSettings | undefined {
  if (oidcIssuer.value === undefined || oidcClientId.value === undefined) return undefined;
  return { issuer: oidcIssuer.value, clientId: oidcClientId.value, clientSecret: oidcClientSecret.value };
}

/** The address of a one-time sign-in link. */
export async function signInLink(
  { platform }: Pick<EmbeddedPlatform, "platform">,
  user: string,
  base: string,
): Promise<string> {
  const { createLink } = await parts.signInLinks();
  const { secret } = await platform.database.write((queries) =>
    createLink(queries, { user, purpose: "operator" }, platform.now()),
  );
  return linkAt(base, secret);
}

const linkAt = (base: string, secret: string) => `${base}/app/sign-in/link?code=${secret}`;

/** A sign-in link for the local user the first time a data folder is served, otherwise undefined. */
export async function firstLink(
  { platform, user }: EmbeddedPlatform,
  config: Config,
  url: string,
): Promise<string | undefined> {
  const [{ claimTask, findSetting }, { createLink }] = await Promise.all([parts.settings(), parts.signInLinks()]);
  const { database, now } = platform;
  const name = "first-sign-in-link";
  if ((await database.read((queries) => findSetting(queries, name))) !== undefined) return undefined;
  try {
    const link = await database.write(async (queries) => {
      if (!(await claimTask(queries, name, now(), ""))) return undefined;
      return createLink(queries, { user, purpose: "operator" }, now());
    });
    return link && linkAt(config.publicUrl.value ?? url, link.secret);
  } catch (error) {
    if (error instanceof Error && error.name === "DatabaseServerError") throw error;
    // A folder that cannot be written, for example on a full disk, is served anyway.
    return undefined;
  }
}

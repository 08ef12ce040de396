import type { Accounts, OpenIdSettings, SendMail } from "../accounts/index.ts";
import type { App } from "../app/index.ts";
import type { Config } from "../config/config.ts";
import { type Platform, parts } from "../platform/index.ts";
import type { ClientAddress } from "../server/access/client-address.ts";
import type { FailedAttempts } from "../server/access/limits.ts";
import type { Log } from "../server/log.ts";
import { type EmbeddedPlatform, inProcessClient, mailOf } from "./connection.ts";
import { isAuthorizationServer } from "./credentials.ts";

export const isAccountPath = (pathname: string): boolean =>
  /^\/app(\/|$)/.test(pathname) ||
  /^\/\.well-known\/(oauth-authorization-server|openid-configuration)\//.test(pathname);

/** Milliseconds for what describes an agent. */
const documentTime = 5_000;

/** What pages need of the process. */
interface PageSupervision {
  readonly log: Log;
  /** Aborts when the process is told to end. */
  readonly stop: AbortSignal;
}

interface Guards {
  readonly attempts: FailedAttempts;
  readonly clientAddress: ClientAddress;
}

/** The pages of the embedded platform, loaded when the first one is asked for. */
export function accountPages(
  config: Config,
  embedded: EmbeddedPlatform,
  { attempts, clientAddress }: Guards,
  { log, stop }: PageSupervision,
): Accounts {
  const { platform, organization, outbound } = embedded;
  let made: Promise<Accounts> | undefined;
  const make = async () => {
    const { createAccounts } = await import("../accounts/index.ts");
    const app = deskPages(platform, stop);
    return createAccounts({
      platform,
      organization,
      publicUrl: config.publicUrl.value,
      attempts,
      clientAddress,
      openid: openIdOf(config),
      mail: mailerOf(config),
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
      made ??= make();
      return (await made).fetch(request);
    },
    async settled() {
      await (await made)?.settled();
    },
  };
}

/** More are not listed where a person reads what is served. */
const mostSites = 20;

/** Sites of the organization that are published, with the addresses they are read at. */
export async function publishedSites({ platform, organization, token }: EmbeddedPlatform, base: string) {
  const client = inProcessClient(platform, token, base);
  const { items } = await client.sites.list({ organizationId: organization, published: true, limit: mostSites });
  return items.flatMap(({ title, visibility, urls: { published } }) =>
    published === undefined ? [] : [{ title, visibility, url: published, isManual: title === manualTitle }],
  );
}

/** Of the space and the site with the manual, which an empty workspace begins with. */
export const manualTitle = "Copydesk";

/** What agents say of themselves at their ids, read through the gate. */
export const documentsThrough =
  (gate: EmbeddedPlatform["outbound"]) =>
  async (url: string, bytes: number): Promise<string> => {
    const fetched = await gate.fetch(url, { bytes, time: documentTime });
    return Buffer.from(fetched.bytes).toString("utf8");
  };

/** The desk that people review at, loaded with its first page. */
function deskPages(platform: Platform, closing: AbortSignal): App {
  let made: Promise<App> | undefined;
  const make = async () => {
    const { createApp } = await import("../app/index.ts");
    return createApp({
      async stamp() {
        const { changeStamp } = await parts.database();
        return platform.database.read(changeStamp);
      },
      closing,
      records: {
        listActs: async (filter) => {
          const { listActs } = await parts.audit();
          return platform.database.read((queries) => listActs(queries, filter));
        },
        listJobs: async (filter) => {
          const { listJobs } = await parts.audit();
          return platform.database.read((queries) => listJobs(queries, filter, platform.now()));
        },
        listRevisions: async (filter) => {
          const { listRevisions } = await parts.audit();
          return platform.database.read((queries) => listRevisions(queries, filter));
        },
      },
      fetchAs: (request, user) => platform.fetch(request, { user, scope: "admin" }, { program: "browser" }),
    });
  };
  return async (visit) => {
    made ??= make();
    return (await made)(visit);
  };
}

function mailerOf(config: Config): SendMail | undefined {
  const settings = mailOf(config);
  if (settings === undefined) return undefined;
  return async (mail) => (await parts.mail()).sendMail(settings, mail);
}

function openIdOf({ oidcIssuer, oidcClientId, oidcClientSecret }: Config): OpenIdSettings | undefined {
  if (oidcIssuer.value === undefined || oidcClientId.value === undefined) return undefined;
  return { issuer: oidcIssuer.value, clientId: oidcClientId.value, clientSecret: oidcClientSecret.value };
}

/** The address of a link that signs a user in once. */
export async function signInLink(
  { platform }: Pick<EmbeddedPlatform, "platform">,
  user: string,
  base: string,
): Promise<string> {
  const { createLink } = await parts.signInLinks();
  const { secret } = await platform.database.write((queries) =>
    createLink(queries, { user, purpose: "operator" }, platform.now()),
  );
  return `${base}/app/sign-in/link?code=${secret}`;
}

/** A link for the local user the first time that a data folder is served, and undefined ever after. */
export async function firstLink(
  { platform, user }: EmbeddedPlatform,
  config: Config,
  url: string,
): Promise<string | undefined> {
  const { claimTurn, findSetting } = await parts.settings();
  const { database, now } = platform;
  const name = "first-sign-in-link";
  if ((await database.read((queries) => findSetting(queries, name))) !== undefined) return undefined;
  try {
    const isFirst = await database.write((queries) => claimTurn(queries, name, now(), ""));
    return isFirst ? await signInLink({ platform }, user, config.publicUrl.value ?? url) : undefined;
  } catch {
    // A folder that cannot be written, such as on a full disk, is served anyway.
    return undefined;
  }
}

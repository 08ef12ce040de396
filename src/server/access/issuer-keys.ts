import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";

/** The issuer's keys could not be fetched, so a token can be neither accepted nor refused. */
export class IssuerUnavailableError extends Error {
  override readonly name = "IssuerUnavailableError";
}

export interface IssuerKeysOptions {
  /** As in the issuer's metadata and its tokens. */
  readonly issuer: string;
  /** Milliseconds since an arbitrary moment. */
  readonly now?: () => number;
}

export interface IssuerKeys {
  /** Finds the key of a token. Throws `IssuerUnavailableError`, and jose's errors if there is no such key. */
  readonly find: JWTVerifyGetKey;
  /** Fetches the keys again, unless that was tried a moment ago. Throws `IssuerUnavailableError`. */
  refresh(): Promise<void>;
}

const minute = 60_000;
/** After this, keys are fetched again before use. */
const fresh = 10 * minute;
/** After this, keys that could not be refreshed are no longer used. */
const usable = 60 * minute;
/** Minimum interval between fetches, against floods of unknown tokens and an issuer that is down. */
const pause = 10_000;
const patience = 5000;
const maxBytes = 512 * 1024;

/**
 * The signing keys that an issuer publishes, found through its metadata. They are cached, and fetched again when they
 * are old or a token names an unknown key.
 */
export function createIssuerKeys({ issuer, now = () => performance.now() }: IssuerKeysOptions): IssuerKeys {
  let keys: { readonly find: JWTVerifyGetKey; readonly readAt: number } | undefined;
  let triedAt = Number.NEGATIVE_INFINITY;
  let failure: IssuerUnavailableError | undefined;
  let reading: Promise<void> | undefined;

  const read = async () => {
    triedAt = now();
    try {
      const { createLocalJWKSet } = await import("jose");
      keys = { find: createLocalJWKSet(await readKeySet(issuer)), readAt: now() };
      failure = undefined;
    } catch (error) {
      failure = unavailable(issuer, error);
    } finally {
      reading = undefined;
    }
  };

  const refresh = async () => {
    if (reading === undefined && now() - triedAt >= pause) reading = read();
    await reading;
    if (failure !== undefined) throw failure;
  };

  const current = async () => {
    if (keys === undefined || now() - keys.readAt > fresh) {
      const age = keys === undefined ? Number.POSITIVE_INFINITY : now() - keys.readAt;
      await refresh().catch((error: unknown) => {
        if (age > usable) throw error;
      });
    }
    if (keys === undefined) throw new IssuerUnavailableError(`No keys of ${issuer} were read yet.`);
    return keys;
  };

  return {
    refresh,
    async find(header, token) {
      const known = await current();
      try {
        return await known.find(header, token);
      } catch (error) {
        if (!isUnknownKey(error)) throw error;
        // Keys rotate: the issuer may have published the key since. If it is unavailable, the key stays unknown.
        await refresh().catch(() => {});
        if (keys === undefined || keys === known) throw error;
        return keys.find(header, token);
      }
    },
  };
}

const isUnknownKey = (error: unknown) =>
  error instanceof Error && "code" in error && error.code === "ERR_JWKS_NO_MATCHING_KEY";

function unavailable(issuer: string, error: unknown): IssuerUnavailableError {
  const cause = error instanceof Error && error.cause instanceof Error ? ` (${error.cause.message})` : "";
  const reason = error instanceof Error ? `${error.message}${cause}` : String(error);
  return new IssuerUnavailableError(`The keys of ${issuer} cannot be read: ${reason}`);
}

async function readKeySet(issuer: string): Promise<JSONWebKeySet> {
  const metadata = await readMetadata(issuer);
  if (metadata.issuer !== issuer) {
    throw new Error(
      `its metadata calls it ${JSON.stringify(metadata.issuer)?.slice(0, 200)}; --oauth-issuer must be the same`,
    );
  }
  const address = typeof metadata.jwks_uri === "string" ? metadata.jwks_uri : "";
  if (!isConfidential(address)) throw new Error("its metadata has no jwks_uri with https");
  const { status, json } = await readJson(address);
  if (json === undefined) throw new Error(`${address} returned ${status}, not a key set`);
  return json as unknown as JSONWebKeySet;
}

/** Possible URLs of an issuer's metadata: RFC 8414, then OpenID Connect Discovery in both places in use. */
function metadataAddresses(issuer: string): string[] {
  const { origin, pathname } = new URL(issuer);
  const path = pathname.replace(/\/$/, "");
  return [
    ...new Set([
      `${origin}/.well-known/oauth-authorization-server${path}`,
      `${origin}/.well-known/openid-configuration${path}`,
      `${origin}${path}/.well-known/openid-configuration`,
    ]),
  ];
}

async function readMetadata(issuer: string): Promise<Readonly<Record<string, unknown>>> {
  const addresses = metadataAddresses(issuer);
  for (const address of addresses) {
    const { json } = await readJson(address);
    if (json !== undefined) return json;
  }
  throw new Error(`it has no metadata at ${addresses.join(" or ")}`);
}

/** An address whose content cannot be changed in transit: https, or this machine. */
function isConfidential(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
}

interface Read {
  readonly status: number;
  /** Undefined if the response was not a JSON object. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** Follows no redirects: they could lead to another host, or to a login page. */
async function readJson(address: string): Promise<Read> {
  const response = await fetch(address, {
    headers: { Accept: "application/json" },
    redirect: "manual",
    signal: AbortSignal.timeout(patience),
  });
  const { status } = response;
  if (!response.ok) {
    await response.body?.cancel();
    return { status, json: undefined };
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    if (size > maxBytes) throw new Error(`${address} returned more than ${maxBytes} bytes`);
    chunks.push(chunk);
  }
  return { status, json: objectIn(Buffer.concat(chunks).toString("utf8")) };
}

function objectIn(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value) ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}

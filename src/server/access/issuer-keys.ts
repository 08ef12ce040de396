import type { JSONWebKeySet, JWTVerifyGetKey } from "jose";

/** The issuer's keys could not be read, so that a token can be neither accepted nor refused. */
export class IssuerUnavailableError extends Error {
  override readonly name = "IssuerUnavailableError";
}

export interface IssuerKeysOptions {
  /** As the issuer's metadata and its tokens name it. */
  readonly issuer: string;
  /** Milliseconds since any moment. */
  readonly now?: () => number;
}

export interface IssuerKeys {
  /** Finds the key of a token. Throws `IssuerUnavailableError`, and jose's errors where there is no such key. */
  readonly find: JWTVerifyGetKey;
  /** Reads the keys again, unless that was tried a moment ago. Throws `IssuerUnavailableError`. */
  refresh(): Promise<void>;
}

const minute = 60_000;
/** After this, keys are read again before they are used. */
const fresh = 10 * minute;
/** After this, keys that could not be read again are not used any more. */
const usable = 60 * minute;
/** Between two readings: neither strangers' tokens nor an issuer that is down may make them many. */
const pause = 10_000;
const patience = 5000;
const mostBytes = 512 * 1024;

/**
 * The signing keys that an issuer publishes, found through its metadata. They are kept, and read again when they are
 * old or a token names a key that is not among them.
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
        // Keys rotate: the issuer may have published the key since. When it cannot be asked, the key stays unknown.
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
  if (json === undefined) throw new Error(`${address} answers ${status}, not a key set`);
  return json as unknown as JSONWebKeySet;
}

/** Where an issuer's metadata may be: RFC 8414, then OpenID Connect Discovery in both places that are in use. */
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

/** An address over which nobody on the way can change what is read: https, or this machine. */
function isConfidential(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  return protocol === "https:" || (protocol === "http:" && /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname));
}

interface Read {
  readonly status: number;
  /** Undefined when the answer was none with an object. */
  readonly json: Readonly<Record<string, unknown>> | undefined;
}

/** Follows no redirect: it could lead to an address that is not the issuer's, or to a page to log in. */
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
    if (size > mostBytes) throw new Error(`${address} answers more than ${mostBytes} bytes`);
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

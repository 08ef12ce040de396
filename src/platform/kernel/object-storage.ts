import { createHash } from "node:crypto";
import { Readable } from "node:stream";
import { setTimeout as sleep } from "node:timers/promises";
import type { AwsClient } from "aws4fetch";
import type { Agent } from "undici";

/** A bucket of an S3-compatible service, and the credentials. */
export interface ObjectStorageSettings {
  /** `s3://bucket/folder?endpoint=https://…&region=…`; everything but the bucket is optional. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string | undefined;
  /** Milliseconds; `defaultMaxSilence` when left out. */
  readonly maxSilence?: number | undefined;
}

type StorageProblem =
  /** It does not respond in time, or reports that it is unavailable. */
  | "unreachable"
  /** It refuses access, or has no such bucket. */
  | "refused"
  /** It has no such object. */
  | "missing"
  /** The object differs from what was stored. */
  | "changed";

/** Files cannot be put into object storage or read from it. The message has no secrets. */
export class ObjectStorageError extends Error {
  override readonly name = "ObjectStorageError";
  readonly problem: StorageProblem;

  constructor(problem: StorageProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

const defaultRegion = "us-east-1";

/** Milliseconds without a byte in either direction after which the service counts as silent. A slow line is not. */
export const defaultMaxSilence = 12_000;

/** Milliseconds for which requests fail at once after that: those that wait for each other must not add up. */
const silencePause = 5_000;

/** Bytes of a body that are handed over at once; taking them is a sign of life. */
const chunkBytes = 64 * 1024;

/** Milliseconds before each retry of a request that failed or that the service deferred. */
const pauses = [200, 1_000];

/** Bytes stored under their SHA-256. Objects are never removed or changed. */
export class ObjectStorage {
  /** A readable description of where objects are. */
  readonly location: string;
  readonly #settings: ObjectStorageSettings;
  readonly #folder: URL;
  readonly #region: string;
  readonly #maxSilence: number;
  #client: AwsClient | undefined;
  #agent: Agent | undefined;
  /** On the clock of `performance`. */
  #silentUntil = 0;

  constructor(settings: ObjectStorageSettings) {
    this.#maxSilence = settings.maxSilence ?? defaultMaxSilence;
    const url = new URL(settings.url);
    const { hostname: bucket, pathname, searchParams } = url;
    this.#settings = settings;
    this.#region = searchParams.get("region") ?? defaultRegion;
    const endpoint = searchParams.get("endpoint") ?? `https://s3.${this.#region}.amazonaws.com`;
    const folder = pathname.split("/").filter((part) => part !== "");
    this.#folder = new URL(`${[bucket, ...folder].join("/")}/`, endpoint.endsWith("/") ? endpoint : `${endpoint}/`);
    this.location = `bucket ${bucket} at ${this.#folder.host}`;
  }

  /** Stores bytes under their digest. */
  async put(digest: string, bytes: Uint8Array): Promise<void> {
    const hash = createHash("sha256").update(bytes).digest("hex");
    const response = await this.#request("PUT", digest, bytes, hash);
    if (!isOk(response)) throw this.#refusal(response);
  }

  /** Throws `ObjectStorageError` with `missing` or `changed` if the bytes are gone or differ. */
  async get(digest: string): Promise<Uint8Array> {
    const response = await this.#request("GET", digest);
    if (response.status === 404 && codeIn(response) !== "NoSuchBucket") {
      throw new ObjectStorageError(
        "missing",
        `The file ${digest} is not in the ${this.location}. Restore it from a copy of the bucket.`,
      );
    }
    if (!isOk(response)) throw this.#refusal(response);
    const { bytes } = response;
    if (createHash("sha256").update(bytes).digest("base64url") !== digest) {
      throw new ObjectStorageError(
        "changed",
        `The file ${digest} in the ${this.location} is not what was stored. Restore it from a copy of the bucket.`,
      );
    }
    return bytes;
  }

  /** Throws if objects cannot be written and read. */
  async check(): Promise<void> {
    const bytes = new TextEncoder().encode("copydesk");
    const digest = createHash("sha256").update(bytes).digest("base64url");
    await this.put(digest, bytes);
    await this.get(digest);
  }

  /** Both methods are safe to send twice. A service that does not respond is not called again. */
  async #request(method: "GET" | "PUT", digest: string, body?: Uint8Array, hash?: string): Promise<StorageResponse> {
    if (performance.now() < this.#silentUntil) throw this.#unreachable();
    const [client, agent] = await Promise.all([this.#signer(), this.#sender()]);
    const url = new URL(digest, this.#folder);
    const hashed: Record<string, string> = hash === undefined ? {} : { "x-amz-content-sha256": hash };
    const silence = new Silence(this.#maxSilence);
    try {
      for (let tries = 0; ; tries += 1) {
        const pause = pauses[tries];
        try {
          const { headers } = await client.sign(url, { method, headers: hashed });
          const signed = { method, headers: Object.fromEntries(headers) };
          const response = await send(agent, url, signed, body, silence);
          if (pause === undefined || (response.status < 500 && response.status !== 429)) return response;
        } catch (error) {
          if (silence.signal.aborted) this.#silentUntil = performance.now() + silencePause;
          if (pause === undefined || silence.signal.aborted) throw this.#unreachable(error);
        }
        await sleep(pause);
      }
    } finally {
      silence.end();
    }
  }

  #unreachable(cause?: unknown): ObjectStorageError {
    const message = `The ${this.location} does not respond. Try again soon.`;
    return new ObjectStorageError("unreachable", message, { cause });
  }

  async #sender(): Promise<Agent> {
    const { Agent } = await import("undici");
    this.#agent ??= new Agent();
    return this.#agent;
  }

  async #signer(): Promise<AwsClient> {
    const { AwsClient } = await import("aws4fetch");
    const { accessKeyId, secretAccessKey, sessionToken } = this.#settings;
    this.#client ??= new AwsClient({
      ...{ accessKeyId, secretAccessKey, service: "s3", region: this.#region },
      ...(sessionToken === undefined ? {} : { sessionToken }),
    });
    return this.#client;
  }

  #refusal(response: StorageResponse): ObjectStorageError {
    const code = codeIn(response);
    const reported = code === undefined ? `${response.status}` : `${response.status} ${code}`;
    if (response.status >= 500 || response.status === 429) {
      return new ObjectStorageError("unreachable", `The ${this.location} answers ${reported}. Try again soon.`);
    }
    const advice =
      code === "NoSuchBucket"
        ? "Create the bucket, or name another with --files."
        : "Check --files, AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY, and that they allow reading and writing there.";
    return new ObjectStorageError("refused", `The ${this.location} refuses: ${reported}. ${advice}`);
  }
}

/** Aborts its signal when nothing has been sent or received for too long. */
class Silence {
  readonly #controller = new AbortController();
  readonly #timer: NodeJS.Timeout;

  constructor(maxSilenceMs: number) {
    this.#timer = setTimeout(
      () => this.#controller.abort(new Error(`nothing was received for ${maxSilenceMs} ms`)),
      maxSilenceMs,
    );
  }

  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  broken(): void {
    this.#timer.refresh();
  }

  end(): void {
    clearTimeout(this.#timer);
  }
}

function* splitChunks(bytes: Uint8Array, silence: Silence): Iterable<Uint8Array> {
  for (let at = 0; at < bytes.length; at += chunkBytes) {
    silence.broken();
    yield bytes.subarray(at, at + chunkBytes);
  }
}

/**
 * Sends a signed request. `fetch` would copy the body three times. The response is read now, so that one
 * that breaks off is a failure of the try it belongs to.
 */
async function send(
  agent: Agent,
  url: URL,
  { method, headers }: { readonly method: "GET" | "PUT"; readonly headers: Readonly<Record<string, string>> },
  payload: Uint8Array | undefined,
  silence: Silence,
): Promise<StorageResponse> {
  const { origin, pathname: path } = url;
  const { statusCode: status, body } = await agent.request({
    ...{ origin, path, method, signal: silence.signal },
    headers: payload === undefined ? headers : { ...headers, "content-length": String(payload.length) },
    body: payload === undefined ? null : Readable.from(splitChunks(payload, silence)),
  });
  const chunks: Uint8Array[] = [];
  for await (const chunk of body) {
    silence.broken();
    chunks.push(chunk as Uint8Array);
  }
  return { status, bytes: new Uint8Array(Buffer.concat(chunks)) };
}

interface StorageResponse {
  readonly status: number;
  readonly bytes: Uint8Array;
}

const isOk = ({ status }: StorageResponse) => status >= 200 && status < 300;

/** The error code in the XML response. */
const codeIn = ({ bytes }: StorageResponse): string | undefined =>
  /<Code>(\w{1,80})<\/Code>/.exec(new TextDecoder().decode(bytes))?.[1];

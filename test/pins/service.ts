import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openPlatform, type Platform, type PlatformOptions } from "../../src/platform/index.ts";
import { ensureLocalToken, ensureWorkspace } from "../../src/platform/workspace/spaces/local-workspace.ts";

const origin = "https://docs.example.com";

const startOfTime = "2026-01-02T03:04:05.000Z";

export interface Sending {
  /** JSON text, or bytes as they are. */
  readonly body?: string | Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined;
  /** Added to `Authorization` and, if there is a body, `Content-Type: application/json`; null removes one. */
  readonly headers?: Readonly<Record<string, string | null>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Undefined if the body is empty. */
  readonly json: unknown;
}

/** A running platform in a separate folder, whose clock does not move until it is set. */
export interface Service {
  readonly platform: Platform;
  readonly folder: string;
  readonly organization: string;
  readonly user: string;
  readonly token: string;
  /** Lines the platform wrote to its log. */
  readonly log: string[];
  setTime(iso: string): void;
  /** `line` is a method and an address, as in `GET /v1/user`. */
  send(line: string, sending?: Sending): Promise<Answer>;
  close(): Promise<void>;
}

export async function startService(
  folder = mkdtempSync(join(tmpdir(), "copydesk-")),
  given: Pick<
    PlatformOptions,
    "files" | "outbound" | "conversations" | "mail" | "model" | "publicUrl" | "secretKeys" | "translation" | "jobs"
  > = {},
): Promise<Service> {
  let time = startOfTime;
  const log: string[] = [];
  const platform = await openPlatform({ ...given, folder, now: () => new Date(time), log: (line) => log.push(line) });
  const { organization, user } = await ensureWorkspace(platform.database, platform.now());
  const token = await ensureLocalToken(platform.database, folder, user, platform.now());
  return {
    platform,
    folder,
    organization,
    user,
    token,
    log,
    setTime(iso) {
      time = iso;
    },
    async send(line, sending = {}) {
      return readAnswer(await platform.fetch(rawRequest(line, token, sending)));
    },
    async close() {
      await platform.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** A request as it is sent; no code of the product is involved. */
export function rawRequest(line: string, token: string, { body, headers = {} }: Sending = {}): Request {
  const [method = "", address = ""] = line.split(" ");
  const all: Record<string, string | null> = {
    Authorization: `Bearer ${token}`,
    ...(body === undefined ? {} : { "Content-Type": "application/json" }),
    ...headers,
  };
  const sent = Object.entries(all).filter((entry): entry is [string, string] => entry[1] !== null);
  const url = address.startsWith("/") ? origin + address : address;
  const streaming = body instanceof ReadableStream ? { duplex: "half" as const } : {};
  return new Request(url, { method, headers: sent, ...(body === undefined ? {} : { body }), ...streaming });
}

export async function readAnswer(response: Response): Promise<Answer> {
  const text = await response.text();
  const isJson = response.headers.get("content-type") === "application/json";
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: isJson && text !== "" ? JSON.parse(text) : undefined,
  };
}

import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { AddressInfo } from "node:net";
import { deflateSync } from "node:zlib";
import { onTestFinished } from "vitest";

const types = { commit: 1, tree: 2, blob: 3 } as const;

/** An object of a pack: as it is, or how to make it from another one. */
export type Packed =
  | { readonly type: keyof typeof types; readonly bytes: Uint8Array; readonly saysSize?: number }
  | { readonly base: string; readonly delta: Uint8Array };

export interface FakeAnswers {
  /** The commit of each branch, by ref. */
  readonly refs: Iterable<readonly [ref: string, oid: string]>;
  readonly pack?: Uint8Array;
  /** Sections before the pack, in packets. */
  readonly before?: string;
  readonly capabilities?: readonly string[];
}

/** A remote that speaks version 2 of the protocol and says what no Git would. Returns its address. */
export async function startFakeRemote(answers: FakeAnswers): Promise<string> {
  const server = createServer(async (request, response) => {
    const isFirst = request.method === "GET";
    const kind = isFirst ? "upload-pack-advertisement" : "upload-pack-result";
    response.writeHead(200, { "Content-Type": `application/x-git-${kind}` });
    if (isFirst) {
      const capabilities = ["version 2", "ls-refs", "fetch=shallow", ...(answers.capabilities ?? [])];
      response.end(`${packet("# service=git-upload-pack\n")}0000${capabilities.map(packet).join("")}0000`);
    } else if ((await textOf(request)).includes("command=ls-refs")) {
      const lines = [...answers.refs].map(([ref, oid]) => packet(`${oid} ${ref}\n`));
      response.write(lines.join(""));
      response.end("0000");
    } else {
      response.write((answers.before ?? "") + packet("packfile\n"));
      const pack = Buffer.from(answers.pack ?? packOf([]));
      for (let at = 0; at < pack.length; at += 60_000) {
        const part = pack.subarray(at, at + 60_000);
        response.write(Buffer.concat([Buffer.from(`${lengthOf(part.length + 5)}\x01`, "latin1"), part]));
      }
      response.end("0000");
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/team/docs.git`;
}

export const packet = (text: string): string => lengthOf(Buffer.byteLength(text) + 4) + text;
const lengthOf = (bytes: number) => bytes.toString(16).padStart(4, "0");

async function textOf(request: IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts).toString("latin1");
}

export function oidOf(type: keyof typeof types, bytes: Uint8Array): string {
  return createHash("sha1").update(`${type} ${bytes.length}\0`).update(bytes).digest("hex");
}

export function treeOf(entries: readonly (readonly [mode: string, name: string, oid: string])[]): Buffer {
  return Buffer.concat(
    entries.flatMap(([mode, name, oid]) => [Buffer.from(`${mode} ${name}\0`), Buffer.from(oid, "hex")]),
  );
}

export const commitOf = (tree: string, message: Uint8Array | string = "Edit\n"): Buffer =>
  Buffer.concat([
    Buffer.from(`tree ${tree}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\n`),
    Buffer.from(message),
  ]);

export function packOf(objects: readonly Packed[]): Buffer {
  const parts = [Buffer.from("PACK"), numberOf(2), numberOf(objects.length)];
  for (const object of objects) {
    const isDelta = "delta" in object;
    const bytes = isDelta ? object.delta : object.bytes;
    const size = isDelta ? bytes.length : (object.saysSize ?? bytes.length);
    parts.push(headOf(isDelta ? 7 : types[object.type], size));
    if (isDelta) parts.push(Buffer.from(object.base, "hex"));
    parts.push(deflateSync(bytes));
  }
  const body = Buffer.concat(parts);
  return Buffer.concat([body, createHash("sha1").update(body).digest()]);
}

/** A delta that repeats the first 64 KB of its base, which has `from` bytes, up to `size`. */
export function repeating(from: number, size: number): Buffer {
  const step = 0x10000;
  const copies = Array.from({ length: size / step }, () => Buffer.from([0x80]));
  return Buffer.concat([varint(from), varint(size), ...copies]);
}

function numberOf(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

function headOf(type: number, size: number): Buffer {
  let rest = Math.floor(size / 16);
  const bytes = [(type << 4) | (size % 16) | (rest > 0 ? 0x80 : 0)];
  for (; rest > 0; rest = Math.floor(rest / 128)) bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
  return Buffer.from(bytes);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  for (let rest = value; ; rest = Math.floor(rest / 128)) {
    bytes.push((rest % 128) | (rest >= 128 ? 0x80 : 0));
    if (rest < 128) return Buffer.from(bytes);
  }
}

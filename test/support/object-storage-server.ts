import { createHash, createHmac } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

interface AskedObject {
  readonly method: string;
  /** Decoded path: the bucket and the key. */
  readonly path: string;
}

export interface ObjectStorageServer {
  /** As `--files` takes it. */
  readonly url: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  /** By bucket and key. */
  readonly objects: Map<string, Buffer>;
  readonly asked: AskedObject[];
  /** Handles a request instead of the usual code, if it returns true. */
  interfere: (request: IncomingMessage, response: ServerResponse) => boolean;
  close(): Promise<void>;
}

const accessKeyId = "AKIDEXAMPLE1234567";
const secretAccessKey = "bucket-secret-that-no-log-shows";
const region = "eu-test-1";
const bucket = "docs-files";

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest("hex");
const hmac = (key: string | Buffer, data: string) => createHmac("sha256", key).update(data).digest();

/**
 * One bucket of an S3 service, on loopback. It checks signatures as in AWS's description of version 4, written
 * from the documentation without the client's library, and the hash of the content.
 */
export async function startObjectStorage(): Promise<ObjectStorageServer> {
  const objects = new Map<string, Buffer>();
  const asked: AskedObject[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const body = await bytesOf(request);
      const path = decodeURIComponent(new URL(request.url ?? "", "http://bucket").pathname);
      asked.push({ method: request.method ?? "", path });
      if (storage.interfere(request, response)) return;
      const wrong = refusalOf(request, body);
      if (wrong !== undefined) return answer(response, ...wrong);
      if (!path.startsWith(`/${bucket}/`)) return answer(response, 404, "NoSuchBucket");
      if (request.method === "PUT") {
        objects.set(path, body);
        return response.writeHead(200).end();
      }
      const found = objects.get(path);
      if (found === undefined) return answer(response, 404, "NoSuchKey");
      return response.writeHead(200, { "content-length": found.length }).end(found);
    })().catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  const storage: ObjectStorageServer = {
    url: `s3://${bucket}/copydesk?region=${region}&endpoint=${encodeURIComponent(`http://127.0.0.1:${port}`)}`,
    ...{ accessKeyId, secretAccessKey, objects, asked },
    interfere: () => false,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return storage;
}

async function bytesOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function answer(response: ServerResponse, status: number, code: string): void {
  response.writeHead(status, { "content-type": "application/xml" });
  response.end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>no</Message></Error>`);
}

/** https://docs.aws.amazon.com/IAM/latest/UserGuide/reference_sigv-create-signed-request.html */
function refusalOf(request: IncomingMessage, body: Buffer): [status: number, code: string] | undefined {
  const given =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([0-9a-f]{64})$/.exec(
      request.headers.authorization ?? "",
    );
  if (given === null) return [403, "AccessDenied"];
  const [, key, day = "", place = "", names = "", signature] = given;
  if (key !== accessKeyId) return [403, "InvalidAccessKeyId"];
  const header = (name: string) => String(request.headers[name] ?? "").trim();
  const payload = header("x-amz-content-sha256");
  if (payload !== "UNSIGNED-PAYLOAD" && payload !== sha256(body)) return [400, "XAmzContentSHA256Mismatch"];
  const { pathname, search } = new URL(request.url ?? "", "http://bucket");
  const canonical = [
    ...[request.method, pathname, search.slice(1)],
    ...names.split(";").map((name) => `${name}:${header(name)}`),
    ...["", names, payload],
  ].join("\n");
  const scope = `${day}/${place}/s3/aws4_request`;
  const text = ["AWS4-HMAC-SHA256", header("x-amz-date"), scope, sha256(canonical)].join("\n");
  const signing = ["s3", "aws4_request"].reduce(
    (from: Buffer, part) => hmac(from, part),
    hmac(hmac(`AWS4${secretAccessKey}`, day), place),
  );
  if (place !== region || hmac(signing, text).toString("hex") !== signature) return [403, "SignatureDoesNotMatch"];
  return undefined;
}

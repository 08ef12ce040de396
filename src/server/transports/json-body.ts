import { isJsonContentType } from "@modelcontextprotocol/server";
import { findExcess } from "../../contract/json-bounds.ts";
import { jsonRpcError } from "../access/http-guards.ts";

const utf8 = new TextDecoder("utf-8", { fatal: true });

/** The JSON value of a request's body, or the response that rejects it: not JSON, too large, or invalid UTF-8. */
export async function readJson(request: Request, maxBytes: number): Promise<{ readonly value: unknown } | Response> {
  if (!isJsonContentType(request.headers.get("content-type"))) {
    return jsonRpcError(415, -32000, "Unsupported Media Type: send JSON with Content-Type: application/json.");
  }
  const tooLarge = () => jsonRpcError(413, -32000, `Payload Too Large: a request may have ${maxBytes} bytes.`);
  if (Number(request.headers.get("content-length") ?? 0) > maxBytes) return tooLarge();
  try {
    const bytes = await readBytes(request, maxBytes);
    if (bytes === undefined) return tooLarge();
    const excess = findExcess(bytes);
    if (excess !== undefined) return jsonRpcError(400, -32600, `Invalid Request: the body ${excess}.`);
    return { value: JSON.parse(utf8.decode(bytes)) };
  } catch {
    return jsonRpcError(400, -32700, "Parse error: the body is not valid JSON in UTF-8.");
  }
}

/** Undefined if there are more bytes than allowed; reading stops there. */
async function readBytes(request: Request, maxBytes: number): Promise<Buffer | undefined> {
  // The HTTP server enforces the declared length, which was checked. Reading it whole avoids a stream.
  if (request.headers.has("content-length")) return Buffer.from(await request.arrayBuffer());
  const chunks: Uint8Array[] = [];
  let received = 0;
  for await (const chunk of request.body ?? []) {
    received += chunk.byteLength;
    if (received > maxBytes) return undefined;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

import { Problem } from "../problem.ts";

const megabyte = 1024 * 1024;

/** The bytes of a request, of which there may be so many. Throws `bad_request` where they end too early. */
export async function readBytes(request: Request, mostMegabytes: number): Promise<Uint8Array> {
  const tooLarge = new Problem("payload_too_large", `body: is larger than ${mostMegabytes} MB.`);
  if (Number(request.headers.get("content-length")) > mostMegabytes * megabyte) throw tooLarge;
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of request.body ?? []) {
      size += chunk.length;
      if (size > mostMegabytes * megabyte) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error === tooLarge) throw error;
    throw new Problem("bad_request", "body: broke off before its end. Send the request again.");
  }
  return Buffer.concat(chunks);
}

import type { InsertFiles } from "../../contract/models/content-change.ts";
import type { Fetched } from "../outbound/outbound.ts";
import { Problem } from "../problem.ts";

type NewFile = InsertFiles["files"][number];

const mostInlineBytes = 1024 * 1024;

/** The bytes and type of a file an editor gave, the one at `index` of its request. */
export function givenFile(
  file: NewFile,
  index: number,
  fetched: ReadonlyMap<string, Fetched>,
): { bytes: Uint8Array; contentType: string } {
  const usual = "application/octet-stream";
  if (file.url === undefined) {
    return { bytes: decode(file.base64 ?? "", index), contentType: file.contentType ?? usual };
  }
  const found = fetched.get(file.url);
  if (found === undefined) throw new Error(`files.${index}.url was not fetched`);
  return { bytes: found.bytes, contentType: file.contentType ?? found.contentType ?? usual };
}

function decode(base64: string, index: number): Uint8Array {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64.replace(/\s/g, ""))) {
    throw new Problem("bad_request", `files.${index}.base64 is not base64.`);
  }
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > mostInlineBytes) {
    throw new Problem(
      "payload_too_large",
      `files.${index}.base64: a file sent this way holds at most 1 MB. Give a URL instead.`,
    );
  }
  return bytes;
}

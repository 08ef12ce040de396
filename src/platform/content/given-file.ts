import type { InsertFiles } from "../../contract/models/content-change.ts";
import { Problem } from "../problem.ts";

const mostBytes = 1024 * 1024;

/** The bytes of a file an editor gave, the one at `index` of its request. */
export function decodeFile(file: InsertFiles["files"][number], index: number): Uint8Array {
  if (file.base64 === undefined) {
    throw new Problem(
      "not_implemented",
      `files.${index}.url: this service does not fetch files from URLs yet. Send the bytes as base64.`,
    );
  }
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(file.base64.replace(/\s/g, ""))) {
    throw new Problem("bad_request", `files.${index}.base64 is not base64.`);
  }
  const bytes = Buffer.from(file.base64, "base64");
  if (bytes.length > mostBytes) {
    throw new Problem("payload_too_large", `files.${index}.base64: a file sent this way holds at most 1 MB.`);
  }
  return bytes;
}

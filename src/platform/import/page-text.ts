import { ImportError } from "./import-error.ts";
import type { Folder } from "./read-folder.ts";

export type DecodedPage = { text: string } | { problem: "binary_page" | "invalid_utf8" };

/** Strict UTF-8, byte order mark kept: encoding the text again gives the same bytes. */
export function decodePage(bytes: Uint8Array): DecodedPage {
  if (bytes.includes(0)) return { problem: "binary_page" };
  try {
    return { text: new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes) };
  } catch {
    return { problem: "invalid_utf8" };
  }
}

/** The text of a page that was planned; it must still be text. */
export async function readPlannedText(folder: Folder, path: string): Promise<string> {
  const page = decodePage(await folder.readBytes(path));
  if ("text" in page) return page.text;
  throw new ImportError("file_changed", path, `${path} is no longer UTF-8 text. Run the import again.`);
}

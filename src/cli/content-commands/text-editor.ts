import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { UsageError } from "../errors.ts";

/** A text that a person is editing. */
export interface EditedText {
  /** As it was saved. */
  readonly text: string;
  readonly file: string;
  /** Removes the file. */
  discard(): void;
}

/**
 * Opens a text in the user's editor and waits until it is closed. The file stays until it is discarded, so that a
 * text that could not be stored is not lost. Throws `UsageError` without a terminal and if the editor fails.
 */
export async function editText(text: string, name: string): Promise<EditedText> {
  if (!process.stdin.isTTY) {
    throw new UsageError("There is no terminal to edit in. Give the new text with --from <file>; - is standard input.");
  }
  const folder = mkdtempSync(join(tmpdir(), "copydesk-edit-"));
  const discard = () => rmSync(folder, { recursive: true, force: true });
  const file = join(folder, name);
  writeFileSync(file, text, { mode: 0o600 });
  const { VISUAL, EDITOR } = process.env;
  const editor = VISUAL || EDITOR || (process.platform === "win32" ? "notepad" : "vi");
  // The user's own command line, as usual; the path is ours and has no characters special to a shell.
  const child = spawn(`${editor} "${file}"`, { shell: true, stdio: "inherit" });
  const [code] = (await once(child, "close").catch(() => [127])) as [number | null];
  if (code !== 0) {
    discard();
    throw new UsageError(`The editor "${editor}" ended with ${code}, so nothing was changed. $EDITOR names another.`);
  }
  return { text: readFileSync(file, "utf8"), file, discard };
}

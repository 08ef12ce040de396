import { mkdir, mkdtemp, readdir, readFile, realpath, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { onTestFinished } from "vitest";

/** `{ link }` is a symbolic link, `{ bytes }` a sparse file of that size. */
type Content = string | Uint8Array | { link: string } | { bytes: number };

/** A folder with this content, removed after the test. Returns its real path. */
export async function temporaryFolder(content: Record<string, Content> = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(tmpdir(), "import-")));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  for (const [path, value] of Object.entries(content)) {
    const place = join(folder, path);
    await mkdir(dirname(place), { recursive: true });
    if (typeof value === "string" || value instanceof Uint8Array) await writeFile(place, value);
    else if ("link" in value) await symlink(value.link, place);
    else {
      await writeFile(place, "");
      await truncate(place, value.bytes);
    }
  }
  return folder;
}

/** Every file below a folder, as hexadecimal bytes or as text. */
export async function filesBelow(folder: string, encoding: "utf8" | "hex" = "utf8"): Promise<Record<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files: Record<string, string> = {};
  for (const path of paths.sort()) files[path.slice(folder.length + 1)] = await readFile(path, encoding);
  return files;
}

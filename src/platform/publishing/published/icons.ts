import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";
import type { FontAwesome, IconPack } from "../../../site/icons/icon-pack.ts";

let pack: Promise<IconPack> | undefined;

/** Loads the icons when a page first uses one. */
export function loadIcons(): Promise<IconPack> {
  pack ??= readIcons().catch((error: unknown) => {
    pack = undefined;
    throw error;
  });
  return pack;
}

async function readIcons(): Promise<IconPack> {
  const built = fileURLToPath(new URL("./icons.json", import.meta.url));
  if (existsSync(built)) return JSON.parse(await readFile(built, "utf8")) as IconPack;
  const { packIcons } = await import("../../../site/icons/icon-pack.ts");
  const packages = createRequire(import.meta.url);
  const json = async (name: string): Promise<unknown> => JSON.parse(await readFile(packages.resolve(name), "utf8"));
  return packIcons(
    (await json("@fortawesome/fontawesome-free/metadata/icon-families.json")) as FontAwesome,
    (await json("lucide-static/icon-nodes.json")) as Parameters<typeof packIcons>[1],
  );
}

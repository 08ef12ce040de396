import { appAssets } from "../../generated/app/app-assets.ts";
import type { PageAddresses } from "../accounts/page-addresses.ts";
import { listAssets, plainCustomization, themeAsset } from "../site/index.ts";

interface AppAsset {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

const folder = "/app/~assets/";

const names = ["colors.css", "site.css", "changes.css", "app.css", "app.js"] as const;

type AssetName = (typeof names)[number];

/** Assets of desk pages. Names include a content hash, so they can be cached forever. */
function findAsset(name: AssetName): AppAsset | undefined {
  if (name === "app.css" || name === "app.js") return appAssets[name];
  if (name === "colors.css") return themeAsset(plainCustomization);
  return listAssets(plainCustomization).find((asset) => asset.name.startsWith(name.replace(".css", "-")));
}

export const assetPath = (addresses: PageAddresses, name: AssetName): string =>
  addresses.path(folder + (findAsset(name)?.name ?? ""));

/** Serves an asset; undefined for any other path. */
export function serveAsset(pathname: string): Response | undefined {
  if (!pathname.startsWith(folder)) return undefined;
  const name = pathname.slice(folder.length);
  const found = names.map(findAsset).find((asset) => asset?.name === name);
  if (found === undefined) return new Response("Not Found\n", { status: 404 });
  return new Response(found.text, {
    headers: {
      "Content-Type": found.type,
      "Cache-Control": "public, max-age=31536000, immutable",
      "X-Content-Type-Options": "nosniff",
    },
  });
}

import { createHash } from "node:crypto";
import { type BuiltAsset, builtAssets } from "../../generated/site/built-assets.ts";
import type { SiteCustomization } from "../contract/models/site-customization.ts";
import { themeCss } from "./theme/theme-css.ts";

/** A file that pages load. Its name changes with its content, so that it can be cached forever. */
export interface Asset {
  readonly name: string;
  readonly type: string;
  readonly text: string;
}

/** By what they are derived from. Making one takes as long as rendering several pages. */
const themes = new Map<string, Asset>();

const maxThemes = 100;

/** The style sheet with one site's appearance. */
export function themeAsset({ styling, header }: SiteCustomization): Asset {
  const key = JSON.stringify([styling, header.preset, header.backgroundColor, header.linkColor]);
  const known = themes.get(key);
  if (known !== undefined) return known;
  const text = themeCss({ styling, header });
  const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
  const asset = { name: `colors-${digest}.css`, type: "text/css; charset=utf-8", text };
  if (themes.size >= maxThemes) themes.clear();
  themes.set(key, asset);
  return asset;
}

/** Every asset that pages of a site may load from it. */
export function listAssets(customization: SiteCustomization): Asset[] {
  return [themeAsset(customization), ...Object.values(builtAssets)];
}

/** Below the site's base path, where no page can be: slugs do not begin with a tilde. */
export const assetFolder = "~assets/";

export function assetHref(basePath: string, name: BuiltAsset | Asset): string {
  return basePath + assetFolder + (typeof name === "string" ? builtAssets[name].name : name.name);
}

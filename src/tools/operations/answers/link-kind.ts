import type { LinkRecord } from "../../../contract/models/link.ts";
import { splitHref } from "../../../markdown/page/link-paths.ts";

/** What a link is to lead to or show. */
export const linkKinds = ["page", "anchor", "image", "file", "include", "space"] as const;

export type LinkKind = (typeof linkKinds)[number];

/** Which kind of thing is missing where a link is broken; `showsImage` where the page shows what is there. */
export function kindOf({ targetReference: target, relation }: LinkRecord, showsImage: boolean): LinkKind {
  if (target?.kind === "page" && target.internalLocation !== undefined) return "anchor";
  if (relation === "dependsOn") return "include";
  if (target?.kind !== "url") return target?.kind === "file" ? "file" : target?.kind === "space" ? "space" : "page";
  if (showsImage) return "image";
  const { path, anchor } = splitHref(target.url);
  const lost = /^\/broken\/(page|file|space)s\//.exec(path)?.[1] as "page" | "file" | "space" | undefined;
  if (lost !== undefined) return lost;
  if (IMAGE.test(path)) return "image";
  if (isFilePath(path)) return "file";
  return path === "" && anchor !== undefined ? "anchor" : "page";
}

const IMAGE = /\.(?:avif|bmp|gif|ico|jpe?g|png|svg|webp)$/i;

/** Pages are Markdown or have no ending. */
export const isFilePath = (path: string): boolean =>
  /(?:^|\/)\.gitbook\/assets\//.test(path) || /\.(?!(?:mdx?|markdown)$)[a-z0-9]{2,5}$/i.test(path);

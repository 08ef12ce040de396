import { createHash } from "node:crypto";
import { candidatePaths, foldPath, isExternal } from "../../text/link-paths.ts";
import { hasAnchor, type PageAnchors } from "../../text/page-anchors.ts";
import { listPageLinks } from "../../text/page-links.ts";
import { beginningOf } from "../../text/shortened.ts";
import type { LinkResolver, PlacedOrigin } from "../content/references.ts";
import { type LinkRow, mostLinksOfPage } from "../store/links.ts";

/** Longer addresses are kept by their beginning, with a digest of the whole. */
const longestAddress = 1_000;

/** What links of one space are read with. */
export interface LinkReading {
  readonly space: string;
  readonly organization: string;
  readonly resolver: LinkResolver;
  /** Undefined for what is no page. */
  anchorsOf(page: string): Promise<PageAnchors | undefined>;
}

/** The links of a page or reusable content: those of its text, and the addresses that it has besides. */
export async function linkRows(
  reading: LinkReading,
  origin: PlacedOrigin,
  text: string,
  besides: readonly string[],
): Promise<LinkRow[]> {
  const rows: LinkRow[] = [];
  for (const { href, kind, relation, anchor } of [
    ...besides.map((address) => ({ href: address, ...ofWholePage })),
    ...listPageLinks(text),
  ]) {
    if (rows.length === mostLinksOfPage) break;
    if (/^data:/i.test(href)) continue;
    const { target, status } =
      kind === "openapi"
        ? { target: `openapi:${clipped(href)}`, status: "ok" as const }
        : await readTarget(reading, origin, href);
    const [bySource = null, byPath = null] = kind === "openapi" ? [] : candidatePaths(origin, href).map(foldPath);
    rows.push({
      space: reading.space,
      page: origin.id,
      position: rows.length,
      target,
      relation,
      status,
      href: clipped(href),
      anchor,
      by_source: bySource,
      by_path: byPath === bySource ? null : byPath,
    });
  }
  return rows;
}

const ofWholePage = { kind: "path", relation: "reference", anchor: "" } as const;

/** What an address leads to and whether it is there. */
export async function readTarget(
  reading: LinkReading,
  origin: PlacedOrigin,
  href: string,
): Promise<{ target: string; status: "ok" | "broken" | "in-app" }> {
  if (isAppAddress(href, reading.organization)) return { target: `app:${clipped(href)}`, status: "in-app" };
  const found = await reading.resolver.resolve(origin, href);
  switch (found.kind) {
    case "url":
      return { target: `url:${clipped(href)}`, status: "ok" };
    case "file":
      return { target: `file:${found.file}`, status: "ok" };
    case "broken": {
      const [, noun, id] = PLATFORM_REFERENCE.exec(href) ?? [];
      if (noun !== undefined) return { target: `${noun}:${id}`, status: "ok" };
      return { target: `broken:${clipped(href)}`, status: "broken" };
    }
    case "page":
    case "anchor": {
      if (href === "") return { target: "broken:", status: "broken" };
      if (found.anchor === undefined || found.anchor === "") return { target: `page:${found.page}`, status: "ok" };
      const anchors = await reading.anchorsOf(found.page);
      // A reusable content's own anchors are those of whatever page takes it in.
      if (anchors === undefined) return { target: `file:${found.page}`, status: "ok" };
      const there = hasAnchor(anchors, found.anchor);
      return { target: `page:${found.page}#${clipped(found.anchor)}`, status: there ? "ok" : "broken" };
    }
  }
}

/** How a reference to something besides pages and files is written. */
const PLATFORM_REFERENCE = /^\/(space|collection|user)s\/([a-zA-Z0-9]{20})$/;

/** An address of the web application: of this organization, at whatever host the service is reached. */
function isAppAddress(href: string, organization: string): boolean {
  return isExternal(href) && /^https?:\/\/[^/?#]+\/app\/([^/?#]+)/i.exec(href)?.[1] === organization;
}

function clipped(address: string): string {
  if (address.length <= longestAddress) return address;
  const digest = createHash("sha256").update(address).digest("base64url");
  return `${beginningOf(address, longestAddress)}…${digest}`;
}

import type { ContentReference } from "../../src/markdown/document/model.ts";
import { documentFromMarkdown } from "../../src/markdown/document/reading/from-markdown.ts";
import { listSections } from "../../src/markdown/page/sections.ts";
import { loadIcons } from "../../src/platform/publishing/published/icons.ts";
import { createPlainContent } from "../../src/platform/publishing/published/plain-site.ts";
import { type Drawers, renderPage } from "../../src/site/index.ts";
import type { PageView, SiteView, Target } from "../../src/site/view.ts";

const place = createPlainContent({
  space: "space",
  revision: "revision",
  title: "Docs",
  basePath: "/",
  origin: "https://docs.example",
  version: "1",
  hasServer: true,
});

export const plainSite: SiteView = {
  ...place.site,
  title: place.title,
  basePath: place.basePath,
  origin: place.origin,
  home: "/",
  root: "/",
  search: { action: "/~search" },
};

/** The targets of references, by the address as written. */
const targets: Readonly<Record<string, Target>> = {
  "other.md": { href: "/other", title: "Another page", description: "About it" },
  "light.png": { href: "/~files/1/light.png", title: "light.png", width: 40, height: 30, size: 2_500 },
  "dark.png": { href: "/~files/2/dark.png", title: "dark.png" },
};

export function resolveTarget(reference: ContentReference): Target | undefined {
  if (reference.kind !== "url") return undefined;
  return targets[reference.url] ?? (/^[a-z]+:/.test(reference.url) ? { href: reference.url } : undefined);
}

export function pageOf(markdown: string, members: Partial<PageView> = {}): PageView {
  return {
    id: "page",
    path: "page",
    href: "/page",
    title: "Page",
    document: documentFromMarkdown(markdown, { isOnlyShown: true }),
    showsConditional: true,
    anchors: listSections(markdown).map(({ title, anchor }) => ({ title, anchor })),
    resolve: resolveTarget,
    toc: [],
    breadcrumbs: [],
    below: [],
    canonical: "https://docs.example/page",
    alternates: [],
    isUnlisted: false,
    ...members,
  };
}

/** The markup of only a page's text. */
export async function drawn(
  markdown: string,
  members: Partial<PageView> = {},
  drawDiagrams: Drawers["drawDiagrams"] = async () => new Map(),
): Promise<string> {
  const page = await renderPage(plainSite, pageOf(markdown, members), { drawDiagrams, loadIcons });
  return /<div class="content">(.*)<\/div><\/article>/s.exec(page)?.[1] ?? page;
}

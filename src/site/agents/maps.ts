import { escapeText } from "../html.ts";
import { markdownHref } from "../page-address.ts";
import type { PageEntry, SectionView, SiteView } from "../view.ts";
import { aiAgents } from "./ai-agents.ts";
import { agentCatalogPath } from "./catalog.ts";
import { linkText, oneLine } from "./page-markdown.ts";

/** Characters. Agents read about this much of an index at a time. */
const maxIndexChars = 50_000;

/** An index of the site and, if it would be too long, of its parts: texts by file name. */
export function renderLlms(site: SiteView, entries: readonly PageEntry[]): Map<string, string> {
  const listed = entries.filter(({ isUnlisted }) => !isUnlisted);
  const whole = head(site) + lines(site, listed).join("\n") + others(site);
  if (whole.length <= maxIndexChars) return new Map([["llms.txt", `${whole}\n`]]);
  const files = new Map<string, string>();
  const parts = divided(site, listed, maxIndexChars - 2_000);
  const links = parts.map(({ title }, index) => {
    const href = new URL(`${site.basePath}llms-${index + 1}.txt`, site.origin).href;
    return `- [${linkText(title)}](${href})`;
  });
  files.set("llms.txt", `${head(site)}${links.join("\n")}${others(site)}\n`);
  for (const [index, part] of parts.entries()) {
    files.set(
      `llms-${index + 1}.txt`,
      `# ${oneLine(site.title)}: ${oneLine(part.title)}\n\n${part.lines.join("\n")}\n`,
    );
  }
  return files;
}

function head(site: SiteView): string {
  const { mcp } = site.agents ?? {};
  const endpoint = mcp === undefined ? "" : `Search and read through MCP: ${new URL(mcp, site.origin).href}\n\n`;
  return `# ${oneLine(site.title)}\n\n> Documentation. Each link leads to a page as Markdown; the same address without \`.md\` is the page for people.\n\n${endpoint}## Pages\n\n`;
}

/** Links to the indexes of other sections and variants, which list their own pages. */
function others(site: SiteView): string {
  const links = otherParts(site).map(
    ({ title, href }) => `- [${linkText(title)}](${new URL(`${href}llms.txt`, site.origin).href})`,
  );
  return links.length === 0 ? "" : `\n\n## Other sections, versions and languages\n\n${links.join("\n")}`;
}

/** Roots of the site's other contents. */
function otherParts({ sections, variants }: SiteView): { readonly title: string; readonly href: string }[] {
  const leaves = (section: SectionView): readonly SectionView[] => [section, ...section.sections.flatMap(leaves)];
  return [...sections.flatMap(leaves), ...variants].flatMap(({ title, href, isCurrent }) =>
    href === undefined || isCurrent || !href.endsWith("/") ? [] : { title, href },
  );
}

function lines(site: SiteView, entries: readonly PageEntry[]): string[] {
  return entries.flatMap(({ title, href, description, depth, hasText }) => {
    if (!hasText) return [];
    const about = description === undefined ? "" : `: ${oneLine(description)}`;
    const address = new URL(markdownHref(href), site.origin).href;
    return [`${"  ".repeat(Math.min(depth, 6))}- [${linkText(title)}](${address})${about}`];
  });
}

/** Runs of pages that fit in one file, named after their first page. */
function divided(site: SiteView, entries: readonly PageEntry[], maxChars: number) {
  const parts: { title: string; lines: string[] }[] = [];
  let size = 0;
  for (const entry of entries) {
    const [line] = lines(site, [entry]);
    if (line === undefined) continue;
    if (parts.length === 0 || size + line.length > maxChars) {
      parts.push({ title: entry.title, lines: [] });
      size = 0;
    }
    parts.at(-1)?.lines.push(line);
    size += line.length + 1;
  }
  return parts;
}

/** Pages joined into files of about 200,000 characters, each with a link to the next. */
export function renderLlmsFull(
  site: SiteView,
  pages: readonly { readonly title: string; readonly canonical: string; readonly markdown: string }[],
  { number, hasMore }: { readonly number: number; readonly hasMore: boolean },
): string {
  const texts = pages.map(
    ({ title, canonical, markdown }) => `# ${oneLine(title)}\n\nSource: ${canonical}\n\n${markdown.trim()}\n`,
  );
  const next = new URL(`${site.basePath}llms-full-${number + 1}.txt`, site.origin).href;
  return texts.join("\n---\n\n") + (hasMore ? `\n---\n\nMore pages: ${next}\n` : "");
}

export function renderSitemap(site: SiteView, entries: readonly PageEntry[]): string {
  const urls = entries
    .filter(({ hasText, isUnlisted }) => hasText && !isUnlisted)
    .map(({ href, updatedAt }) => {
      const changed = updatedAt === undefined ? "" : `<lastmod>${escapeText(updatedAt)}</lastmod>`;
      return `<url><loc>${escapeText(new URL(href, site.origin).href)}</loc>${changed}</url>`;
    });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">\n${urls.join("\n")}\n</urlset>\n`;
}

/** The same for agents: the tree of pages, including headings without text. */
export function renderSitemapMarkdown(site: SiteView, entries: readonly PageEntry[]): string {
  const listed = entries.filter(({ isUnlisted }) => !isUnlisted);
  const items = listed.map(({ title, href, depth, hasText }) => {
    const label = hasText ? `[${linkText(title)}](${new URL(href, site.origin).href})` : oneLine(title);
    return `${"  ".repeat(Math.min(depth, 6))}- ${label}`;
  });
  return `# ${oneLine(site.title)}\n\n${items.join("\n")}\n`;
}

/**
 * Allows use for search and for answers; does not grant use for model training. A site that excludes agents grants
 * nothing for models, and says so to each agent by its name.
 */
export function renderRobots(site: SiteView): string {
  const { agents, basePath, origin } = site;
  const named = aiAgents.map((name) => `User-agent: ${name}\n`).join("");
  const excluded = agents === undefined ? `${named}${noSignal}Disallow: /\n\n` : "";
  const signal = `Content-Signal: search=yes, ai-input=${agents === undefined ? "no" : "yes"}, ai-train=no\n`;
  if (site.isUnlisted) return `${excluded}User-agent: *\n${agents === undefined ? noSignal : ""}Disallow: /\n`;
  const roots = [basePath, ...otherParts(site).map(({ href }) => href)];
  const sitemaps = roots.map((root) => `Sitemap: ${new URL(`${root}sitemap.xml`, origin).href}\n`).join("");
  const agentmap = agents === undefined ? "" : `Agentmap: ${new URL(`${basePath}${agentCatalogPath}`, origin).href}\n`;
  return `${excluded}User-agent: *\n${signal}Disallow: ${basePath}~search\nAllow: /\n\n${sitemaps}${agentmap}`;
}

const noSignal = "Content-Signal: search=no, ai-input=no, ai-train=no\n";

import { stringify } from "yaml";
import type { PageView, SiteView } from "../view.ts";
import { getSummary } from "./page-facts.ts";

/** A page for agents: facts in front matter, a pointer to the index of the site, then its text. */
export function renderMarkdown(site: SiteView, page: PageView, markdown: string): string {
  const description = getSummary(page);
  const facts = {
    title: page.title,
    ...(description !== undefined && { description }),
    canonical_url: page.canonical,
    ...(page.updatedAt !== undefined && { last_updated: page.updatedAt }),
  };
  const index = new URL(`${site.basePath}llms.txt`, site.origin).href;
  return [
    `---\n${stringify(facts)}---`,
    `> All pages of ${oneLine(site.title)} are listed in ${index}`,
    `# ${oneLine(page.title)}`,
    ...(page.description === undefined ? [] : [oneLine(page.description)]),
    markdown.trim(),
    "",
  ].join("\n\n");
}

/** The text for an agent whose page does not exist. */
export function renderMarkdownNotFound(site: SiteView, similar: readonly { title: string; href: string }[]): string {
  const index = new URL(`${site.basePath}llms.txt`, site.origin).href;
  const links = similar.map(({ title, href }) => `- [${linkText(title)}](${new URL(href, site.origin).href})`);
  return [
    "# Page not found",
    "There is no page at this address.",
    ...(links.length > 0 ? ["Similar pages:", links.join("\n")] : []),
    `All pages are listed in ${index}`,
    "",
  ].join("\n\n");
}

export function oneLine(text: string): string {
  return text.replace(/\s+/g, " ").trim();
}

export function linkText(text: string): string {
  return oneLine(text).replace(/[\\[\]]/g, "\\$&");
}

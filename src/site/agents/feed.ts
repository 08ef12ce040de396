import { type Block, blockNodes, inlineNodes, plainText, type RichDocument } from "../../markdown/document/model.ts";
import { escapeText } from "../html.ts";
import type { PageView, SiteView } from "../view.ts";

interface Entry {
  readonly date: string;
  readonly title: string;
}

export function hasUpdates(document: RichDocument): boolean {
  return document.nodes.some(({ type }) => type === "updates");
}

/** A page's updates as RSS 2.0. */
export function renderFeed(site: SiteView, page: PageView): string {
  const items = page.document.nodes
    .filter(({ type }) => type === "updates")
    .flatMap(({ nodes }) => blockNodes(nodes).map(toEntry))
    .map(({ date, title }) => {
      const link = `${page.canonical}#${date.slice(0, 10)}`;
      const moment = Number.isNaN(Date.parse(date)) ? "" : `<pubDate>${new Date(date).toUTCString()}</pubDate>`;
      return `<item><title>${escapeText(title)}</title><link>${escapeText(link)}</link><guid>${escapeText(link)}</guid>${moment}</item>`;
    });
  const channel = `<title>${escapeText(`${page.title} | ${site.title}`)}</title><link>${escapeText(page.canonical)}</link><description>${escapeText(page.description ?? page.title)}</description>`;
  return `<?xml version="1.0" encoding="UTF-8"?>\n<rss version="2.0"><channel>${channel}\n${items.join("\n")}\n</channel></rss>\n`;
}

function toEntry(update: Block): Entry {
  const date = typeof update.data.date === "string" ? update.data.date : "";
  const heading = blockNodes(update.nodes).find(({ type }) => type.startsWith("heading") || type === "paragraph");
  return { date, title: plainText(inlineNodes(heading?.nodes)).trim() || date.slice(0, 10) };
}

import { blockOfElement } from "./flow-from-html.ts";
import { readHtml } from "./html.ts";
import type { Block } from "./model.ts";
import type { PageReader } from "./page-reader.ts";
import { tableFromHtml } from "./table-from-html.ts";

/**
 * The block an HTML block stands for: figures, tables, code, lists, hints, aligned text. Nothing when HTML means
 * something else or holds more than that block can keep.
 */
export function blockFromHtml(html: string, reader: PageReader): Block | undefined {
  const elements = readHtml(html);
  const element = elements?.[0];
  if (!element || elements.length !== 1 || html.slice(0, element.start).trim() || html.slice(element.end).trim()) {
    return undefined;
  }
  if (element.name === "table") return tableFromHtml(html, element, reader);
  const found = blockOfElement(html, element, reader);
  return found?.type.startsWith("heading") ? reader.heading(found) : found;
}

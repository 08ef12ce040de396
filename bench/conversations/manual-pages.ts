import { readFileSync } from "node:fs";
import { RelatedPages } from "../../src/platform/knowledge/conversations/related-pages.ts";

/** The pages of the fictional host in the conversations of the labelled set. */
export async function manualPages(): Promise<RelatedPages> {
  const pages = new RelatedPages();
  const sections: { page_title: string; title: string; body: string }[] = [];
  let page = "";
  for (const line of readFileSync(new URL("manual.txt", import.meta.url), "utf8").split("\n")) {
    if (line.startsWith("= ")) {
      page = line.slice(2);
      sections.push({ page_title: page, title: page, body: "" });
    } else if (line.startsWith("== ")) sections.push({ page_title: page, title: line.slice(3), body: "" });
    else {
      const last = sections.at(-1);
      if (last !== undefined) last.body += `${line}\n`;
    }
  }
  for (const [id, section] of sections.entries()) pages.add({ id, ...section });
  await pages.weigh();
  return pages;
}

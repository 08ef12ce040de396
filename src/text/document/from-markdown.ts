import { assignKeys, attachSources, OriginalText } from "./block-source.ts";
import { readBlocks } from "./blocks-from-markdown.ts";
import type { RichDocument } from "./model.ts";
import { PageReader } from "./page-reader.ts";
import type { ReferenceReader } from "./references.ts";

export interface DocumentFromMarkdownOptions {
  /** Turns the addresses of links, images and files into references; by default each is a reference to that URL. */
  reference?: ReferenceReader;
}

/**
 * Reads Markdown in GitBook's dialect as a rich document. `markdown` is the body of a page, without front matter and
 * title. Never fails: what no block stands for is kept as text. `markdownFromDocument` gives the same Markdown back.
 */
export function documentFromMarkdown(markdown: string, options: DocumentFromMarkdownOptions = {}): RichDocument {
  const text = markdown.replace(/\r\n?/g, "\n");
  const reader = new PageReader(options.reference ?? ((href) => ({ kind: "url", url: href })));
  const placed = readBlocks(text, reader, 0);
  reader.finish();
  const original = new OriginalText(markdown);
  const lead = attachSources(placed, 0, text.length, original);
  const document: RichDocument = {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: placed.map((found) => found.block),
    source: { original: original.digest, lead, length: markdown.length },
  };
  assignKeys(document);
  return document;
}

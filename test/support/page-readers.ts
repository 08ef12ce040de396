import { markdownFromDocument } from "../../src/markdown/document/printing/to-markdown.ts";
import { documentFromMarkdown } from "../../src/markdown/document/reading/from-markdown.ts";
import { EditError } from "../../src/markdown/edits/edit-error.ts";
import { applyEdits, type Edit } from "../../src/markdown/edits/edits.ts";
import { evaluateMarkdown } from "../../src/markdown/expressions/evaluate-markdown.ts";
import { pageVariables, readVariables } from "../../src/markdown/expressions/expressions.ts";
import { scanBlocks } from "../../src/markdown/grammar/blocks.ts";
import { readFrontMatter, withFrontMatter } from "../../src/markdown/grammar/front-matter.ts";
import { scanInline } from "../../src/markdown/grammar/inline.ts";
import { inlineText } from "../../src/markdown/grammar/inline-text.ts";
import { readAnchors } from "../../src/markdown/page/anchors.ts";
import { listIncludes, listInclusions, listLinks, listPageLinks, replaceLinks } from "../../src/markdown/page/links.ts";
import { plainText } from "../../src/markdown/page/plain-text.ts";
import { findSection, listSections } from "../../src/markdown/page/sections.ts";
import { findTitle, toSlug, withTitle } from "../../src/markdown/page/title.ts";
import { showInvisible } from "../../src/markdown/text/invisible.ts";
import { runToEnd } from "../../src/markdown/text/work-in-steps.ts";
import { listSegments, translatePage } from "../../src/markdown/translation/translate-page.ts";
import { comparingTexts } from "../../src/markdown/versions/diff.ts";
import { mergeText } from "../../src/markdown/versions/merge.ts";
import { splitBody } from "../../src/platform/content/page-document.ts";
import { describedIn, withDescribed, withPreviousFrontMatter } from "../../src/platform/content/page-front-matter.ts";
import { bodyOfReusable } from "../../src/platform/content/reusable-contents.ts";
import { indexTerms } from "../../src/platform/content/search/analysis.ts";
import { sectionsOfPage } from "../../src/platform/content/search/page-sections.ts";
import { blockPassages } from "../../src/platform/review/comments/target.ts";
import { cut } from "../../src/present/budget.ts";
import { compareTexts, fencedDiff } from "../../src/present/changes.ts";
import { toMarkdown } from "../../src/present/document.ts";
import { fence } from "../../src/present/fence.ts";
import { outlineLines } from "../../src/tools/catalog/read-page.ts";

type Reader = (markdown: string) => unknown;

/** Every way in which the text of a page is read, without the store around it. */
export const pageReaders: Readonly<Record<string, Reader>> = {
  blocks: scanBlocks,
  inline: (text) => [...scanInline(text)].length,
  "inline text": inlineText,
  sections: listSections,
  "a section": (text) => findSection(text, "A > Missing"),
  anchors: readAnchors,
  links: listLinks,
  "replaced links": (text) => replaceLinks(text, ({ href }) => `${href}x`),
  "page links": listPageLinks,
  inclusions: listInclusions,
  includes: listIncludes,
  title: findTitle,
  "new title": (text) => withTitle(text, "Another *title*"),
  slug: toSlug,
  "front matter": readFrontMatter,
  "new front matter": (text) => withFrontMatter(text, { description: "New: words", title: "A" }),
  "described members": (text) => [
    describedIn(text, (path) => path),
    withDescribed(text, { description: "a", icon: "b" }),
  ],
  "kept front matter": (text) => withPreviousFrontMatter(text, text),
  body: splitBody,
  "body of a reusable content": bodyOfReusable,
  variables: (text) => [pageVariables(text), readVariables(text)],
  "plain text": plainText,
  "search sections": (markdown) => [...sectionsOfPage({ title: "a", markdown })],
  "search terms": (markdown) => [...sectionsOfPage({ title: "a", markdown })].map(({ body }) => indexTerms(body)),
  "translated segments": listSegments,
  "a translated page": (text) => translatePage(text, (segment) => `${segment.text}!`),
  "values of expressions": (text) =>
    evaluateMarkdown(text, { scope: { page: { vars: { a: "b" } } }, maxAddedChars: 5_000_000 }),
  "visible characters": (text) => showInvisible(text),
  "a passage's edit": (text) => edited(text, { oldText: text.slice(-40), newText: "b" }),
  "an edit of every passage": (text) => edited(text, { oldText: text.slice(0, 3), newText: "b", all: true }),
  "an edit of a missing passage": (text) => edited(text, { oldText: `${text.slice(0, 300)} missing`, newText: "b" }),
  "an edit of a section": (text) => edited(text, { section: "a", position: "append", newText: "b" }),
  "a diff to nothing alike": (text) => runToEnd(comparingTexts(text, reversed(text))),
  "a diff of doubled lines": (text) =>
    [`${text}\n${text}`, thinned(text)].map((other) => runToEnd(comparingTexts(text, other))),
  "a merge": (text) => mergeText(text, thinned(text), `${text}\nb\n`),
  "a merge of much": (text) => mergeText(thinned(text), text, reversed(text)),
  "a document": (text) => documentFromMarkdown(text),
  "passages of a document": (text) => blockPassages(documentFromMarkdown(text)),
  "a document printed again": (text) => markdownFromDocument(documentFromMarkdown(text)),
  "a document printed anew": (text) => markdownFromDocument(withoutSources(documentFromMarkdown(text))),
  "a page in a tool's answer": (text) => cut(fence(text), 5_000, "…"),
  "an outline in a tool's answer": (text) => cut([...outlineLines(text, listSections(text))].join("\n"), 5_000, "…"),
  "a diff in a tool's answer": async (text) =>
    fencedDiff(await compareTexts(text, thinned(text), new AbortController().signal), "a", 5_000),
  "a comment in a tool's answer": (text) => toMarkdown(text.slice(0, 100_000)),
};

function edited(text: string, edit: Edit): unknown {
  try {
    return applyEdits(text, [edit]);
  } catch (error) {
    if (error instanceof EditError) return error;
    throw error;
  }
}

const reversed = (text: string): string => text.split("\n").reverse().join("\nx\n");

/** Without every third line. */
const thinned = (text: string): string =>
  text
    .split("\n")
    .filter((_, index) => index % 3 !== 0)
    .join("\n");

/** As a client would send it that created the document itself, without its sources. */
function withoutSources<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value, (key, member) => (key === "source" || key === "key" ? undefined : member)));
}

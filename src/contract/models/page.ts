import { z } from "zod";
import { briefs } from "../brief.ts";
import { computedMembers } from "./computed-content.ts";
import { ContentReference, FileReference, PageReference, UrlReference } from "./content-reference.ts";
import { ContentFormat, RichDocument } from "./document.ts";
import { GitBlob } from "./git.ts";
import { Id } from "./id.ts";
import { Timestamp } from "./paging.ts";

export const Variables = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

const PageLayout = z.looseObject({
  width: z.enum(["default", "wide"]).describe("Width of the text"),
  cover: z.boolean().describe("Show the cover"),
  coverSize: z.enum(["hero", "full", "background"]).describe("Size of the cover"),
  coverMask: z.enum(["none", "radial"]).optional().describe("How the cover's edges fade"),
  title: z.boolean().describe("Show the title"),
  description: z.boolean().describe("Show the description"),
  tableOfContents: z.boolean().describe("Show the pages of the space next to the text"),
  outline: z.boolean().describe("Show the headings of the page next to the text"),
  pagination: z.boolean().describe("Link to the pages before and after"),
  metadata: z.boolean().describe("Show when and by whom it was last changed"),
  tags: z.boolean().optional().describe("Show the tags"),
  actions: z.boolean().optional().describe("Show the page's actions"),
  anchors: z.boolean().optional().describe("Show links to headings"),
});

const Picture = z.discriminatedUnion("kind", [FileReference, UrlReference]);

const TextColor = z.enum(["black", "white"]).optional();

const PageCover = z.looseObject({
  ref: Picture.optional().describe("The picture"),
  refDark: Picture.optional().describe("The picture in dark mode; the default one when absent"),
  textColor: TextColor.describe("Color of text on the picture"),
  textColorDark: TextColor.describe("Color of text on the picture in dark mode"),
  yPos: z.number().optional().describe("Shifts the picture up or down; 0 when absent"),
  height: z.number().optional().describe("Pixels, from 10 to 700; 240 when absent"),
});

const MetaLinkTarget = z.discriminatedUnion("kind", [PageReference, UrlReference]);

/** Alternate forms of a page for search engines. */
export const PageMetaLinks = z.looseObject({
  canonical: MetaLinkTarget.optional().describe("The page that counts as the original"),
  alternates: z.array(MetaLinkTarget).optional().describe("The same in other languages or versions"),
});

export const PageType = z.enum(["document", "group", "link", "computed"]);

/** How many pages have text. Groups, links and pages still to be computed have none. */
export const countDocuments = (pages: readonly { readonly type: z.infer<typeof PageType> }[]): number =>
  pages.filter(({ type }) => type === "document").length;

export const PagePath = z.string().min(1).max(2000).describe("Slugs from the root, joined by `/`");

const pageMembers = {
  id: z.string().describe("Stays the same when the page is moved or renamed"),
  title: z.string().min(1).describe("Title above the page"),
  kind: z.enum(["sheet", "group", "link"]).optional().describe("Older name of `type`; computed pages have none"),
  type: PageType.describe("`group` has no text, `computed` stands for pages still to be computed"),
  linkTitle: z.string().optional().describe("Title in the table of contents where it differs"),
  emoji: z.string().optional().describe("Emoji before the title"),
  icon: z.string().optional().describe("Name of the icon before the title"),
  createdAt: Timestamp.optional().describe("When it was created; absent until first edited"),
  updatedAt: Timestamp.optional().describe("When it was last edited; absent until first edited"),
  urls: z
    .looseObject({ app: z.string().describe("Its page in the web app") })
    .optional()
    .describe("Where to find it"),
  slug: z.string().optional().describe("Last segment of the path"),
  path: z.string().optional().describe("Slugs from the root, joined by `/`"),
  description: z.string().optional().describe("Line below the title"),
  condition: z.string().optional().describe("Expression that says who sees the page; absent for all"),
  layout: PageLayout.optional().describe("What is shown around the text"),
  cover: PageCover.optional().describe("Picture at the top of the page"),
  variables: Variables.optional().describe("Values that only this page uses, by name"),
  hidden: z.boolean().optional().describe("Left out of the table of contents"),
  noIndex: z.boolean().optional().describe("Left out of search"),
  noRobotsIndex: z.boolean().optional().describe("Search engines are requested to leave it out"),
  metaLinks: PageMetaLinks.optional().describe("Other forms of the page that search engines are pointed to"),
  git: GitBlob.optional().describe("Source file of the page"),
  tags: z
    .array(
      z.looseObject({
        tag: ContentReference.describe("Which tag"),
        primary: z.boolean().optional().describe("The tag shown first"),
      }),
    )
    .optional()
    .describe("Labels it carries"),
  target: ContentReference.optional().describe("Where a link page leads"),
  href: z.string().optional().describe("Address a link page leads to"),
  documentId: z.string().optional().describe("Names the document that holds its body; absent when empty"),
  ...computedMembers,
};

const PageMembers = z.looseObject(pageMembers);

export type PageSummary = z.infer<typeof PageMembers> & { pages?: PageSummary[] | undefined };

/** A page in a tree: everything but its body. */
export const PageSummary: z.ZodType<PageSummary> = PageMembers.extend({
  pages: z
    .lazy(() => z.array(PageSummary))
    .optional()
    .describe("Pages below it, in order"),
}).register(briefs, {
  named: ["id", "title", "path"],
  listed: ["id", "title", "path", "type", "hidden", "href", "target", "pages"],
  defaults: { type: "document", hidden: false },
});

export const PageTree = z.looseObject({
  pages: z.array(PageSummary).describe("Pages at the root, each with those below it"),
});

export const UnresolvedPart = z.looseObject({
  kind: z.enum(["include", "expression"]).describe("What it is"),
  source: z.string().describe("Path or expression as written"),
  problem: z.string().describe("Why it was not replaced"),
});

export type UnresolvedPart = z.infer<typeof UnresolvedPart>;

/** One page with its body in the requested format. */
export const Page = z
  .looseObject({
    ...pageMembers,
    pages: z.array(PageSummary).optional().describe("Pages below it, in order, without bodies"),
    markdown: z.string().optional().describe("The body, where the format is `markdown`"),
    document: RichDocument.optional().describe("The body, where the format is `document`"),
    unresolved: z
      .array(UnresolvedPart)
      .optional()
      .describe("What `evaluated` and `dereferenced` could not replace; absent when nothing was left"),
  })
  .register(briefs, { named: ["id", "title", "path"], seldom: ["kind", "slug", "layout", "documentId"] });

export type Page = z.infer<typeof Page>;

/** Query members of every read of the body of a page. */
export const documentReading = {
  evaluated: z
    .union([z.boolean(), z.enum(["deterministic-only"])])
    .default(false)
    .describe("Replace expressions by their values; `deterministic-only` leaves those that vary"),
  dereferenced: z
    .union([z.boolean(), z.enum(["reusable-contents"])])
    .default(false)
    .describe("Replace references by what they refer to; `reusable-contents` only those to passages"),
};

/** Query members of every read of one page. */
export const pageReading = {
  format: ContentFormat.default("document").describe("Format of the body in the response"),
  "format.markdown.refs": z
    .enum(["relative", "stable"])
    .optional()
    .describe("Links in Markdown: `relative` to the page, or `stable`, by id; as they are stored when left out"),
  ...documentReading,
};

/** Query members of a read of one page by its path. */
export const pathReading = {
  ...pageReading,
  cachedMetadata: z.boolean().optional().describe("Git metadata may be slightly out of date"),
};

/** Query members of every read of content. */
export const contentReading = {
  metadata: z.boolean().default(true).describe("False leaves out Git metadata"),
  computed: z.boolean().default(true).describe("False skips computed content"),
};

/** How something of another site is shown within a page. */
export const Embed = z.looseObject({
  title: z.string().describe("What to call it"),
  site: z.string().describe("Where it is from"),
  icon: z.string().optional().describe("Address of a picture for it"),
  type: z.enum(["link", "rich", "integration"]).describe("`rich` can be shown in place; `link` can only be opened"),
  html: z.string().optional().describe("With `rich`: what shows it"),
  integration: z.string().optional().describe("With `integration`: which one shows it"),
});

export type Embed = z.infer<typeof Embed>;

/** URL of the content as PDF. */
export const Pdf = z.looseObject({ url: z.string().describe("Temporary address of the PDF, good for an hour") });
export type Pdf = z.infer<typeof Pdf>;

/** Query members that select the pages of a PDF. */
export const pdfExtent = {
  only: z.boolean().optional().describe("True leaves out the pages below `page`"),
  page: Id.optional().describe("Page to begin with; the whole content when left out"),
};
